import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'

const example = join(import.meta.dirname, '../deploy/nginx.conf')

/** nginx with the example's file: other ports, and a certificate of its own. `work`: a folder for its files. */
export async function startNginx({ work, https, ports }: { work: string; https: number; ports: readonly number[] }) {
  const pair = ['-keyout', join(work, 'key.pem'), '-out', join(work, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', ...pair], {
    stdio: 'ignore',
  })
  const site = readFileSync(example, 'utf8')
    .replaceAll(/^\s*listen \[.*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443', `listen 127.0.0.1:${https}`)
    .replace(/\/etc\/letsencrypt\S+fullchain.pem/, join(work, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\S+privkey.pem/, join(work, 'key.pem'))
    .replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[1]}`)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${work}/${name};`,
  )
  writeFileSync(
    join(work, 'nginx.conf'),
    `daemon off;\npid ${work}/pid;\nerror_log stderr error;\nevents { worker_connections 768; }\n` +
      `http {\naccess_log off;\n${folders.join('\n')}\n${site}\n}\n`,
  )
  const nginx = spawn('nginx', ['-e', 'stderr', '-c', join(work, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  nginx.stderr.on('data', (text) => (errors += text))
  await sleep(1000)
  return {
    /** How many lines it wrote. */
    errors: () => errors.split('\n').filter(Boolean).length,
    stop: () => nginx.kill('SIGTERM'),
  }
}
