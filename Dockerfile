# The shop in a container: `docker build -t stockinette .`, then docs/deploy.md.
# The image's Node is the version of package.json; a test compares the two.

FROM node:26.10.0-trixie-slim AS build
# As the user that will run it: V8's compile cache belongs to one user.
RUN install -d -o node -g node /shop
USER node
WORKDIR /shop
COPY --chown=node:node .npmrc launch.mjs package.json package-lock.json ./
COPY --chown=node:node packages packages
RUN npm ci
COPY --chown=node:node . .
RUN npm run build

FROM node:26.10.0-trixie-slim AS modules
WORKDIR /shop
COPY .npmrc package.json package-lock.json ./
COPY packages packages
# The image already has Node.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-*

FROM node:26.10.0-trixie-slim
# With the MALLOC_ settings, glibc returns the memory of photos to the system.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/shop/build/compile-cache \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    MALLOC_TRIM_THRESHOLD_=2097152 \
    HOST=0.0.0.0 \
    PORT=3000 \
    SHOP_DATA_DIR=/data
WORKDIR /shop
# All of it belongs to root: the shop may only write to its data folder, and to /backups if SHOP_BACKUP_DIR names it.
COPY --from=modules /shop/node_modules node_modules
COPY --from=build /shop/launch.mjs /shop/package.json /shop/server.ts ./
COPY --from=build /shop/build build
COPY --from=build /shop/src src
COPY --from=build /shop/packages packages
RUN install -d -o node -g node -m 700 /data /backups
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A smaller young generation of V8: 20 to 40 MB less memory.
CMD ["node", "launch.mjs", "--max-semi-space-size=4", "--import", "./src/process/end-signals.ts", "server.ts"]
