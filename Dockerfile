# The shop in a container: the folder of a release on Debian. First `npm run release`, then `docker build -t stockinette .`;
# docs/deploy.md has the rest.

# What needs a program to make it, on the machine that builds: the image for another processor needs no emulation.
FROM --platform=$BUILDPLATFORM debian:trixie-slim AS folders
RUN install -d -m 700 /made/data /made/backups

# --chmod: the shop's user must be able to read the folder, whatever umask it was made with.
FROM debian:trixie-slim AS amd64
COPY --chmod=755 release/stockinette-*-linux-x64 /stockinette

FROM debian:trixie-slim AS arm64
COPY --chmod=755 release/stockinette-*-linux-arm64 /stockinette

FROM ${TARGETARCH}
# All of it belongs to root: the shop may only write to its data folder, and to /backups if SHOP_BACKUP_DIR names it.
COPY --from=folders --chown=1000:1000 /made /
ENV PATH=/stockinette:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOST=0.0.0.0 \
    PORT=3000 \
    SHOP_DATA_DIR=/data
WORKDIR /data
VOLUME /data
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD LD_LIBRARY_PATH=/stockinette/lib /stockinette/node_modules/node-linux-*/bin/node \
    -e 'fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'
CMD ["stockinette", "start"]
