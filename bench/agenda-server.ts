// The server of the agenda bench: the whole app with its built pages, on an existing database, with an owner signed in.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { hashPassword } from '#server/features/auth/passwords/passwords.ts'
import { authenticate } from '#server/features/auth/sessions/authenticate.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/platform/log.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { benchPlatform } from './platform.ts'
import { processorTimeOf } from './processor-time.ts'

export type AgendaSetup = { origin: string; token: string; email: string; password: string }

const [url = '', userId = ''] = process.argv.slice(2)
const password = 'Camino-de-prueba-1'
const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const settings = { ...readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'warn' }), publicUrl: origin }
const log = createLog(settings)
const database = await connectDatabase({ url, log })
const platform = benchPlatform({ ...database, settings })

const now = new Date()
const { email } = await platform.db
  .updateTable('users')
  .set({ encrypted_password: await hashPassword(password), email_confirmed_at: now, email_verified_at: now })
  .where('id', '=', userId)
  .returning('email')
  .executeTakeFirstOrThrow()
await platform.db.insertInto('user_roles').values({ user_id: userId, role: 'center' }).execute()
const { tokens } = await signIn(platform, userId)

const app = await createApp({
  platform,
  dev: false,
  authenticate: (bearer, db) => authenticate({ ...platform, db }, bearer),
  authService: createAuthService(platform, { resets: accountResets }),
})
await app.attach(server)
const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(platform.db)
const readTime = processorTimeOf(rows[0]?.pid ?? 0)
process.on('message', () => process.send?.(readTime()))
process.send?.({ origin, token: tokens.access_token, email, password } satisfies AgendaSetup)
process.on('disconnect', () => process.exit(0))
