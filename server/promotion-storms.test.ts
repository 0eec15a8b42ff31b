import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { newId } from '#server/platform/ids.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildCenter, buildPatient } from '#server/testing/builders.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { type Running, startSenda } from '#server/testing/processes.ts'
import { allowPromotions, buildPromotion, buildReward } from '#server/testing/promotions.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { stormSize } from '#server/testing/storm.ts'
import { createStormClient } from '#server/testing/storm-client.ts'

// Two processes of the whole server, called over HTTP.

const people = stormSize({ short: 30, long: 1000 })
const usageLimit = stormSize({ short: 6, long: 100 })
const tabs = 50
const kills = stormSize({ short: 1, long: 8 })
const peopleAroundKill = stormSize({ short: 60, long: 300 })
const timeout = 120_000 + stormSize({ short: 0, long: 600_000 })

const base = await testPlatform({ start: new Date() })
const dataDir = await mkdtemp(join(tmpdir(), 'senda-storm-'))
const postgres = await startEmbeddedPostgres({ dataDir, log: base.log })
const { db, pool, close } = await connectDatabase({ url: postgres.url, log: base.log })
await migrate({ pool, log: base.log })
const platform: TestPlatform = { ...base, db, pool, databaseUrl: postgres.url }
const env = {
  DATABASE_URL: postgres.url,
  SECRET_KEY: Buffer.from(platform.secret).toString(),
  PUBLIC_URL: platform.settings.publicUrl,
  TRUSTED_PROXIES: '1',
}
const processes: Running[] = [await startSenda({ env }), await startSenda({ env })]

afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()))
  await close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Body = { id?: string; code?: string; message?: string; data?: { reason?: string } }

async function newPerson({ points = 0, centerId }: { points?: number; centerId?: string } = {}) {
  const { patientId: userId } = await buildPatient(platform)
  if (centerId !== undefined) await allowPromotions(platform, { patientId: userId, centerId })
  if (points > 0) {
    const reference = { type: 'account', id: newId() } as const
    const gift = { userId, points, type: 'bonus', description: 'Un regalo', reference } as const
    await db.transaction().execute((tx) => grantPoints(tx, { ...gift, now: new Date() }))
  }
  const { tokens } = await signIn(platform, userId)
  return { userId, post: createStormClient({ processes, bearer: tokens.access_token }) }
}

/** The faults of the ledger, except the points that this test gives, which no appointment explains. */
const faults = async () => (await verifyLedger(db)).filter(({ table }) => table !== 'points_transactions')
type Person = Pick<Awaited<ReturnType<typeof newPerson>>, 'post'>
const apply = ({ post }: Person, code: string) =>
  post<Body>('/api/v1/promotions/uses', { code, orderCents: 100_000 }).then(orBroken)
type Redeemed = { rewardId: string; pointsCost: number }
function redeem({ post }: Person, { rewardId, pointsCost }: Redeemed) {
  const named = { name: 'Descuento de $ 200', description: null }
  const seen = { ...named, pointsCost, discountType: 'fixed_amount', discountValue: 20_000, maximumCents: null }
  return post<Body>('/api/v1/loyalty/redemptions', { rewardId, idempotencyKey: newId(), seen }).then(orBroken)
}
function orBroken<Response>(response: Response | undefined): Response {
  if (response === undefined) throw new Error('the process died before it responded')
  return response
}
const usedCount = async (promotionId: string) =>
  (await db.selectFrom('promotions').where('id', '=', promotionId).select('used_count').executeTakeFirstOrThrow())
    .used_count

test('as many people as the limit allows apply a promotion, and the others read the reason', { timeout }, async () => {
  const { centerId } = await buildCenter(platform)
  const { promotionId, code } = await buildPromotion(platform, { centerId, usageLimit })
  const everyone: Awaited<ReturnType<typeof newPerson>>[] = []
  for (let n = 0; n < people; n += 1) everyone.push(await newPerson({ centerId }))
  const responses = await Promise.all(everyone.map((person) => apply(person, code)))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(usageLimit)
  for (const { status, body } of responses) {
    if (status === 201) continue
    expect(body).toMatchObject({
      code: 'promotions.invalid',
      message: 'Promoción inválida',
      data: { reason: 'Esta promoción llegó a su límite de usos.' },
    })
  }
  expect(await usedCount(promotionId)).toBe(usageLimit)
  expect(await faults()).toEqual([])
  process.stdout.write(`${people} people applied a promotion for ${usageLimit}: ${usageLimit} succeeded\n`)
})

test('one person applies a promotion once from fifty tabs', { timeout }, async () => {
  const { centerId } = await buildCenter(platform)
  const { promotionId, code } = await buildPromotion(platform, { centerId, perPersonLimit: 10 })
  const person = await newPerson({ centerId })
  const responses = await Promise.all(Array.from({ length: tabs }, () => apply(person, code)))
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
  expect(await usedCount(promotionId)).toBe(1)
})

test('points for one redemption are redeemed once from fifty tabs', { timeout }, async () => {
  const rewardId = await buildReward(platform, { pointsCost: 100 })
  const person = await newPerson({ points: 150 })
  const responses = await Promise.all(Array.from({ length: tabs }, () => redeem(person, { rewardId, pointsCost: 100 })))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status, body } of responses) {
    if (status !== 201)
      expect(body).toMatchObject({ code: 'loyalty.not_enough_points', message: 'Puntos insuficientes' })
  }
  const balance = await db
    .selectFrom('user_points')
    .where('user_id', '=', person.userId)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(balance.available_points).toBe(50)
  expect(await faults()).toEqual([])
})

test('when a process is killed, each application and each redemption happened wholly or not at all', {
  timeout,
}, async () => {
  const rewardId = await buildReward(platform, { pointsCost: 1 })
  const promotionIds: string[] = []
  let broken = 0
  const acknowledged = { uses: new Set<string>(), redemptions: new Set<string>() }
  for (let kill = 0; kill < kills; kill += 1) {
    // Each person books a professional of their own, and no centre has thousands.
    const { centerId } = await buildCenter(platform)
    const { promotionId, code } = await buildPromotion(platform, { centerId })
    promotionIds.push(promotionId)
    const everyone: Awaited<ReturnType<typeof newPerson>>[] = []
    for (let n = 0; n < peopleAroundKill; n += 1) everyone.push(await newPerson({ points: 5, centerId }))
    const [first] = everyone
    if (!first) throw new Error('no people')
    const sending = everyone.flatMap((person) => [
      apply(person, code).then(({ status, body }) => status === 201 && acknowledged.uses.add(body.id ?? '')),
      redeem(person, { rewardId, pointsCost: 1 }).then(
        ({ status, body }) => status === 201 && acknowledged.redemptions.add(body.id ?? ''),
      ),
    ])
    const ended = Promise.allSettled(sending)
    await sleep(50 + 300 * Math.random())
    const index = kill % 2
    await processes[index]?.kill()
    broken += (await ended).filter(({ status }) => status === 'rejected').length
    processes[index] = await startSenda({ env })
    // A person whose connection broke applies the promotion again.
    expect((await apply(first, code)).status).toBe(201)
  }
  const uses = await db.selectFrom('promotion_usage').where('promotion_id', 'in', promotionIds).select('id').execute()
  const redemptions = await db.selectFrom('reward_redemptions').where('reward_id', '=', rewardId).select('id').execute()
  expect(uses.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged.uses]))
  expect(redemptions.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged.redemptions]))
  const counted = await Promise.all(promotionIds.map(usedCount))
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(uses.length)
  expect(await faults()).toEqual([])
  expect(broken).toBeGreaterThan(0)
  expect(Math.min(uses.length, redemptions.length)).toBeGreaterThan(0)
  const counts = `${uses.length} applications and ${redemptions.length} redemptions, ${broken} requests broken`
  process.stdout.write(`${kills} processes killed: ${counts}, none half done, no acknowledged one lost\n`)
})
