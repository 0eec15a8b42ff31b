import { expect, test } from 'vitest'

import { largestUploadBytes } from '#server/http/request-bodies.ts'
import { checkDeployment, readDeployment } from './check-deployment.ts'

const uploadBytes = largestUploadBytes()

test('the files of deploy/ fit Senda and one another', () => {
  expect(checkDeployment(readDeployment(), { uploadBytes })).toEqual([])
})

test.each([
  ['Dockerfile', 'COPY package.json', 'COPY missing.json package.json', 'there is no missing.json.'],
  ['Dockerfile', 'USER senda', 'USER', 'line 23: '],
  ['Dockerfile', 'USER senda', 'USER root', 'the last stage runs as root.'],
  ['Dockerfile', 'FROM debian:bookworm-slim', 'FROM node:24-slim', 'which has npm'],
  ['Dockerfile', 'EXPOSE 3000', 'EXPOSE 8080', '8080 is not PORT.'],
  ['Dockerfile', 'server/main.ts', 'server/index.ts', 'there is no server/index.ts to run.'],
  ['compose.yaml', 'BACKUP_DIR:', 'BACKUPS_DIR:', 'BACKUPS_DIR is no setting.'],
  ['compose.yaml', '/run/secrets/secret_key', '/run/secrets/secret', 'which is no secret.'],
  ['compose.yaml', 'files:/var/lib/senda', 'files:/data', 'the uploaded files are in no volume.'],
  ['compose.yaml', 'senda:3000', 'senda:8080', 'the proxy asks another port.'],
  ['compose.yaml', 'init: true', "init: true\n    ports: ['3000:3000']", 'only the proxy may publish a port.'],
  ['senda@.service', 'PORT=%i', 'PROT=%i', 'PROT is no setting.'],
  ['senda@.service', 'ProtectSystem=strict', 'ProtectSystem=no', 'ProtectSystem=strict is missing.'],
  ['senda.env', 'SECRET_KEY_FILE', 'PUBLIC_URL_FILE', 'PUBLIC_URL_FILE is no setting.'],
  ['nginx.conf', 'client_max_body_size 17m', 'client_max_body_size 1m', 'client_max_body_size is below'],
  ['nginx.conf', '3001 max_fails=0', '3001', 'lacks max_fails=0.'],
  ['nginx.conf', 'error timeout;', 'error timeout non_idempotent;', 'a write would be sent twice'],
  ['nginx.conf', '$remote_addr', '$proxy_add_x_forwarded_for', 'a visitor would choose an address.'],
  ['Caddyfile', 'max_size 18MB', 'max_size 10MB', 'max_size is below'],
  ['install.sh', '>secret_key', '>secret', '/etc/senda/secrets/secret_key is not made.'],
  ['install.sh', ' /var/backups/senda', ' /var/backups', '/var/backups/senda is not made.'],
  ['senda.env', 'MAIL_FROM=', 'SMTP_FROM=', 'MAIL_FROM of senda.env is not replaced.'],
  ['Caddyfile', 'health_uri', 'health_port', 'health_uri is missing'],
])('%s with %s changed to %s is refused', (file, before, after, problem) => {
  const files = readDeployment()
  expect(files[file]).toContain(before)
  const changed = { ...files, [file]: (files[file] ?? '').replaceAll(before, () => after) }
  expect(checkDeployment(changed, { uploadBytes }).join('\n')).toContain(problem)
})
