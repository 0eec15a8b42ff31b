import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Senda with its demo data, as `npm start` serves the pages that were built. */
export async function startDemoServer(): Promise<{ base: string; pid: number | undefined; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'senda-bench-'))
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const senda = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async () => {
    if (senda.exitCode === null) {
      senda.kill('SIGTERM')
      await once(senda, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  const base = `http://127.0.0.1:${port}`
  try {
    await ready(`${base}/readyz`)
  } catch (error) {
    await stop()
    throw error
  }
  return { base, pid: senda.pid, stop }
}

async function ready(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await sleep(200)
  }
  throw new Error('the server did not become ready within a minute')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
