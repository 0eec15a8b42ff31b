#!/bin/sh
# A production on one machine with Debian's PostgreSQL, nginx and systemd, and the next release of it. As root, from an unpacked
# release after its `npm ci --omit=dev`:
#   sh deploy/install.sh --domain senda.example --mail-from 'Senda <hola@senda.example>' --smtp smtps://USER:PASSWORD@smtp.example
# --certificate DIR  the folder of fullchain.pem and privkey.pem; certbot's own folder for the domain is the default; `self` makes an
#                    authority of your own in /etc/senda-tls, whose ca.pem the browsers have to import
# --restore DIR      fills the database, which has to be new, with that backup before the start
# It may be repeated, and keeps each secret that is in /etc/senda/secrets already.
set -eu
umask 027
domain='' mail_from='' smtp='' certificate='' backup=''
while [ $# -gt 1 ]; do
  case $1 in
    --domain) domain=$2 ;;
    --mail-from) mail_from=$2 ;;
    --smtp) smtp=$2 ;;
    --certificate) certificate=$2 ;;
    --restore) backup=$2 ;;
    *) break ;;
  esac
  shift 2
done
fail() { echo "$1" >&2 && exit 1; }
say() { echo "$(date +%T)  $1"; }
[ $# -eq 0 ] || fail "This option is unknown or has no value: $1"
[ -n "$smtp" ] || smtp=$(cat /etc/senda/secrets/smtp_url 2>/dev/null || true)
[ -n "$domain" ] && [ -n "$mail_from" ] && [ -n "$smtp" ] || fail 'Name --domain, --mail-from and --smtp.'
case $domain in *[!a-z0-9.-]*) fail "This is no name of a domain: $domain" ;; esac
case $mail_from in *[\|\&\\]*) fail "This is no sender: $mail_from" ;; esac
[ "$(id -u)" -eq 0 ] || fail 'Run this as root.'
certificate=${certificate:-/etc/letsencrypt/live/$domain}
if [ "$certificate" = self ]; then
  certificate=/etc/senda-tls
  install -d -m 0700 $certificate
  own='openssl req -x509 -newkey rsa:2048 -nodes'
  [ -f $certificate/ca.pem ] || $own -days 3650 -subj '/CN=Own authority' -keyout $certificate/ca.key -out $certificate/ca.pem 2>&-
  [ -f $certificate/fullchain.pem ] || $own -days 365 -subj "/CN=$domain" -addext "subjectAltName=DNS:$domain" \
    -addext basicConstraints=critical,CA:false -CA $certificate/ca.pem -CAkey $certificate/ca.key \
    -keyout $certificate/privkey.pem -out $certificate/fullchain.pem 2>&-
fi
release=$(cd "$(dirname "$0")/.." && pwd -P)
cd "$release"
# Everything that is missing is named before the first change.
missing=''
for file in node_modules "$certificate/fullchain.pem" "$certificate/privkey.pem" /etc/nginx/conf.d /usr/local/bin/node; do
  [ -e "$file" ] || missing="$missing $file"
done
for program in psql nginx systemctl openssl; do
  command -v "$program" >/dev/null || missing="$missing $program"
done
[ -z "$backup" ] || [ -f "$backup/manifest.json" ] || missing="$missing $backup/manifest.json"
[ -z "$missing" ] || fail "Missing:$missing"

id senda >/dev/null 2>&1 || useradd --system --home-dir /var/lib/senda senda
mkdir -p /opt/senda && ln -sfn "$release" /opt/senda/current
install -d -m 0750 -g senda /etc/senda /etc/senda/secrets
install -d -m 0750 -o senda -g senda /var/lib/senda /var/backups/senda
cd /etc/senda/secrets
# The socket of this machine: PostgreSQL knows the user senda, so there is no password.
[ -s database_url ] || echo 'postgresql://senda@localhost/senda?host=/var/run/postgresql' >database_url
[ -s secret_key ] || openssl rand -base64 48 >secret_key
[ -s record_keys ] || echo "$(date +%Y):$(openssl rand -base64 32)" >record_keys
cd "$release"
echo "$smtp" >/etc/senda/secrets/smtp_url
sed -e "s|^PUBLIC_URL=.*|PUBLIC_URL=https://$domain|" -e "s|^MAIL_FROM=.*|MAIL_FROM=$mail_from|" \
  deploy/senda.env >/etc/senda/senda.env.new
if [ -f /etc/senda/senda.env ]; then
  rm /etc/senda/senda.env.new && say 'keeps /etc/senda/senda.env'
else
  mv /etc/senda/senda.env.new /etc/senda/senda.env
fi
chgrp -R senda /etc/senda && chmod -R u=rwX,g=rX,o= /etc/senda
say 'settings and secrets are in /etc/senda'

as_postgres() { (cd / && runuser -u postgres -- "$@"); }
if grep -q 'host=/var/run/postgresql' /etc/senda/secrets/database_url; then
  [ "$(as_postgres psql -Atc "select 1 from pg_roles where rolname = 'senda'")" = 1 ] || as_postgres createuser senda
  [ "$(as_postgres psql -Atc "select 1 from pg_database where datname = 'senda'")" = 1 ] ||
    as_postgres createdb senda --owner=senda --encoding=UTF8 --locale=C.UTF-8 --template=template0
  say 'PostgreSQL has the database senda'
fi
install -m 0755 deploy/senda-admin /usr/local/sbin/senda-admin
if [ -n "$backup" ]; then
  runuser -u senda -- test -r "$backup/manifest.json" || fail "The user senda cannot read the backup: chown -R senda $backup"
  senda-admin restore "$backup"
  say "the backup is restored; mails wait for: senda-admin resume-mail"
fi
install -m 0644 'deploy/senda@.service' /etc/systemd/system/
systemctl daemon-reload
systemctl enable senda@3000 senda@3001
# One after the other, so that a repeated run changes settings or the release while the other one serves.
systemctl restart senda@3000
systemctl restart senda@3001
say 'both processes serve'

# nginx's file is the operator's once it exists; more connections than Debian's 768 are in docs/deployment.md.
[ -f /etc/nginx/conf.d/senda.conf ] ||
  sed -e "s|/etc/letsencrypt/live/senda.example|$certificate|" -e "s|senda\.example|$domain|" deploy/nginx.conf \
    >/etc/nginx/conf.d/senda.conf
chmod 0644 /etc/nginx/conf.d/senda.conf
nginx -t -q && systemctl reload-or-restart nginx
say "https://$domain serves"
senda-admin test-mail "$(echo "$mail_from" | sed 's/.*<\(.*\)>/\1/')" || fail 'Repeat this command with another --smtp.'
say "next: register at https://$domain/register, confirm the address, and then: senda-admin grant ADDRESS"
