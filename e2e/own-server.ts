import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type OwnServer = {
  origin: string
  /** The environment of its processes, for commands on the same data. */
  env: NodeJS.ProcessEnv
  /** The newest mail to this address; waits for it. */
  mailTo(address: string): Promise<Email>
  stop(): Promise<void>
}

export const projectFolder = resolve(import.meta.dirname, '..')

/** A server as an operator runs it, with its own data and a real mail server, for settings that the shared server lacks. */
export async function startOwnServer(settings: NodeJS.ProcessEnv = {}): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'senda-own-'))
  const mails: Email[] = []
  const smtp = await startMailServer(mails)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    LOG_LEVEL: 'fatal',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    RECORD_KEYS: `e2e:${Buffer.alloc(32, 'e').toString('base64')}`,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    SOCIAL_TEST_ISSUER: '',
    ...settings,
  }
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady({ server, origin })
  return {
    origin,
    env,
    async mailTo(address) {
      for (let tries = 0; tries < 100; tries += 1) {
        const found = mails.findLast((mail) => mail.to?.some((to) => to.address === address))
        if (found) return found
        await new Promise((wake) => setTimeout(wake, 100))
      }
      throw new Error(`no mail came to ${address}`)
    },
    async stop() {
      if (server.exitCode === null) {
        server.kill('SIGTERM')
        await once(server, 'exit')
      }
      await smtp.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startMailServer(mails: Email[]): Promise<{ port: number; stop(): Promise<void> }> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(parts)).then(
          (mail) => {
            mails.push(mail)
            done()
          },
          (error: Error) => done(error),
        )
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise((stopped) => smtp.close(stopped)),
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** A new database gets all migrations, which takes a busy machine more than a minute. */
const readyWithinMs = 120_000
/** For the `beforeAll` that starts one. */
export const startTimeoutMs = readyWithinMs + 30_000

async function untilReady({ server, origin }: { server: ChildProcess; origin: string }): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs
  while (Date.now() < giveUpAt) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const response = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((wake) => setTimeout(wake, 200))
  }
  throw new Error('the server did not get ready')
}
