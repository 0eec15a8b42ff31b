import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'

import { testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'

import { deleteAccount } from './delete-account.ts'
import { readConsequences } from './read-deletion-consequences.ts'

const platform = await testPlatform()

const remove = (actor: { userId: string; sessionId: string }, currentPassword: string | null = null) =>
  deleteAccount(platform, { actor, currentPassword })

const statusOf = async (userId: string) =>
  (await platform.db.selectFrom('profiles').select('status').where('id', '=', userId).executeTakeFirst())?.status

describe('the deletion of an account', () => {
  const needed = { code: 'accounts.reauthentication_needed', status: 403 }
  const wrong = { code: 'accounts.wrong_password', status: 403 }
  const password = 'sombra-de-ceibo'

  test('needs a sign-in within the last 15 minutes of an account without a password', async () => {
    const person = await buildSignedIn(platform)
    platform.clock.advance(15 * minuteMs)
    await remove(person)
    platform.clock.advance(-15 * minuteMs)
    expect(await statusOf(person.userId)).toBe('deleted')
  })

  test('needs the current password, however recent the sign-in is', async () => {
    const person = await buildSignedIn(platform, { password })
    const withoutPassword = await buildSignedIn(platform)
    await expect(remove(person)).rejects.toMatchObject(needed)
    platform.clock.advance(15 * minuteMs + 1_000)
    await expect(remove(person)).rejects.toMatchObject(needed)
    await expect(remove(person, '')).rejects.toMatchObject(needed)
    await expect(remove(person, 'otra')).rejects.toMatchObject(wrong)
    await expect(remove(withoutPassword)).rejects.toMatchObject(needed)
    await expect(remove(withoutPassword, password)).rejects.toMatchObject(wrong)
    await remove(person, password)
    platform.clock.advance(-15 * minuteMs - 1_000)
    expect(await statusOf(person.userId)).toBe('deleted')
    expect(await statusOf(withoutPassword.userId)).toBe('active')
  })

  test('is refused with a wrong password, even after a recent sign-in', async () => {
    const person = await buildSignedIn(platform, { password })
    await expect(remove(person, 'otra')).rejects.toMatchObject(wrong)
  })

  test('limits the number of passwords that can be tried', async () => {
    const person = await buildSignedIn(platform, { password })
    for (let tries = 0; tries < 20; tries++) await expect(remove(person, `clave-${tries}`)).rejects.toMatchObject(wrong)
    await expect(remove(person, password)).rejects.toMatchObject({ code: 'request.too_many' })
  })

  test('needs a session that is still open', async () => {
    const person = await buildSignedIn(platform)
    await platform.db.deleteFrom('sessions').where('id', '=', person.sessionId).execute()
    await expect(remove(person)).rejects.toMatchObject({ code: 'session.missing' })
    const other = await buildSignedIn(platform)
    await expect(remove({ userId: person.userId, sessionId: other.sessionId })).rejects.toMatchObject({
      code: 'session.missing',
    })
  })

  test('is refused to the last administrator', async () => {
    const person = await buildSignedIn(platform, { roles: ['admin'] })
    const banned = await buildSignedIn(platform, { roles: ['admin'] })
    await platform.db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', banned.userId).execute()
    expect(await readConsequences(platform, person)).toMatchObject({ blockedBy: 'accounts.last_administrator' })
    await expect(remove(person)).rejects.toMatchObject({ code: 'accounts.last_administrator', status: 409 })
    const other = await buildSignedIn(platform, { roles: ['admin'] })
    await remove(person)
    expect(await readConsequences(platform, other)).toMatchObject({ blockedBy: 'accounts.last_administrator' })
    await platform.db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
  })

  test('by all three administrators simultaneously leaves one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const admins = [
        await buildSignedIn(platform, { roles: ['admin'] }),
        await buildSignedIn(platform, { roles: ['admin'] }),
        await buildSignedIn(platform, { roles: ['admin'] }),
      ]
      const outcomes = await Promise.allSettled(admins.map((admin) => remove(admin)))
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
      expect(refused).toMatchObject([{ code: 'accounts.last_administrator' }])
      const left = await sql`select from user_roles where role = 'admin'`.execute(platform.db)
      expect(left.rows).toHaveLength(1)
      await platform.db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
    }
  })
})
