import { createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'

import { connectDatabase } from '#server/platform/postgres/database.ts'
import { signUp, startService } from '#server/testing/auth-service.ts'
import { parseRefreshToken } from './refresh-tokens.ts'

const service = await startService()
const { db } = service.platform

describe('whoever has a copy of the database', () => {
  test('cannot compute the refresh token of a session', async () => {
    const { session, user } = await signUp(service)
    const row = await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow()
    const real = parseRefreshToken(session.refresh_token)
    if (!real) throw new Error('no token')
    const mac = createHmac('sha256', row.refresh_key).update(real.signed).digest()
    const computed = Buffer.concat([real.signed, mac]).toString('base64url')
    const { error } = await service.client().refreshSession({ refresh_token: computed })
    expect(error?.code).toBe('refresh_token_not_found')
    expect((await service.client().refreshSession({ refresh_token: session.refresh_token })).error).toBeNull()
  })

  test('finds no key that signs access tokens', async () => {
    await signUp(service)
    const rows = await db.selectFrom('signing_keys').selectAll().execute()
    expect(rows).toHaveLength(1)
    const texts = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
    for (const text of texts) expect(text).not.toMatch(/"d":/)
  })
})

test('with another secret all sessions are over, and signing in works', async () => {
  const before = await startService()
  const { session, email, password } = await signUp(before)
  const { platform } = before
  // The connections are others as well, as they would be after a restart.
  const { close, ...restarted } = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
  onTestFinished(close)
  const after = await startService({ alter: () => ({ ...platform, ...restarted, secret: Buffer.alloc(32, 9) }) })
  expect((await after.client().getUser(session.access_token)).error?.code).toBe('bad_jwt')
  const refreshed = await after.client().refreshSession({ refresh_token: session.refresh_token })
  expect(refreshed.error?.code).toBe('refresh_token_not_found')
  const again = after.client()
  expect((await again.signInWithPassword({ email, password })).error).toBeNull()
  expect((await again.getUser()).error).toBeNull()
})
