import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { maxFavorites } from '#contract/favorite-limits.ts'
import { withholdApproval } from '#server/features/centers/repository/centers.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { favoritesRoutes } from './favorites.routes.ts'

const platform = await testPlatform()
const { db, clock } = platform
const as = (userId: string) => clientOf(platform, favoritesRoutes, userId)

let patientId: string
let centerId: string
beforeEach(async () => {
  patientId = (await buildPatient(platform)).patientId
  centerId = (await buildService(platform)).centerId
})

const savedOf = async (userId: string) => (await as(userId).list({})).items.map((item) => item.centerId)
const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * hourMs).toISOString()

describe('saving a centre', () => {
  test('lists it once, however often and however simultaneously it is saved', async () => {
    await Promise.all([1, 2, 3].map(() => as(patientId).save({ centerId })))
    expect(await as(patientId).save({ centerId })).toMatchObject({ items: [{ centerId, isPublished: true }] })
  })

  test('changes the list of the caller alone', async () => {
    const { patientId: other } = await buildPatient(platform)
    await as(other).save({ centerId })
    await as(patientId).save({ centerId })
    expect(await as(patientId).remove({ centerId })).toEqual({ items: [] })
    expect(await as(patientId).remove({ centerId })).toEqual({ items: [] })
    expect(await savedOf(other)).toEqual([centerId])
  })

  test('is refused for a centre that visitors do not see, and beyond the limit also of two simultaneous requests', async () => {
    const pending = await buildCenter(platform, { isApproved: false, isPublic: false })
    await expect(as(patientId).save(pending)).rejects.toEqual(withCode('centers.not_found'))
    const { centerId: another } = await buildService(platform)
    await fill(patientId, maxFavorites - 1)
    const results = await Promise.allSettled([centerId, another].map((id) => as(patientId).save({ centerId: id })))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await savedOf(patientId)).toHaveLength(1)
  })
})

/** Counts as this many saved centres. Without their centres, which the list would name. */
async function fill(userId: string, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into favorites (user_id, center_id, saved_at)
      select ${userId}, gen_random_uuid(), ${clock.now()} from generate_series(1, ${count}::int)`.execute(tx)
  })
}

describe('the centres of a browser, merged into the account', () => {
  test('are neither lost nor doubled, keep their moments, and may be sent again', async () => {
    const { centerId: second } = await buildService(platform)
    await as(patientId).save({ centerId })
    const items = [
      { centerId: second, savedAt: hoursAgo(2) },
      { centerId, savedAt: hoursAgo(3) },
      { centerId: second, savedAt: hoursAgo(5) },
      // A centre that no longer exists, and a clock that is ahead.
      { centerId: newId(), savedAt: hoursAgo(-50) },
    ]
    expect(await as(patientId).merge({ items })).toEqual({ left: [] })
    expect(await as(patientId).merge({ items })).toEqual({ left: [] })
    expect((await as(patientId).list({})).items).toMatchObject([
      { centerId, savedAt: clock.now().toISOString() },
      { centerId: second, savedAt: hoursAgo(2) },
    ])
  })

  test('include one that staff have closed in the meantime, and none that was never approved', async () => {
    const { centerId: pending } = await buildService(platform)
    await db.updateTable('center_profiles').set({ approved_at: null }).where('id', '=', pending).execute()
    await db.transaction().execute((tx) => withholdApproval(tx, { centerId, now: clock.now() }))
    const items = [centerId, pending].map((id) => ({ centerId: id, savedAt: hoursAgo(1) }))
    await as(patientId).merge({ items })
    expect((await as(patientId).list({})).items).toMatchObject([{ centerId, isPublished: false }])
  })

  test('are returned when the account has no room for them', async () => {
    const { centerId: second } = await buildService(platform)
    await fill(patientId, maxFavorites - 1)
    const items = [
      { centerId, savedAt: hoursAgo(2) },
      { centerId: second, savedAt: hoursAgo(1) },
    ]
    expect(await as(patientId).merge({ items })).toEqual({ left: [centerId] })
    expect(await savedOf(patientId)).toContain(second)
  })
})

describe('a saved centre that closes', () => {
  test('stays in the list, says that it is not published, can be removed, and is not compared', async () => {
    await as(patientId).save({ centerId })
    await db.transaction().execute((tx) => withholdApproval(tx, { centerId, now: clock.now() }))
    expect((await as(patientId).list({})).items).toMatchObject([{ centerId, isPublished: false }])
    expect((await as(patientId).centers({ centerIds: [centerId] })).items).toEqual([])
    expect(await as(patientId).remove({ centerId })).toEqual({ items: [] })
  })
})

describe('compared centres', () => {
  test('are in the order of the request, each once, with price, next time, rule and languages', async () => {
    const second = await buildService(platform, { priceCents: 99_000 })
    const { items } = await as(patientId).centers({ centerIds: [second.centerId, centerId, second.centerId, newId()] })
    expect(items.map(({ id }) => id)).toEqual([second.centerId, centerId])
    expect(items[0]).toMatchObject({
      priceFromCents: 99_000,
      offer: { priceCents: 99_000, samePrice: true },
      lateRefundPercent: 50,
      languages: ['Español'],
      distanceMeters: null,
    })
    expect(items[0]?.nextTimes.length).toBeGreaterThan(0)
  })

  test('have the distance from a known place', async () => {
    const pin = { latitude: -34.91, longitude: -56.15, is_pin_exact: true }
    await db.updateTable('center_profiles').set(pin).where('id', '=', centerId).execute()
    const near = await as(patientId).centers({ centerIds: [centerId], near: 'pocitos' })
    expect(near.placeName).toBe('Pocitos')
    expect(near.items[0]?.distanceMeters).toBeLessThan(3_000)
    const at = await as(patientId).centers({ centerIds: [centerId], latitude: -34.91, longitude: -56.15 })
    expect(at.items[0]?.distanceMeters).toBe(0)
    await expect(as(patientId).centers({ centerIds: [centerId], near: 'atlantida-perdida' })).rejects.toEqual(
      withCode('centers.unknown_place'),
    )
  })
})
