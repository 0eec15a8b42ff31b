// The server of the accounts bench: the whole app, and a second one without the check of the token.
import { verify } from '@node-rs/argon2'

import type { Actor } from '#server/api/actor.ts'
import { hashPassword } from '#server/features/auth/passwords/passwords.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { readSettings } from '#server/platform/settings.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { createBenchApp, serveApp } from './app-server.ts'
import { benchDatabase } from './database.ts'
import { benchPlatform } from './platform.ts'

export type AccountsSetup = {
  origin: string
  /** The same app without the check of the access token. */
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
    isProven: true,
    registrationPending: false,
  })
}

const setup: AccountsSetup = {
  origin: await serveApp(await createBenchApp(platform)),
  uncheckedOrigin: await serveApp(await createBenchApp(platform, (bearer) => Promise.resolve(actors.get(bearer)))),
  emails,
  password,
  tokens,
}
process.send?.(setup)

/** Verifications a second, with as many in parallel as the bench has connections. */
async function bareArgon2(): Promise<number> {
  const count = 240
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const _ of indexes) await verify(passwordHash, password)
    }),
  )
  return count / ((performance.now() - startedAt) / 1000)
}
process.on('message', () => void bareArgon2().then((rate) => process.send?.(rate)))
process.on('disconnect', () => {
  void database.stop().then(() => process.exit(0))
})
