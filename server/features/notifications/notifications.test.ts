import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { notificationKinds } from '#contract/notifications.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'

import { notificationsRoutes } from './notifications.routes.ts'
import { notifyUsers } from './usecases/notify-users.ts'
import { wantsMail } from './usecases/preferences.ts'

const platform = await testPlatform()

async function person() {
  const { patientId } = await buildPatient(platform)
  const client = clientOf(platform, notificationsRoutes, patientId)
  return { client, userId: patientId }
}

const both = (appointment: boolean, reminder: boolean) => ({
  items: [
    { kind: 'appointment', byMail: appointment, byPush: true },
    { kind: 'reminder', byMail: reminder, byPush: true },
    { kind: 'message', byMail: true, byPush: true },
    { kind: 'rating', byMail: true, byPush: true },
    { kind: 'account', byMail: true, byPush: true },
    { kind: 'points', byMail: false, byPush: true },
    { kind: 'promotion', byMail: false, byPush: false },
  ],
})

test.each([
  { table: 'notifications', column: 'type' },
  { table: 'notification_preferences', column: 'kind' },
])('the check of $table allows the kinds of the contract, and no other', async ({ table, column }) => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(pg_constraint.oid) as definition from pg_constraint
    join pg_attribute on attrelid = conrelid and conkey = array[attnum]
    where conrelid = ${table}::regclass and contype = 'c' and attname = ${column}`.execute(platform.db)
  const allowed = rows.flatMap(({ definition }) => [...definition.matchAll(/'(\w+)'/g)].map(([, kind]) => kind))
  expect(new Set(allowed)).toEqual(new Set(notificationKinds))
})

describe('preferences', () => {
  test('are on for every kind but promotions until the user switches them', async () => {
    const { client, userId } = await person()
    expect(await client.preferences()).toEqual(both(true, true))
    expect(await wantsMail(platform.db, { userId, kind: 'reminder' })).toBe(true)
  })

  test('are switched off and on by kind, for that account alone', async () => {
    const [ana, luis] = [await person(), await person()]
    expect(await ana.client.setPreference({ kind: 'reminder', byMail: false })).toEqual(both(true, false))
    expect(await ana.client.setPreference({ kind: 'reminder', byMail: false })).toEqual(both(true, false))
    expect(await wantsMail(platform.db, { userId: ana.userId, kind: 'reminder' })).toBe(false)
    expect(await wantsMail(platform.db, { userId: ana.userId, kind: 'appointment' })).toBe(true)
    expect(await luis.client.preferences()).toEqual(both(true, true))
    expect(await ana.client.setPreference({ kind: 'appointment', byMail: false })).toEqual(both(false, false))
    expect(await ana.client.setPreference({ kind: 'reminder', byMail: true })).toEqual(both(false, true))
  })

  test('that several requests switch simultaneously are stored once', async () => {
    const { client } = await person()
    await Promise.all([true, false, true, false].map((byMail) => client.setPreference({ kind: 'reminder', byMail })))
    const rows = await platform.db.selectFrom('notification_preferences').selectAll().execute()
    expect(rows.filter(({ kind }) => kind === 'reminder').length).toBeLessThanOrEqual(2)
  })

  test('for promotions are off until the user switches them on', async () => {
    const { client, userId } = await person()
    expect(await wantsMail(platform.db, { userId, kind: 'promotion' })).toBe(false)
    const { items } = await client.setPreference({ kind: 'promotion', byMail: true })
    expect(items.at(-1)).toEqual({ kind: 'promotion', byMail: true, byPush: false })
    expect(await wantsMail(platform.db, { userId, kind: 'promotion' })).toBe(true)
  })

  test.for([
    { kind: 'nada', byMail: true },
    { kind: 'account', byMail: false },
    { kind: 'points', byMail: true },
    { kind: 'reminder' },
    { kind: 'reminder', byMail: 'no' },
    {},
  ])('%j is refused', async (input) => {
    const { client } = await person()
    await expect(client.setPreference(input as never)).rejects.toMatchObject({
      status: expect.toSatisfy((status) => status < 500),
    })
  })
})

test('a notification composed of the longest names is stored with its title and its message cut', async () => {
  const { userId } = await person()
  const entry = { event: 'appointments.booked', to: { userId }, href: '/dashboard', about: null } as const
  const names = '🌿'.repeat(800)
  expect(await notifyUsers(platform.db, { platform, entries: [{ ...entry, title: names, message: names }] })).toBe(1)
  const row = platform.db.selectFrom('notifications').where('user_id', '=', userId).select(['title', 'message'])
  expect(await row.executeTakeFirst()).toEqual({ title: `${'🌿'.repeat(119)}…`, message: `${'🌿'.repeat(499)}…` })
})
