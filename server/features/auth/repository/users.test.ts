import { expect, test } from 'vitest'

import { newId } from '#server/platform/ids.ts'
import { buildAccount, buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'

import { lockUser, lockUserByEmail, moveToNewEmail } from './users.ts'

const platform = await testPlatform()
const { db } = platform

test('an account is found by its address', async () => {
  const { userId, email } = await buildSignedIn(platform)
  const found = await db.transaction().execute((tx) => lockUserByEmail(tx, email))
  expect(found?.id).toBe(userId)
  const unknown = await db.transaction().execute((tx) => lockUserByEmail(tx, `${newId()}@example.uy`))
  expect(unknown).toBeUndefined()
})

test('a request that waits for an account’s lock by address finds none after the account moved to another address', async () => {
  const { userId, email } = await buildSignedIn(platform)
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const moving = db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    locked.resolve()
    await release.promise
    await moveToNewEmail(tx, { userId, email: `${newId()}@example.uy`, isProven: true, now: platform.clock.now() })
  })
  await locked.promise
  const waiting = db.transaction().execute((tx) => lockUserByEmail(tx, email))
  // It has found the account and waits for the row's lock.
  await expect
    .poll(async () => (await platform.pool.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0)
  release.resolve()
  await moving
  expect(await waiting).toBeUndefined()
})

test.for(['ana@ejemplo.uy', 'Ana\nGanaste', 'https://premio.invalid'])(
  'the database refuses a name like %j',
  async (name) => {
    const { userId } = await buildAccount(platform)
    const { centerId, professionalId, serviceId } = await buildService(platform)
    const writes = [
      platform.db.updateTable('profiles').set({ full_name: name }).where('id', '=', userId),
      platform.db.updateTable('center_profiles').set({ center_name: name }).where('id', '=', centerId),
      platform.db.updateTable('professionals').set({ full_name: name }).where('id', '=', professionalId),
      platform.db.updateTable('services').set({ name }).where('id', '=', serviceId),
      ...(['full_name', 'relation'] as const).map((column) =>
        platform.db.insertInto('dependants').values({
          id: newId(),
          guardian_id: userId,
          full_name: 'Mía Bidegain',
          relation: 'Hija',
          birth_date: '2018-03-01',
          [column]: name,
        }),
      ),
      platform.db
        .insertInto('guests')
        .values({ id: newId(), center_id: centerId, full_name: name, created_at: new Date(), updated_at: new Date() }),
    ]
    for (const write of writes) await expect(write.execute()).rejects.toThrow(/plain_name/)
  },
)
