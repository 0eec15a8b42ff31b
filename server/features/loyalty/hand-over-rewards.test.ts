import { describe, expect, test } from 'vitest'
import { handoverUndoHours } from '#contract/loyalty-words.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAccount, buildCenter, buildMember, buildPatient } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildRedemption, buildReward } from '#server/testing/promotions.ts'
import { agreementVersion } from './loyalty.rules.ts'
import * as rewards from './repository/rewards.ts'
import { answerReward, listRewardsOfCenter } from './usecases/agree-to-rewards.ts'
import { deskCodeOf } from './usecases/desk-code.ts'
import { checkCode, handOver, listHandovers, undoHandover } from './usecases/hand-over-rewards.ts'
import { createReward, listOffered, updateReward } from './usecases/manage-rewards.ts'
import { redeemReward } from './usecases/redeem-reward.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()

const codeOf = (id: string) => deskCodeOf({ kind: 'reward', id }, platform)
const ownerOf = (centerId: string) => ({ actor: { userId: centerId, roles: ['center'] as const }, centerId })
const addReception = async (centerId: string) => (await buildMember(platform, { centerId, role: 'reception' })).userId
const buildAdmin = async () => ({ userId: (await buildAccount(platform)).userId, roles: ['admin'] as const })

/** A product of a centre that a patient redeemed. */
async function redeemedProduct({ days, stock }: { days?: number; stock?: number } = {}) {
  const { centerId } = await buildCenter(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const product = { userId: patientId, providerId: centerId, name: 'Una banda elástica' }
  const redemptionId = await buildRedemption(platform, {
    ...product,
    ...(days !== undefined && { days }),
    ...(stock !== undefined && { stock }),
  })
  return { centerId, patientId, redemptionId, code: codeOf(redemptionId), desk: ownerOf(centerId) }
}

const statusOf = async (id: string) =>
  (await db.selectFrom('reward_redemptions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

const faultsOf = async (id: string) => (await verifyLedger(db)).filter((fault) => fault.id === id)

const product = {
  name: 'Una banda elástica',
  description: null,
  rewardType: 'product',
  pointsCost: 400,
  ...{ discountType: 'fixed_amount' as const, discountValue: 0, maximumCents: null },
  ...{ startsOn: null, validUntil: null, stock: 3 },
} as const

describe('a reward that is handed over', () => {
  test('is found by its code, also as it is dictated, and handed over once', async () => {
    const { desk, code, patientId, redemptionId } = await redeemedProduct()
    const found = await checkCode(platform, { ...desk, code: `${code.slice(0, 3)} ${code.slice(3).toLowerCase()}` })
    expect(found).toMatchObject({ id: redemptionId, userId: patientId, rewardName: 'Una banda elástica' })
    const done = await handOver(platform, { ...desk, redemptionId, code })
    expect(done).toMatchObject({ status: 'used', usedAt: start })
    expect(await handOver(platform, { ...desk, redemptionId, code })).toMatchObject({ usedAt: start })
    await expect(checkCode(platform, { ...desk, code })).rejects.toEqual(withCode('loyalty.code_refused'))
    expect((await listHandovers(platform, desk)).map(({ id }) => id)).toEqual([redemptionId])
    const events = await db.selectFrom('notifications').select('event').where('user_id', '=', patientId).execute()
    expect(events.map(({ event }) => event)).toContain('loyalty.reward_handed_over')
    expect(await faultsOf(redemptionId)).toEqual([])
  })

  test('is used once when two members type its code at once', async () => {
    const { centerId, code, redemptionId, desk } = await redeemedProduct()
    const members = [centerId, ...(await Promise.all([1, 2, 3, 4].map(() => addReception(centerId))))]
    const outcomes = await Promise.allSettled(
      members.map((userId) =>
        handOver(platform, { ...desk, actor: { userId, roles: ['patient'] }, redemptionId, code }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('loyalty.code_refused'))
    }
  })

  test('is refused to another centre, to staff, to a stranger, and with another code', async () => {
    const { code, redemptionId, desk } = await redeemedProduct()
    const other = ownerOf((await buildCenter(platform)).centerId)
    const staff = { actor: { userId: newId(), roles: ['moderator'] as const }, centerId: null }
    for (const each of [other, staff]) {
      await expect(checkCode(platform, { ...each, code })).rejects.toEqual(withCode('loyalty.code_refused'))
      await expect(handOver(platform, { ...each, redemptionId, code })).rejects.toEqual(
        withCode('loyalty.code_refused'),
      )
    }
    const { patientId } = await buildPatient(platform)
    const stranger = { ...desk, actor: { userId: patientId, roles: ['patient'] as const } }
    const notFound = withCode('loyalty.handover_not_found')
    await expect(checkCode(platform, { ...stranger, code })).rejects.toEqual(notFound)
    await expect(handOver(platform, { ...stranger, redemptionId, code })).rejects.toEqual(notFound)
    await expect(listHandovers(platform, stranger)).rejects.toEqual(notFound)
    await expect(handOver(platform, { ...desk, redemptionId, code: codeOf(newId()) })).rejects.toEqual(
      withCode('loyalty.code_refused'),
    )
    expect(await statusOf(redemptionId)).toBe('pending')
  })

  test('is refused after its time, and while the balance of points is below zero', async () => {
    const late = await redeemedProduct({ days: 1 })
    clock.set(new Date(start.getTime() + dayMs))
    await expect(
      handOver(platform, { ...late.desk, redemptionId: late.redemptionId, code: late.code }),
    ).rejects.toMatchObject({ data: { reason: 'Pasó el plazo de esa recompensa.' } })
    clock.set(start)
  })

  test('can be undone for a day, and its code serves again', async () => {
    const { desk, code, patientId, redemptionId } = await redeemedProduct()
    await handOver(platform, { ...desk, redemptionId, code })
    clock.set(new Date(start.getTime() + handoverUndoHours * hourMs - 1))
    expect(await undoHandover(platform, { ...desk, redemptionId })).toMatchObject({ status: 'pending' })
    expect(await undoHandover(platform, { ...desk, redemptionId })).toMatchObject({ status: 'pending' })
    const events = await db.selectFrom('notifications').select('event').where('user_id', '=', patientId).execute()
    expect(events.filter(({ event }) => event === 'loyalty.reward_taken_back')).toHaveLength(1)
    const { usedAt } = await handOver(platform, { ...desk, redemptionId, code })
    clock.set(new Date((usedAt?.getTime() ?? 0) + handoverUndoHours * hourMs))
    await expect(undoHandover(platform, { ...desk, redemptionId })).rejects.toEqual(withCode('loyalty.not_undoable'))
    const other = ownerOf((await buildCenter(platform)).centerId)
    await expect(undoHandover(platform, { ...other, redemptionId })).rejects.toEqual(
      withCode('loyalty.handover_not_found'),
    )
    clock.set(start)
  })

  test('is redeemed as often as there are pieces, however many patients try at once', async () => {
    const { centerId } = await buildCenter(platform)
    const rewardId = await buildReward(platform, { providerId: centerId, stock: 3, pointsCost: 50 })
    const patients = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { patientId } = await buildPatient(platform, { verified: true })
        await buildRedemption(platform, { userId: patientId, pointsCost: 1 })
        return patientId
      }),
    )
    const outcomes = await Promise.allSettled(
      patients.map((userId) => redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })),
    )
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(outcomes.length - failed.length).toBe(3)
    for (const { reason } of failed) expect(reason).toEqual(withCode('loyalty.reward_not_found'))
    const { redeemed_count: count } = await db
      .selectFrom('rewards')
      .select('redeemed_count')
      .where('id', '=', rewardId)
      .executeTakeFirstOrThrow()
    expect(count).toBe(outcomes.length - failed.length)
    expect(await faultsOf(rewardId)).toEqual([])
  })

  test('handing it over and undoing that in turn mails its patient three times a day at most', async () => {
    const { desk, code, redemptionId } = await redeemedProduct()
    for (let time = 0; time < 3; time++) {
      await handOver(platform, { ...desk, redemptionId, code })
      await undoHandover(platform, { ...desk, redemptionId })
    }
    await expect(handOver(platform, { ...desk, redemptionId, code })).rejects.toMatchObject({
      data: { reason: expect.stringContaining('varias veces hoy') },
    })
  })

  test('guessing its code ends after sixty attempts of a member in an hour', async () => {
    const { desk } = await redeemedProduct()
    for (let attempt = 0; attempt < 60; attempt++) {
      await expect(checkCode(platform, { ...desk, code: codeOf(newId()) })).rejects.toEqual(
        withCode('loyalty.code_refused'),
      )
    }
    await expect(checkCode(platform, { ...desk, code: codeOf(newId()) })).rejects.toEqual(withCode('request.too_many'))
  })
})

describe('a centre agrees before its reward is offered', () => {
  const moderator = { userId: newId(), roles: ['moderator'] as const }
  const offered = async () => (await listOffered(platform)).map(({ id }) => id)

  test('and again after what it gives has changed; it can end the sale', async () => {
    const { centerId } = await buildCenter(platform)
    const admin = await buildAdmin()
    const fields = { ...product, providerId: centerId, actor: admin, reason: 'Acordado con el centro.' }
    const reward = await createReward(platform, fields)
    const { id: rewardId } = reward
    expect(await offered()).not.toContain(rewardId)
    expect(await listRewardsOfCenter(platform, { userId: centerId, centerId })).toMatchObject([{ id: rewardId }])
    const answer = { userId: centerId, centerId, rewardId, version: agreementVersion(reward), accepts: true }
    await answerReward(platform, answer)
    expect(await offered()).toContain(rewardId)
    await updateReward(platform, { ...fields, pointsCost: 500, rewardId })
    expect(await offered()).toContain(rewardId)
    const changed = await updateReward(platform, { ...fields, name: 'Dos bandas elásticas', rewardId })
    expect(await offered()).not.toContain(rewardId)
    await expect(answerReward(platform, answer)).rejects.toEqual(withCode('request.changed_meanwhile'))
    await answerReward(platform, { ...answer, version: agreementVersion(changed) })
    expect(await offered()).toContain(rewardId)
    await answerReward(platform, { ...answer, version: agreementVersion(changed), accepts: false })
    expect(await offered()).not.toContain(rewardId)
    const other = (await buildCenter(platform)).centerId
    await expect(answerReward(platform, { ...answer, userId: other, centerId: other })).rejects.toEqual(
      withCode('loyalty.reward_not_found'),
    )
  })

  test('and again after its price in points fell, but not after it rose', async () => {
    const { centerId } = await buildCenter(platform)
    const fields = { ...product, providerId: centerId, actor: moderator, reason: 'Acordado con el centro.' }
    const { userId } = await buildAdmin()
    const actor = { ...moderator, userId }
    const reward = await createReward(platform, { ...fields, actor, pointsCost: 5000 })
    const { id: rewardId } = reward
    const answer = { userId: centerId, centerId, rewardId, accepts: true }
    await answerReward(platform, { ...answer, version: agreementVersion(reward) })
    await updateReward(platform, { ...fields, actor, pointsCost: 6000, rewardId })
    expect(await offered()).toContain(rewardId)
    const cheap = await updateReward(platform, { ...fields, actor, pointsCost: 1, rewardId })
    expect(await offered()).not.toContain(rewardId)
    await expect(answerReward(platform, { ...answer, version: agreementVersion(reward) })).rejects.toEqual(
      withCode('request.changed_meanwhile'),
    )
    await answerReward(platform, { ...answer, version: agreementVersion(cheap) })
    expect(await offered()).toContain(rewardId)
  })

  test('and only an administrator offers what Senda hands over', async () => {
    const fields = { ...product, providerId: null, reason: 'Para agradecer.' }
    await expect(createReward(platform, { ...fields, actor: moderator })).rejects.toEqual(
      withCode('loyalty.admin_only'),
    )
    const { id } = await createReward(platform, { ...fields, actor: await buildAdmin() })
    expect(await offered()).toContain(id)
  })

  test('a discount never becomes a product, and the stock never falls below what was redeemed', async () => {
    const actor = await buildAdmin()
    const { centerId } = await buildCenter(platform)
    const discountId = await buildReward(platform)
    const fields = { ...product, providerId: centerId, actor, reason: 'Por error.' }
    await expect(updateReward(platform, { ...fields, rewardId: discountId })).rejects.toEqual(
      withCode('loyalty.kind_is_fixed'),
    )
    const { patientId } = await buildPatient(platform)
    await buildRedemption(platform, { userId: patientId, providerId: centerId, stock: 2 })
    const [reward] = await rewards.listOfProvider(db, { centerId, limit: 1 })
    await expect(updateReward(platform, { ...fields, stock: 0, rewardId: reward?.id ?? '' })).rejects.toMatchObject({
      data: { redeemed: 1 },
    })
  })
})
