import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { buildPatient } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { pointsOf } from '#server/testing/points.ts'
import { deletePoints, grantPoints } from './points.ts'

const platform = await testPlatform()
const { db } = platform

const give = (userId: string, { points, type, id }: { points?: number; id?: string; type?: 'earned' | 'bonus' } = {}) =>
  db.transaction().execute((tx) =>
    grantPoints(tx, {
      userId,
      points: points ?? 100,
      type: type ?? 'bonus',
      description: 'Una cita',
      reference: { type: 'account', id: id ?? newId() },
      now: platform.clock.now(),
    }),
  )

/** Balances that are not the sum of their movements. */
const wrongBalances = () =>
  sql`select p.user_id from user_points p full join (select user_id, sum(points_amount) as sum from points_transactions group by user_id) t
    using (user_id) where coalesce(p.available_points, 0) <> coalesce(t.sum, 0)`.execute(db)

describe('points', () => {
  test('have a balance that is always the sum of the movements, even when many arrive simultaneously', async () => {
    const patients = await Promise.all([buildPatient(platform), buildPatient(platform)])
    const gifts = Array.from({ length: 40 }, (_, n) => give(patients[n % 2]?.patientId ?? '', { points: n + 1 }))
    expect((await Promise.all(gifts)).every(Boolean)).toBe(true)
    expect((await wrongBalances()).rows).toEqual([])
    const { points, pointMovements } = await pointsOf(platform, { userId: patients[0].patientId })
    expect(points).toMatchObject({ available: 400, lifetime: 400 })
    expect(pointMovements).toHaveLength(20)
  })

  test('are a ledger: the database refuses to change a movement, and refuses one whose sign contradicts its type', async () => {
    const { patientId } = await buildPatient(platform)
    await give(patientId)
    const change = sql`update points_transactions set points_amount = 5 where user_id = ${patientId}`
    await expect(change.execute(db)).rejects.toThrow('never changed')
    for (const [type, points] of [
      ['earned', -5],
      ['bonus', -5],
      ['redeemed', 5],
      ['expired', 5],
    ] as const) {
      const movement = sql`insert into points_transactions (id, user_id, points_amount, transaction_type, description, created_at)
        values (${newId()}, ${patientId}, ${points}, ${type}, '', now())`
      await expect(movement.execute(db)).rejects.toMatchObject({ code: '23514' })
    }
  })

  test('are granted once for one reference and type, even by simultaneous requests', async () => {
    const { patientId } = await buildPatient(platform)
    const id = newId()
    const grants = await Promise.all(Array.from({ length: 8 }, () => give(patientId, { id })))
    expect(grants.filter(Boolean)).toHaveLength(1)
    expect(await give(patientId, { id, type: 'earned' })).toBe(true)
    expect((await pointsOf(platform, { userId: patientId })).points?.available).toBe(200)
    expect((await wrongBalances()).rows).toEqual([])
  })

  test('are not granted when their transaction is rolled back', async () => {
    const { patientId } = await buildPatient(platform)
    const undone = db.transaction().execute(async (tx) => {
      const reference = { type: 'account', id: newId() } as const
      await grantPoints(tx, {
        userId: patientId,
        points: 5,
        type: 'bonus',
        description: 'Un regalo',
        reference,
        now: new Date(),
      })
      throw new Error('something else failed')
    })
    await expect(undone).rejects.toThrow('something else failed')
    expect(await pointsOf(platform, { userId: patientId })).toEqual({ points: null, pointMovements: [] })
  })

  test.each([0, -5, 1.5])('cannot be granted in the amount of %d', async (points) => {
    const { patientId } = await buildPatient(platform)
    await expect(give(patientId, { points })).rejects.toThrow()
  })

  test('stay as long as their account: the database refuses to delete them', async () => {
    const { patientId } = await buildPatient(platform)
    await give(patientId)
    const deletion = db.transaction().execute((tx) => deletePoints(tx, { userId: patientId }))
    await expect(deletion).rejects.toThrow('deleted only with their account')
    await expect(sql`delete from points_transactions where user_id = ${patientId}`.execute(db)).rejects.toThrow(
      'deleted only with their account',
    )
    await expect(sql`truncate points_transactions`.execute(db)).rejects.toThrow('never changed')
    expect((await pointsOf(platform, { userId: patientId })).points?.available).toBe(100)
  })
})
