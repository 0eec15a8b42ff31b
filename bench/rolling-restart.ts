// node bench/rolling-restart.ts [--folder RELEASE] [--seconds 120]: two processes behind nginx with deploy/nginx.conf get 20 requests a
// second (searches, pages, bookings, messages) while one after the other is restarted again and again. Needs nginx and, in
// DATABASE_URL, an empty database. Prints the requests that failed; exits with 1 when there are any, or a lost or repeated write.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { requireSecretKey } from '#server/features/auth/usecases/require-secret-key.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { freePort } from '#server/testing/free-port.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { insertCalendar, insertPatients, nthTime } from './calendar.ts'
import { claim, milliseconds, quantile, report } from './figures.ts'
import { benchPlatform } from './platform.ts'

const root = join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: { folder: { type: 'string', default: root }, seconds: { type: 'string', default: '120' } },
})
const seconds = Number(options.seconds)
const work = mkdtempSync(join(tmpdir(), 'senda-rolling-'))
const [https, http, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
const stopDelay = 3
const settings = {
  NODE_ENV: 'production',
  DATABASE_URL: process.env.DATABASE_URL ?? '',
  SECRET_KEY: 'rolling-restart-'.repeat(3),
  RECORD_KEYS: `bench:${Buffer.alloc(32).toString('base64')}`,
  PUBLIC_URL: `https://localhost:${https}`,
  DATA_DIR: join(work, 'data'),
  TRUSTED_PROXIES: '1',
  STOP_DELAY: String(stopDelay),
  LOG_LEVEL: 'warn',
}
const agent = new Agent({ keepAlive: true, maxSockets: 50, rejectUnauthorized: false })

type Sent = { kind: string; method: 'GET' | 'POST'; path: string; token?: string; body?: object }
type Outcome = { kind: string; status: number; ms: number; at: number; body: string }
const outcomes: Outcome[] = []

/** Status 0: the connection broke. */
async function send({ kind, method, path, token, body }: Sent): Promise<Outcome> {
  const startedAt = performance.now()
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>()
  const sent = request({ port: https, host: '127.0.0.1', method, path, headers, agent }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => (text += part))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    response.on('error', (error) => resolve({ status: 0, text: error.message }))
  })
  sent.on('error', (error) => resolve({ status: 0, text: error.message }))
  sent.end(body && JSON.stringify(body))
  const { status, text } = await promise
  const outcome = { kind, status, ms: performance.now() - startedAt, at: Date.now() - loadBegan, body: text }
  outcomes.push(outcome)
  return outcome
}

async function startServer(port: number): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH, ...settings, PORT: String(port) }
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: options.folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`)
      .then((response) => response.ok)
      .catch(() => false)
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`the server on ${port} ended with ${server.exitCode}`)
    await sleep(50)
  }
  return server
}

async function stopServer(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** nginx with the example's file: other ports, and a certificate of its own. */
async function startNginx(): Promise<ChildProcess> {
  const pair = ['-keyout', join(work, 'key.pem'), '-out', join(work, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', ...pair], {
    stdio: 'ignore',
  })
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replaceAll(/^\s*listen \[.*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
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
  nginx.stderr?.on('data', (text) => (nginxErrors += text))
  await sleep(1000)
  return nginx
}

let nginxErrors = ''
let loadBegan = Date.now()
const resources = new AsyncDisposableStack()
resources.defer(() => rmSync(work, { recursive: true, force: true }))
try {
  const servers = [await startServer(ports[0] ?? 0), await startServer(ports[1] ?? 0)]
  resources.defer(async () => void (await Promise.all(servers.map(stopServer))))
  const nginx = await startNginx()
  resources.defer(() => void nginx.kill('SIGTERM'))
  const read = readSettings(settings)
  const { close, ...database } = await connectDatabase({ url: settings.DATABASE_URL, log: createLog(read), max: 4 })
  resources.defer(close)
  const platform = {
    ...benchPlatform({ ...database, settings: read }),
    secret: await requireSecretKey({ ...database, settings: read }),
  }
  resources.defer(() => platform.live.close())

  const { centerId, serviceId } = await insertCalendar(database.db)
  const patientIds = await insertPatients(database.db, seconds + 1)
  await database.pool.query('update users set email_confirmed_at = now(), email_verified_at = now()')
  await database.pool.query('update center_profiles set approved_at = now()')
  const patients: { token: string; conversationId: string }[] = []
  for (const userId of patientIds) {
    const { tokens } = await signIn(platform, userId)
    const { id } = await startConversation(platform, { userId, recipientId: centerId })
    patients.push({ token: tokens.access_token, conversationId: id })
  }
  const acknowledged = { bookings: 0, messages: 0 }

  /** One second's requests: ten searches, two pages, a booking in two steps, and six reads and writes of a conversation. */
  async function sendSecond(n: number): Promise<void> {
    const patient = patients[n]
    if (!patient) return
    const { token, conversationId } = patient
    const startsAt = nthTime(n).toISOString()
    const messages = `/api/v1/conversations/${conversationId}/messages`
    const book = async () => {
      const hold = { serviceId, startsAt, place: 'center' }
      const held = await send({ kind: 'hold', method: 'POST', path: '/api/v1/appointments/hold', token, body: hold })
      if (held.status !== 201) return
      const { id, terms } = JSON.parse(held.body) as { id: string; terms: string }
      const path = `/api/v1/appointments/${id}/confirm`
      const confirmed = await send({ kind: 'confirm', method: 'POST', path, token, body: { terms } })
      if (confirmed.status < 300) acknowledged.bookings += 1
    }
    const chat = async () => {
      const body = { id: newId(), content: 'Hola, ¿a qué hora?' }
      const stored = await send({ kind: 'message', method: 'POST', path: messages, token, body })
      if (stored.status === 201) acknowledged.messages += 1
      await send({ kind: 'messages', method: 'GET', path: messages, token })
    }
    const tasks = [
      ...Array.from(
        { length: 10 },
        (_, at) => () =>
          send({ kind: 'search', method: 'GET', path: `/api/v1/centers?q=fisioterapia&limit=${10 + at}` }),
      ),
      ...['/', '/search-centers'].map((path) => () => send({ kind: 'page', method: 'GET', path })),
      ...[book, chat, chat, chat],
    ]
    await Promise.all(
      tasks.map(async (task, at) => {
        await sleep((at * 1000) / tasks.length)
        await task()
      }),
    )
  }

  loadBegan = Date.now()
  let isLoaded = true
  const restarts: string[] = []
  const restarting = (async () => {
    for (let which = 0; isLoaded; which = 1 - which) {
      await sleep(4000)
      const server = servers[which]
      if (!isLoaded || !server) return
      const from = Date.now() - loadBegan
      await stopServer(server)
      servers[which] = await startServer(ports[which] ?? 0)
      restarts.push(`${which + 1}: ${(from / 1000).toFixed(0)}–${((Date.now() - loadBegan) / 1000).toFixed(0)} s`)
    }
  })()
  const sending: Promise<void>[] = []
  for (let n = 0; n < seconds; n++) {
    sending.push(sendSecond(n))
    await sleep(loadBegan + (n + 1) * 1000 - Date.now())
  }
  await Promise.all(sending)
  isLoaded = false
  await restarting

  for (const kind of new Set(outcomes.map((each) => each.kind))) {
    const own = outcomes.filter((each) => each.kind === kind)
    const samples = own.map(({ ms }) => ms)
    const failed = own.filter(({ status }) => status === 0 || status >= 400)
    report(kind, {
      requests: String(own.length),
      failed: String(failed.length),
      p50: milliseconds(quantile({ samples, share: 0.5 })),
      p99: milliseconds(quantile({ samples, share: 0.99 })),
      slowest: milliseconds(Math.max(...samples)),
    })
    for (const { status, at, body } of failed.slice(0, 3)) console.log(`  at ${at} ms: ${status} ${body.slice(0, 120)}`)
  }
  console.log(`restarts: ${restarts.join(', ')}`)
  console.log(`lines of nginx: ${nginxErrors.split('\n').filter(Boolean).length}`)
  const { rows } = await database.pool.query(
    `select (select count(*) from appointments where status = 'confirmed')::int as bookings,
       (select count(*) from messages)::int as messages`,
  )
  claim(
    outcomes.every(({ status }) => status > 0 && status < 400),
    `all ${outcomes.length} requests were served`,
  )
  claim(rows[0].bookings === acknowledged.bookings, `the ${acknowledged.bookings} confirmed bookings are stored once`)
  claim(rows[0].messages === acknowledged.messages, `the ${acknowledged.messages} messages are stored once`)
} finally {
  await resources.disposeAsync()
}
