// Two processes of production on one database, as docs/deployment.md runs them, which a measurement stops, kills and starts.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'
import { startNginx } from './nginx.ts'

const root = join(import.meta.dirname, '..')
/** The unit of deploy/ starts a process again after so many milliseconds. */
const restartPauseMs = 2000

export type Sent = { kind: string; method: 'GET' | 'POST'; path: string; token?: string; body?: object }
/** `status` 0: the connection broke. `at` and `ms` in milliseconds, from `began`. */
export type Outcome = { kind: string; status: number; ms: number; at: number; body: string }

export type Pair = {
  settings: Record<string, string>
  outcomes: Outcome[]
  /** From now on, `at` of the outcomes counts from zero. */
  begin(): void
  /** Milliseconds since `begin`. */
  elapsed(): number
  send(sent: Sent): Promise<Outcome>
  /** Stops one of the two as a supervisor does, and starts it again. */
  restart(which: number): Promise<void>
  /** As a power failure does: without a chance to finish anything. Resolves once its successor is ready. */
  kill(which: number): Promise<void>
  /** What both processes hold, in megabytes. */
  memory(): number
  /** The lines that nginx wrote about errors. */
  proxyErrors(): number
  close(): Promise<void>
}

/** `folder`: a release or a checkout. `hasProxy`: behind nginx; without it, requests take turns and go past a closed port. */
export async function startPair({
  folder = root,
  databaseUrl,
  hasProxy,
}: {
  folder?: string
  databaseUrl: string
  hasProxy: boolean
}): Promise<Pair> {
  const work = mkdtempSync(join(tmpdir(), 'senda-pair-'))
  const ports = [await freePort(), await freePort()]
  const https = await freePort()
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'two-processes-'.repeat(4),
    RECORD_KEYS: `bench:${Buffer.alloc(32).toString('base64')}`,
    PUBLIC_URL: hasProxy ? `https://localhost:${https}` : 'http://localhost',
    DATA_DIR: join(work, 'data'),
    TRUSTED_PROXIES: '1',
    STOP_DELAY: '3',
    LOG_LEVEL: 'error',
  }
  const start = (port = 0) => startServer({ folder, settings, port })
  const servers: ChildProcess[] = await Promise.all(ports.map(start))
  const nginx = hasProxy ? await startNginx({ work, https, ports }) : undefined
  const agents = { secure: new Agent({ keepAlive: true, maxSockets: 50, rejectUnauthorized: false }) }
  const plain = new PlainAgent({ keepAlive: true, maxSockets: 50 })
  const outcomes: Outcome[] = []
  let began = Date.now()
  let turn = 0

  const receive = (sent: Sent, port: number) =>
    receiveFrom(
      sent,
      hasProxy ? { port, agent: agents.secure, request } : { port, agent: plain, request: plainRequest },
    )

  async function send(sent: Sent): Promise<Outcome> {
    const startedAt = performance.now()
    const at = Date.now() - began
    turn += 1
    const [first = 0, second = 0] = hasProxy ? [https, https] : [ports[turn % 2], ports[(turn + 1) % 2]]
    const answer = await receive(sent, first)
    // What nginx does with a process whose port is closed.
    const { status, text } = !hasProxy && answer.text.includes('ECONNREFUSED') ? await receive(sent, second) : answer
    const outcome = { kind: sent.kind, status, ms: performance.now() - startedAt, at, body: text }
    outcomes.push(outcome)
    return outcome
  }

  async function end(which: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const server = servers[which]
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }

  return {
    settings,
    outcomes,
    begin: () => {
      began = Date.now()
    },
    elapsed: () => Date.now() - began,
    send,
    async restart(which) {
      await end(which, 'SIGTERM')
      servers[which] = await start(ports[which])
    },
    async kill(which) {
      await end(which, 'SIGKILL')
      await sleep(restartPauseMs)
      servers[which] = await start(ports[which])
    },
    memory: () => servers.reduce((sum, { pid }) => sum + residentMegabytes(pid), 0),
    proxyErrors: () => nginx?.errors() ?? 0,
    async close() {
      await Promise.all([end(0, 'SIGTERM'), end(1, 'SIGTERM')])
      nginx?.stop()
      agents.secure.destroy()
      plain.destroy()
      rmSync(work, { recursive: true, force: true })
    },
  }
}

type Through =
  | { port: number; agent: Agent; request: typeof request }
  | { port: number; agent: PlainAgent; request: typeof plainRequest }

function receiveFrom(
  { method, path, token, body }: Sent,
  { port, agent, request: open }: Through,
): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>()
  const fail = (error: NodeJS.ErrnoException) => resolve({ status: 0, text: error.code ?? error.message })
  const sent = open({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => (text += part))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    response.on('error', fail)
  })
  sent.on('error', fail)
  sent.end(body && JSON.stringify(body))
  return promise
}

async function startServer({
  folder,
  settings,
  port,
}: {
  folder: string
  settings: Record<string, string>
  port: number
}): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH, ...settings, PORT: String(port) }
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
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

/** Zero for a process that has just ended. Linux only, as the deployment is. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(status.match(/^VmRSS:\s+(\d+)/m)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
