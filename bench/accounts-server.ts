// The server of the accounts bench: the whole app, and a second one without the check of the token.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'

import type { Actor } from '#server/api/actor.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { hashPassword } from '#server/features/auth/passwords/passwords.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { createApp } from '#server/http/app.ts'
import { readSettings } from '#server/platform/settings.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { benchDatabase } from './database.ts'
import { benchPlatform } from './platform.ts'

export type BenchPlaces = {
  origin: string
  /** The same app, which trusts the caller's claim of who they are. */
  uncheckedOrigin: string
  emails: string[]
  password: string
  tokens: string[]
}

const password = 'camino-de-prueba'
const database = await benchDatabase()
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'fatal' }), trustedProxies: 1 }
const platform = benchPlatform({ ...database, settings })

const passwordHash = await hashPassword(password)
const emails = Array.from({ length: 300 }, (_, index) => `persona-${index}@example.uy`)
const tokens: string[] = []
const actors = new Map<string, Actor>()
for (const [index, email] of emails.entries()) {
  const userId = await createAccount(platform, {
    email,
    fullName: 'Persona',
    roles: ['patient'],
    password: null,
    passwordHash,
  })
  if (userId === undefined || index >= 50) continue
  const {
    sessionId,
    tokens: { access_token: token },
  } = await signIn(platform, userId)
  tokens.push(token)
  actors.set(token, {
    userId,
    sessionId,
    email,
    roles: ['patient'],
    userType: 'patient',
    aal: 'aal1',
    hasSecondFactor: false,
    registrationPending: false,
  })
}

async function serve(check: (bearer: string) => Promise<Actor | undefined>): Promise<string> {
  const app = await createApp({
    platform,
    dev: false,
    authenticate: check,
    authService: createAuthService(platform),
    loadPages: () => Promise.resolve({ fetch: () => Promise.resolve(new Response('')) }),
  })
  const server = createServer()
  await app.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const places: BenchPlaces = {
  origin: await serve((bearer) => authenticate(platform, bearer)),
  uncheckedOrigin: await serve((bearer) => Promise.resolve(actors.get(bearer))),
  emails,
  password,
  tokens,
}
process.send?.(places)

/** As many connections as the sign-ins of the bench use. */
async function bareArgon2(): Promise<number> {
  const count = 240
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const _ of indexes) await verify(passwordHash, password)
    }),
  )
  return count / ((performance.now() - started) / 1000)
}
process.on('message', () => void bareArgon2().then((rate) => process.send?.(rate)))
process.on('disconnect', () => {
  void database.stop().then(() => process.exit(0))
})
