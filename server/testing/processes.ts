import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, vi } from 'vitest'

import { variables } from '#server/platform/settings-variables.ts'

import { freePort } from './free-port.ts'
import { onCleanup } from './resources.ts'

const root = join(import.meta.dirname, '../..')
/** A key of clinical records, which production requires. */
export const testRecordKeys = `test:${Buffer.alloc(32, 'a').toString('base64')}`
/** Overrides the settings of the tests and of a developer's .env with empty ones. */
const unsetVariables = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

function launch({ args, env }: { args: readonly string[]; env: NodeJS.ProcessEnv }): {
  child: ChildProcess
  output(): string
} {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...unsetVariables, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onCleanup(() => stop(child))
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return { child, output: () => output }
}

export type Running = {
  url: string
  stop(): Promise<void>
  /** As a power failure does: without a chance to finish anything. */
  kill(): Promise<void>
  /** The log of the process so far. */
  output(): string
  /** Whether the process ended, by itself or because a test ended it. */
  hasEnded(): boolean
}

/** A real Senda server in a separate process, by default in production. It is stopped after the file's tests. */
export async function startSenda(input: { env: NodeJS.ProcessEnv }): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { NODE_ENV: 'production', RECORD_KEYS: testRecordKeys, PORT: String(port), PUBLIC_URL: url, ...input.env }
  const { child, output } = launch({ args: ['server/main.ts'], env })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const requireReady = async () => {
    // A process that has ended gets no more ready by waiting.
    if (!hasEnded()) expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }
  await vi.waitFor(requireReady, { timeout: 30_000, interval: 50 })
  if (hasEnded()) throw new Error(`the server ended with ${child.exitCode}: ${output()}`)
  const kill = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return { url, stop: () => stop(child), kill, output, hasEnded }
}

/** Runs `npm run admin -- …` in a separate process. */
export async function runAdmin({
  words,
  env,
}: {
  words: readonly string[]
  env: NodeJS.ProcessEnv
}): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch({ args: ['server/admin.ts', ...words], env })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}
