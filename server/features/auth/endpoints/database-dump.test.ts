import { createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'

import { teamRoutes } from '#server/features/centers/routes/team.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { buildFeeds } from '#server/testing/calendar-feeds.ts'
import { clientOf } from '#server/testing/calling.ts'
import { dumpDatabase } from '#server/testing/database-dump.ts'
import { runJobs } from '#server/testing/platform.ts'
import { callerWithSession } from '#server/testing/signed-in.ts'
import { parseRefreshToken } from '../sessions/refresh-tokens.ts'

const service = await startService()
const { db } = service.platform

describe('a thief with a copy of the database', () => {
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
    for (const text of texts) expect(text).not.toMatch(/"d\\?":/)
  })
})

describe('a whole copy of the database, job queue included', () => {
  /** Every credential in the mails: the links' random tokens, and the codes as they are typed. */
  async function mailedSecrets({ platform }: typeof service) {
    const mails = await listMails(platform, { limit: 1000 })
    return mails.flatMap(({ kind, text }) => [
      ...[...text.matchAll(/[\w-]{40,}/g)].map(([word]) => ({ kind, secret: word })),
      ...[...text.matchAll(/^\d{3} \d{3}$/gm)].map(([code]) => ({ kind, secret: code })),
    ])
  }

  test('contains no mailed link or code, neither of a queued mail nor of a requested one', async () => {
    const waiting = await startService({ leavesJobs: true })
    const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
    const { client, email } = await signUp(waiting)
    await client.reauthenticate()
    await waiting.send('POST', '/recover', { body: { email, ...pkce } })
    await waiting.send('POST', '/otp', { body: { email } })
    const queued = await dumpDatabase(waiting.platform)
    expect(queued).toContain('auth.requested-mail')
    await runJobs(waiting.platform, { only: 'auth.requested-mail' })
    const { centerId } = await buildFeeds(waiting.platform)
    const team = clientOf(waiting.platform, teamRoutes, callerWithSession(waiting.platform, centerId))
    await team.invite({ centerId, email: newAddress(), role: 'reception', professionalId: null })
    const { client: mover } = await signUp(waiting)
    await mover.updateUser({ email: newAddress() })

    const secrets = await mailedSecrets(waiting)
    const kinds = new Set(secrets.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([
      'accounts.email_change_current',
      'accounts.email_change_new',
      'accounts.magiclink',
      'accounts.reauthentication',
      'accounts.recovery',
      'accounts.signup',
      'centers.invitation',
    ])
    const dump = await dumpDatabase(waiting.platform)
    expect(secrets.filter(({ secret }) => dump.includes(secret))).toEqual([])
    expect(secrets.filter(({ secret }) => dump.includes(`"${secret.replace(' ', '')}"`))).toEqual([])
  })

  test('contains no token, no code of a redirect and no calendar URL that a browser received', async () => {
    const { session, email } = await signUp(service)
    await service.send('POST', '/recover', {
      body: { email, code_challenge: 'c'.repeat(43), code_challenge_method: 's256' },
    })
    const { to } = await service.press(await service.linkTo(email))
    const authCode = new URL(to).searchParams.get('code') ?? ''
    const { centerId, ana, as } = await buildFeeds(service.platform)
    const feed = await as(ana.userId).create({ centerId, professionalId: ana.professionalId })
    const feedToken = /[\w-]{43}/.exec(JSON.stringify(feed))?.[0] ?? ''
    expect([authCode.length > 30, feedToken.length]).toEqual([true, 43])

    const dump = await dumpDatabase(service.platform)
    expect(dump).toContain(email)
    for (const secret of [session.access_token, session.refresh_token, authCode, feedToken]) {
      expect(dump).not.toContain(secret)
    }
  })
})

test('a changed secret ends all sessions, and users can sign in again', async () => {
  const before = await startService()
  const { session, email, password } = await signUp(before)
  const { platform } = before
  // With new connections, as after a restart.
  const { close, ...restarted } = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
  onTestFinished(close)
  const after = await startService({ alter: () => ({ ...platform, ...restarted, secret: Buffer.alloc(32, 9) }) })
  expect((await after.client().getUser(session.access_token)).error?.code).toBe('bad_jwt')
  const refreshed = await after.client().refreshSession({ refresh_token: session.refresh_token })
  expect(refreshed.error?.code).toBe('refresh_token_not_found')
  const restoredClient = after.client()
  expect((await restoredClient.signInWithPassword({ email, password })).error).toBeNull()
  expect((await restoredClient.getUser()).error).toBeNull()
})
