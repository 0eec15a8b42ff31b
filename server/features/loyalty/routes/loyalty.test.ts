import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { usersRoutes } from '#server/features/accounts/routes/users.ts'
import { listActionsOf } from '#server/features/moderation/usecases/record-action.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildReward } from '#server/testing/promotions.ts'
import { refuseRow } from '#server/testing/refused-row.ts'
import { expirePoints, grantPoints } from '../usecases/points.ts'
import { expireRedemptions } from '../usecases/redeem-reward.ts'
import { loyaltyRoutes } from './loyalty.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const routes = { loyalty: loyaltyRoutes, users: usersRoutes }
const clientFor = (userId: string) => justRead(platform, clientOf(platform, routes, userId))
const inDays = (days: number) => clock.set(new Date(start.getTime() + days * dayMs))

async function givenPatient(points: number) {
  const { patientId } = await buildPatient(platform)
  if (points > 0) await give(patientId, points)
  return { patientId, client: clientFor(patientId) }
}

const give = (userId: string, points: number) =>
  db.transaction().execute((tx) =>
    grantPoints(tx, {
      userId,
      points,
      type: 'bonus',
      description: 'Un regalo',
      reference: { type: 'account', id: newId() },
      now: clock.now(),
    }),
  )

async function givenStaff(role: 'moderator' | 'admin' = 'moderator') {
  const { userId } = await buildAccount(platform, { fullName: 'Lucía Equipo' })
  const authenticate = () => Promise.resolve(actorOf([role], userId))
  return { userId, client: justRead(platform, clientOf(platform, routes, { bearer: userId, authenticate })) }
}

/** The faults of the ledger, without those that give() causes: its points refer to no account. */
const faults = async () =>
  (await verifyLedger(db)).filter(({ fault }) => !/^is (for (the|an) address|\d+ points for an address)/.test(fault))

const nothingOff = { discountType: 'fixed_amount' as const, discountValue: 0, maximumCents: null }
const fields = {
  name: 'Media consulta',
  description: null,
  rewardType: 'discount',
  pointsCost: 2000,
  discountType: 'percentage',
  discountValue: 50,
  maximumCents: 100_000,
  startsOn: null,
  validUntil: null,
  providerId: null,
  stock: null,
  reason: 'Campaña de primavera.',
} as const

describe('redeeming a reward', () => {
  test('takes its points and returns a pending redemption', async () => {
    const { client } = await givenPatient(250)
    const rewardId = await buildReward(platform, { days: 30 })
    inDays(1)
    expect(await client.loyalty.redeem({ rewardId, idempotencyKey: newId() })).toMatchObject({
      rewardName: 'Descuento de $ 200',
      pointsUsed: 100,
      status: 'pending',
      discountValue: 20_000,
      usedAt: null,
    })
    const { movements, ...balance } = await client.loyalty.points()
    expect(balance).toMatchObject({ availablePoints: 150, lifetimePoints: 250 })
    expect(movements.map(({ type, points, description }) => ({ type, points, description }))).toEqual([
      { type: 'redeemed', points: -100, description: 'Canje de recompensa: Descuento de $ 200' },
      { type: 'bonus', points: 250, description: 'Un regalo' },
    ])
    expect(await faults()).toEqual([])
    clock.set(start)
  })

  test('from fifty tabs succeeds once with points for one reward, and the balance never falls below zero', async () => {
    const { client } = await givenPatient(150)
    const rewardId = await buildReward(platform)
    const tabs = Array.from({ length: 50 }, () => client.loyalty.redeem({ rewardId, idempotencyKey: newId() }))
    const outcomes = await Promise.allSettled(tabs)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({
          code: 'loyalty.not_enough_points',
          message: 'Puntos insuficientes',
          data: { pointsCost: 100, availablePoints: 50 },
        })
      }
    }
    expect(await client.loyalty.points()).toMatchObject({ availablePoints: 50 })
    expect(await faults()).toEqual([])
  })

  test('happens once for one key, however often it is sent', async () => {
    const { client } = await givenPatient(500)
    const request = { rewardId: await buildReward(platform), idempotencyKey: newId() }
    const redemptions = await Promise.all(Array.from({ length: 10 }, () => client.loyalty.redeem(request)))
    expect(new Set(redemptions.map(({ id }) => id)).size).toBe(1)
    const other = client.loyalty.redeem({ ...request, rewardId: await buildReward(platform) })
    await expect(other).rejects.toEqual(withCode('request.key_reused'))
    expect(await client.loyalty.points()).toMatchObject({ availablePoints: 400 })
  })

  test('is refused for a reward that was paused, has ended or does not exist', async () => {
    const { client } = await givenPatient(500)
    const paused = await buildReward(platform)
    const ending = await buildReward(platform, { days: 1 })
    await db.updateTable('rewards').set({ is_active: false }).where('id', '=', paused).execute()
    inDays(2)
    for (const rewardId of [paused, ending, newId()]) {
      const redemption = client.loyalty.redeem({ rewardId, idempotencyKey: newId() })
      await expect(redemption).rejects.toEqual(withCode('loyalty.reward_not_found'))
    }
    expect(await client.loyalty.points()).toMatchObject({ availablePoints: 500 })
    clock.set(start)
  })

  test('shows the redemption to that patient alone', async () => {
    const [ana, luis] = [await givenPatient(200), await givenPatient(200)]
    const rewardId = await buildReward(platform)
    const { id } = await ana.client.loyalty.redeem({ rewardId, idempotencyKey: newId() })
    expect((await ana.client.loyalty.redemptions({})).items.map((item) => item.id)).toEqual([id])
    expect((await luis.client.loyalty.redemptions({})).items).toEqual([])
  })

  test('expires with the others when one of them cannot be expired', async () => {
    const patients = await Promise.all([1, 2, 3].map(() => givenPatient(200)))
    const rewardId = await buildReward(platform, { days: 1 })
    const ids: string[] = []
    for (const { client } of patients) ids.push((await client.loyalty.redeem({ rewardId, idempotencyKey: newId() })).id)
    const accept = await refuseRow(db, { table: 'reward_redemptions', value: ids[0] ?? '' })
    const statuses = () =>
      Promise.all(patients.map(async ({ client }) => (await client.loyalty.redemptions({})).items[0]?.status))
    const statusesOfRows = async () => {
      const rows = await db.selectFrom('reward_redemptions').where('id', 'in', ids).select(['id', 'status']).execute()
      return ids.map((id) => rows.find((row) => row.id === id)?.status)
    }
    inDays(2)
    await expect(expireRedemptions(platform)).rejects.toThrow('could not be expired')
    expect(await statusesOfRows()).toEqual(['pending', 'expired', 'expired'])
    await accept()
    await expireRedemptions(platform)
    expect(await statuses()).toEqual(['expired', 'expired', 'expired'])
    clock.set(start)
  })

  test('gives a redemption that expires unused when the reward ends', async () => {
    const { client } = await givenPatient(200)
    const rewardId = await buildReward(platform, { days: 1 })
    await client.loyalty.redeem({ rewardId, idempotencyKey: newId() })
    inDays(2)
    await expireRedemptions(platform)
    expect((await client.loyalty.redemptions({})).items).toMatchObject([{ status: 'expired' }])
    clock.set(start)
  })
})

describe('points', () => {
  test('show the last twenty movements', async () => {
    const { patientId, client } = await givenPatient(1)
    for (let n = 0; n < 24; n += 1) await give(patientId, 1)
    const { movements, availablePoints } = await client.loyalty.points()
    expect(movements).toHaveLength(20)
    expect(availablePoints).toBe(25)
  })

  test('of one account that cannot expire do not keep those of the others', async () => {
    const patients = await Promise.all([1, 2, 3].map(() => givenPatient(300)))
    const accept = await refuseRow(db, { table: 'user_points', column: 'user_id', value: patients[0]?.patientId ?? '' })
    const balances = () =>
      Promise.all(patients.map(async ({ client }) => (await client.loyalty.points()).availablePoints))
    inDays(366)
    await expect(expirePoints(platform)).rejects.toThrow('could not be expired')
    expect(await balances()).toEqual([300, 0, 0])
    await accept()
    await expirePoints(platform)
    expect(await balances()).toEqual([0, 0, 0])
    clock.set(start)
  })

  test('expire twelve months after the last movement, all of them, once', async () => {
    const [idle, busy] = [await givenPatient(300), await givenPatient(300)]
    inDays(200)
    await give(busy.patientId, 10)
    inDays(366)
    await expirePoints(platform)
    await expirePoints(platform)
    const { movements, ...balance } = await idle.client.loyalty.points()
    expect(balance).toEqual({ availablePoints: 0, spendablePoints: 0, lifetimePoints: 300, expiresAt: null })
    expect(movements.map(({ type, points }) => ({ type, points }))).toEqual([
      { type: 'expired', points: -300 },
      { type: 'bonus', points: 300 },
    ])
    expect(await busy.client.loyalty.points()).toMatchObject({ availablePoints: 310 })
    expect(await faults()).toEqual([])
    clock.set(start)
  })

  test('are corrected by staff with a new movement and a reason, once for one id', async () => {
    const { patientId: userId, client } = await givenPatient(100)
    const staff = await givenStaff()
    inDays(1)
    const correction = { userId, points: -30, reason: 'Se acreditaron dos veces', movementId: newId() }
    for (const _ of [1, 2]) {
      expect(await staff.client.users.correctPoints(correction)).toEqual({
        availablePoints: 70,
        spendablePoints: 70,
        lifetimePoints: 70,
      })
    }
    const { movements } = await client.loyalty.points()
    expect(movements[0]).toMatchObject({
      type: 'corrected',
      points: -30,
      description: 'Corrección de nuestro equipo: Se acreditaron dos veces',
    })
    expect((await staff.client.users.points({ userId })).movements[0]).toMatchObject({ correctedBy: 'Lucía Equipo' })
    const { userId: otherId } = await buildAccount(platform)
    await expect(staff.client.users.correctPoints({ ...correction, userId: otherId })).rejects.toEqual(
      withCode('request.key_reused'),
    )
    await expect(staff.client.users.correctPoints({ ...correction, points: -31 })).rejects.toEqual(
      withCode('request.key_reused'),
    )
    await expect(
      staff.client.users.correctPoints({ ...correction, points: -71, movementId: newId() }),
    ).rejects.toMatchObject({ code: 'loyalty.more_than_available', data: { availablePoints: 70 } })
    await expect(
      staff.client.users.correctPoints({ ...correction, userId: staff.userId, movementId: newId() }),
    ).rejects.toEqual(withCode('users.not_allowed'))
    expect(await faults()).toEqual([])
    clock.set(start)
  })

  test('are added by a moderator up to 1,000 in a day, and by an administrator without that limit', async () => {
    const { patientId: userId } = await givenPatient(100)
    const { patientId: other } = await givenPatient(100)
    const [moderator, admin] = [await givenStaff(), await givenStaff('admin')]
    const add = (client: typeof moderator.client, points: number, to = userId) =>
      client.users.correctPoints({ userId: to, points, reason: 'Faltaban puntos', movementId: newId() })
    await add(moderator.client, 600)
    expect((await moderator.client.users.points({ userId })).correctionLimit).toBe(400)
    await expect(add(moderator.client, 401, other)).rejects.toMatchObject({ data: { fields: [{ path: 'points' }] } })
    await add(moderator.client, 400, other)
    await add(moderator.client, -300, other)
    await add(admin.client, 5000)
    expect((await admin.client.users.points({ userId })).correctionLimit).toBeNull()
    inDays(1.1)
    await add(moderator.client, 1000)
    clock.set(start)
  })

  test('are added by a moderator up to 1,000 in a day by several requests at once, too', async () => {
    const patients = [await givenPatient(100), await givenPatient(100), await givenPatient(100)]
    const { client } = await givenStaff()
    const add = ({ patientId: userId }: (typeof patients)[number]) =>
      client.users.correctPoints({ userId, points: 600, reason: 'Faltaban puntos', movementId: newId() })
    const outcomes = await Promise.allSettled(patients.map(add))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  test('are confirmed to a moderator who repeats the request that used up the limit', async () => {
    const { patientId: userId } = await givenPatient(100)
    const moderator = await givenStaff()
    const correction = { userId, points: 1000, reason: 'Faltaban puntos', movementId: newId() }
    const first = await moderator.client.users.correctPoints(correction)
    expect(await moderator.client.users.correctPoints(correction)).toEqual(first)
    expect(first.availablePoints).toBe(1100)
  })

  test.each([0, 1.5, 1e12, Number('1e309'), 1_000_001])('cannot be corrected by %d', async (points) => {
    const { patientId: userId } = await givenPatient(100)
    const staff = await givenStaff()
    const correction = staff.client.users.correctPoints({ userId, points, reason: 'Un motivo', movementId: newId() })
    await expect(correction).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('rewards', () => {
  test('are created, changed and paused by staff, and offered by cost', async () => {
    const { client } = await givenStaff()
    const expensive = await client.loyalty.createReward({ ...fields, pointsCost: 90_000 })
    const cheap = await client.loyalty.createReward({ ...fields, pointsCost: 80_000 })
    const patient = (await givenPatient(0)).client
    const offered = async () => (await patient.loyalty.rewards()).items.map(({ id }) => id)
    expect((await offered()).slice(-2)).toEqual([cheap.id, expensive.id])
    expect(await client.loyalty.setRewardActive({ rewardId: cheap.id, isActive: false })).toMatchObject({
      isActive: false,
      state: 'paused',
    })
    expect(await offered()).not.toContain(cheap.id)
    // A colleague who opened the reward before it was paused saves an edit of it.
    expect(await client.loyalty.updateReward({ ...fields, rewardId: cheap.id })).toMatchObject({ isActive: false })
    expect(await offered()).not.toContain(cheap.id)
    await client.loyalty.setRewardActive({ rewardId: cheap.id, isActive: true })
    expect(await offered()).toContain(cheap.id)
    const postponed = await client.loyalty.updateReward({ ...fields, rewardId: expensive.id, startsOn: '2100-01-01' })
    expect(postponed).toMatchObject({ isActive: true, state: 'upcoming' })
    expect(await offered()).not.toContain(expensive.id)
    for (const change of [
      () => client.loyalty.updateReward({ ...fields, rewardId: newId() }),
      () => client.loyalty.setRewardActive({ rewardId: newId(), isActive: false }),
    ]) {
      await expect(change()).rejects.toEqual(withCode('loyalty.reward_not_found'))
    }
  })

  test('that are changed leave the discount and the end of earlier redemptions as they were', async () => {
    const staff = await givenStaff()
    const { client } = await givenPatient(2100)
    const { id: rewardId } = await staff.client.loyalty.createReward(fields)
    await client.loyalty.redeem({ rewardId, idempotencyKey: newId() })
    await staff.client.loyalty.updateReward({ ...fields, rewardId, discountValue: 5, validUntil: '2100-01-01' })
    expect((await client.loyalty.redemptions({})).items).toMatchObject([{ discountValue: 50, validUntil: null }])
    const [listed] = (await staff.client.loyalty.staffRewards()).items.filter(({ id }) => id === rewardId)
    expect(listed).toMatchObject({ redeemed: 1, used: 0, discountValue: 5 })
  })

  test.each([
    ['a cost of 0', { pointsCost: 0 }],
    ['a negative cost', { pointsCost: -1 }],
    ['a cost of 10^12', { pointsCost: 1e12 }],
    ['a cost of 1e309', { pointsCost: Number('1e309') }],
    ['101 %', { discountValue: 101 }],
    ['an end before its start', { startsOn: '2026-12-02', validUntil: '2026-12-01' }],
    ['a discount of 50 % as a free consultation', { rewardType: 'service' as const }],
    ['no name', { name: ' ' }],
    ['a number of pieces of a discount', { stock: 5 }],
    ['a centre that hands a discount over', { providerId: newId() }],
    ['a discount of nothing', nothingOff],
    ['a product that lowers a price', { rewardType: 'product' as const, stock: 5 }],
    ['a product without a number', { ...nothingOff, rewardType: 'product' as const }],
    ['more pieces of a product than are counted', { ...nothingOff, rewardType: 'product' as const, stock: 5001 }],
  ])('are refused with %s', async (_, change) => {
    const { client } = await givenStaff()
    await expect(client.loyalty.createReward({ ...fields, ...change })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('are refused with an end before today, when they begin today', async () => {
    const { client } = await givenStaff()
    const wrong = { ...fields, validUntil: '2000-01-01' }
    const { id: rewardId } = await client.loyalty.createReward(fields)
    for (const change of [
      () => client.loyalty.createReward(wrong),
      () => client.loyalty.updateReward({ ...wrong, rewardId }),
    ]) {
      await expect(change()).rejects.toMatchObject({
        code: 'request.invalid',
        data: { fields: [{ path: 'validUntil' }] },
      })
    }
  })

  test('above $ 1.000 a use are for administrators; each change is recorded with its author and can be undone', async () => {
    const [moderator, admin] = [await givenStaff(), await givenStaff('admin')]
    const generous = { ...fields, name: 'Generosa', maximumCents: 100_001 }
    for (const each of [generous, { ...generous, maximumCents: null }])
      await expect(moderator.client.loyalty.createReward(each)).rejects.toEqual(withCode('loyalty.admin_only'))
    const { id: rewardId, can } = await admin.client.loyalty.createReward(generous)
    expect(can).toEqual({ resume: true })
    await moderator.client.loyalty.setRewardActive({ rewardId, isActive: false })
    const resumed = moderator.client.loyalty.setRewardActive({ rewardId, isActive: true })
    await expect(resumed).rejects.toEqual(withCode('loyalty.admin_only'))
    const list = await moderator.client.loyalty.staffRewards()
    expect(list.giftLimitCents).toBe(100_000)
    expect(list.items.find(({ id }) => id === rewardId)).toMatchObject({ isActive: false, can: { resume: false } })
    const changed = { ...fields, rewardId, name: 'Modesta', pointsCost: 2900 }
    await moderator.client.loyalty.updateReward(changed)
    const actions = await listActionsOf(platform, { targetType: 'reward', targetId: rewardId, limit: 10 })
    expect(actions.map(({ actionType, reason, moderatorId }) => [actionType, reason, moderatorId])).toEqual([
      ['update', 'Campaña de primavera.', moderator.userId],
      ['pause', 'Deja de ofrecerse.', moderator.userId],
      ['create', 'Campaña de primavera.', admin.userId],
    ])
    const undo = (actor: Parameters<typeof undoAction>[1]['actor']) =>
      undoAction(platform, { actor, actionId: actions[0]?.id ?? '', reason: 'Fue un error.' })
    await undo(actorOf(['moderator'], moderator.userId))
    const [row] = (await admin.client.loyalty.staffRewards()).items.filter(({ id }) => id === rewardId)
    expect(row).toMatchObject({ name: 'Generosa', pointsCost: 2000, isActive: false })
    await expect(undo(actorOf(['admin'], admin.userId))).rejects.toThrow()
  })

  test('worth more than their points are for administrators', async () => {
    const [moderator, admin] = [await givenStaff(), await givenStaff('admin')]
    for (const pointsCost of [1, 1999]) {
      const cheap = { ...fields, name: 'Casi gratis', pointsCost }
      await expect(moderator.client.loyalty.createReward(cheap)).rejects.toEqual(withCode('loyalty.admin_only'))
      expect(await admin.client.loyalty.createReward(cheap)).toMatchObject({ pointsCost })
    }
    const { id: rewardId } = await moderator.client.loyalty.createReward(fields)
    const cheaper = moderator.client.loyalty.updateReward({ ...fields, rewardId, pointsCost: 1 })
    await expect(cheaper).rejects.toEqual(withCode('loyalty.admin_only'))
  })

  test('are created and listed by staff alone', async () => {
    const { client } = await givenPatient(0)
    await expect(client.loyalty.createReward(fields)).rejects.toEqual(withCode('session.forbidden'))
    await expect(client.loyalty.staffRewards()).rejects.toEqual(withCode('session.forbidden'))
  })
})

test('verify-ledger reports redemptions that contradict the ledger', async () => {
  const { client, patientId } = await givenPatient(500)
  const rewardId = await buildReward(platform)
  const { id } = await client.loyalty.redeem({ rewardId, idempotencyKey: newId() })
  await sql`update reward_redemptions set points_used = 7 where id = ${id}`.execute(db)
  expect(await faults()).toEqual([
    { table: 'reward_redemptions', id, fault: 'cost 7 points, but its movement took 100' },
  ])
  await sql`update reward_redemptions set points_used = 100, user_id = ${newId()} where id = ${id}`.execute(db)
  expect((await faults()).map(({ fault }) => fault)).toContain('was paid by another account')
  await sql`update reward_redemptions set user_id = ${patientId} where id = ${id}`.execute(db)
  await sql`delete from reward_redemptions where id = ${id}`.execute(db)
  expect((await faults()).map(({ fault }) => fault)).toEqual(['is for a redemption that does not exist'])
})
