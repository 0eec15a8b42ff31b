import { describe, expect, test } from 'vitest'

import { connectDatabase } from '#server/platform/postgres/database.ts'
import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { codesOf, expiredCode } from '#server/testing/typed-codes.ts'

const service = await startService()
const { enterCode, requestRecovery, requestLink } = codesOf(service)
const { db, clock, databaseUrl, log } = service.platform

const wrongCode = (right: string) => (right.replace(' ', '') === '000000' ? '000001' : '000000')

describe('guessing a code', () => {
  test('fails for the right code after five wrong ones, while the link still works', async () => {
    const { email } = await signUp(service)
    await requestRecovery(email)
    const code = await service.codeTo(email)
    for (let i = 0; i < 5; i += 1) {
      expect((await enterCode(email, wrongCode(code), 'recovery')).error).toMatchObject(expiredCode)
    }
    expect((await enterCode(email, code, 'recovery')).error).toMatchObject(expiredCode)
    expect((await service.press(await service.linkTo(email))).values.has('access_token')).toBe(true)
  })

  test('succeeds with the right code after four wrong ones, and resets the tries', async () => {
    const { email } = await signUp(service)
    for (let round = 0; round < 2; round += 1) {
      await requestRecovery(email)
      const code = await service.codeTo(email)
      for (let i = 0; i < 4; i += 1) await enterCode(email, wrongCode(code), 'recovery')
      expect((await enterCode(email, code, 'recovery')).error).toBeNull()
      await db.deleteFrom('rate_limits').where('key', 'like', 'auth.mail.%').execute()
    }
  })

  test.for(['recovery', 'magiclink', 'signup'] as const)(
    'gets a new code but no new tries from another mail (%s)',
    async (kind) => {
      const { email } = await signUp(service)
      const requestCode = async () => {
        await db.deleteFrom('rate_limits').where('key', 'like', 'auth.mail.%').execute()
        if (kind === 'recovery') await requestRecovery(email)
        else if (kind === 'magiclink') await requestLink(email)
        else expect((await service.client().resend({ type: 'signup', email })).error).toBeNull()
      }
      await requestCode()
      const code = await service.codeTo(email)
      for (let i = 0; i < 5; i += 1) await enterCode(email, wrongCode(code), kind)
      await requestCode()
      expect((await enterCode(email, await service.codeTo(email), kind)).error).toMatchObject(expiredCode)
      // Also when the address's count was lost: the token has its own.
      await db.deleteFrom('rate_limits').execute()
      const { db: ownDb, pool } = await connectDatabase({ url: databaseUrl, log, max: 2 })
      const elsewhere = await startService({ alter: () => ({ ...service.platform, db: ownDb, pool }) })
      expect((await enterCode(email, await service.codeTo(email), kind, elsewhere)).error).toMatchObject(expiredCode)
      await pool.end()
      expect((await service.press(await service.linkTo(email))).values.has('access_token')).toBe(true)
    },
  )

  test('gets five tries in sixty simultaneous requests from as many network addresses', async () => {
    const { email } = await signUp(service)
    await requestRecovery(email)
    const code = (await service.codeTo(email)).replace(' ', '')
    const guesses = Array.from({ length: 60 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'))
    await Promise.all(guesses.map((guess) => enterCode(email, guess, 'recovery')))
    const token = await db
      .selectFrom('one_time_tokens')
      .select('attempts')
      .where('email', '=', email)
      .where('kind', '=', 'recovery')
      .executeTakeFirst()
    expect(token?.attempts).toBe(5)
  })

  test('of an unknown address gets the same response', async () => {
    const email = newAddress()
    for (let i = 0; i < 7; i += 1)
      expect((await enterCode(email, '123456', 'recovery')).error).toMatchObject(expiredCode)
  })

  test('is not easier after many sign-ups with the address: only the newest three codes count', async () => {
    const strict = await startService({ settings: { requireEmailConfirmation: true } })
    const email = newAddress()
    const codes: string[] = []
    for (let i = 0; i < 5; i += 1) {
      await strict.client().signUp({ email, password: `de-alguien-${i}` })
      codes.push(await strict.codeTo(email))
      await strict.resetLimits()
    }
    expect(new Set(codes).size).toBe(5)
    expect((await enterCode(email, codes[0] ?? '', 'email', strict)).error).toMatchObject(expiredCode)
    expect((await enterCode(email, codes[2] ?? '', 'email', strict)).error).toBeNull()
  })

  test('is not easier when many accounts request the same new address: only the newest three codes count', async () => {
    const newEmail = newAddress()
    const codes: string[] = []
    for (let i = 0; i < 5; i += 1) {
      const { client } = await signUp(service)
      expect((await client.updateUser({ email: newEmail })).error).toBeNull()
      codes.push(await service.codeTo(newEmail))
      await service.resetLimits()
      clock.advance(1000)
    }
    const attempts = async () => {
      const rows = await db
        .selectFrom('one_time_tokens')
        .select('attempts')
        .where('email', '=', newEmail)
        .orderBy('created_at')
        .execute()
      return rows.map((row) => row.attempts)
    }
    expect((await enterCode(newEmail, codes[1] ?? '', 'email_change')).error).toMatchObject(expiredCode)
    expect(await attempts()).toEqual([0, 0, 1, 1, 1])
    // The other address must still confirm, so the response has neither a session nor an error.
    expect((await enterCode(newEmail, codes[2] ?? '', 'email_change')).error).toBeNull()
    clock.set(new Date())
  })
})
