#!/bin/sh
# In the scratch root: puts the stand-ins first on the PATH of sudo, and makes the people of the pages.
set -e
bin=/usr/local/sbin
stand_in() { cat >"$bin/$1"; chmod 755 "$bin/$1"; }
stand_in systemctl <<'END'
#!/bin/sh
LD_LIBRARY_PATH=/opt exec /opt/node /opt/checkout/scripts/documents/stand-ins/systemctl.ts "$@"
END
# Everything that the pages install is in the root already; a package starts its service.
stand_in apt-get <<'END'
#!/bin/sh
for package; do
	case $package in install | -*) continue ;; certbot) continue ;; nginx) package=nginx-common ;; esac
	dpkg --status "$package" >/dev/null || exit 1
	if [ "$package" = caddy ]; then systemctl start caddy; fi
done
END
# The reader's editor: Caddy gets certificates of its own, because no authority can see this machine.
stand_in sudoedit <<'END'
#!/bin/sh
for file; do
	[ -f "$file" ] || exit 1
	case $file in */Caddyfile) sudo sed -i '1i {\n\tlocal_certs\n\tskip_install_trust\n}' "$file" ;; esac
done
END
stand_in certbot <<'END'
#!/bin/sh
folder=/etc/letsencrypt/live/shop.example
mkdir -p $folder
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=shop.example -addext subjectAltName=DNS:shop.example \
	-keyout $folder/privkey.pem -out $folder/fullchain.pem 2>/dev/null
END
stand_in journalctl <<'END'
#!/bin/sh
exec cat "/var/log/$2.journal"
END
# Buckets are folders.
stand_in restic <<'END'
#!/bin/sh
RESTIC_REPOSITORY=/srv/restic exec /usr/bin/restic "$@"
END
stand_in rclone <<'END'
#!/bin/sh
RCLONE_CONFIG_STORE_TYPE=alias RCLONE_CONFIG_STORE_REMOTE=/srv/rclone exec /usr/bin/rclone "$@"
END
# Certificates here are nobody's.
stand_in curl <<'END'
#!/bin/sh
exec /usr/bin/curl --insecure "$@"
END
cp $bin/* /usr/local/bin/
echo "127.0.0.1 localhost shop.example $(uname -n)" >/etc/hosts
useradd --create-home admin
useradd --create-home visitor
echo 'admin ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/admin
ip link set lo up
command -v npm >/dev/null || exit 0
# Without a network, npm has what it needs in each user's own cache: one of another user fails in odd ways.
echo offline=true >>/etc/npmrc
for home in /root /home/visitor; do
	cp -r /var/cache/npm $home/.npm
	chown -R --reference=$home $home/.npm
done
git config --system --add safe.directory '*'
