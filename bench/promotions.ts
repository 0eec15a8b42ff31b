// Promotions and rewards: applications of one popular code and redemptions of one popular reward, each beside the bare update of
// one row that all clients share, and the points of a person with many movements.
import { sql } from 'kysely'
import { loyaltyRoutes } from '#server/features/loyalty/routes/loyalty.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { newId } from '#server/platform/ids.ts'
import { clearStatementTimes, listSlowStatements } from '#server/platform/postgres/statement-times.ts'
import { buildCenter, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildPromotion, buildReward } from '#server/testing/promotions.ts'
import { insertPatients } from './calendar.ts'
import { benchDatabase } from './database.ts'
import { claim, median, milliseconds, report, whole } from './figures.ts'
import { benchPlatform } from './platform.ts'
import { type ProcessorTime, processorTimeOf } from './processor-time.ts'

const clients = 16
const perRound = 800
const rounds = 5
const manyMovements = 100_000
const fewMovements = 20
const reads = 200

type Bench = {
  platform: ReturnType<typeof benchPlatform>
  people: string[]
  processorTime: () => ProcessorTime
}

export async function benchPromotions(): Promise<void> {
  const { stop, ...database } = await benchDatabase()
  const platform = benchPlatform(database)
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
    const people = await insertPatients(database.db, perRound * (rounds + 1))
    const bench = { platform, people, processorTime: processorTimeOf(rows[0]?.pid ?? 0) }
    await benchApplications(bench)
    await benchRedemptions(bench)
    await benchMovements(bench)
  } finally {
    await platform.live.close()
    await stop()
  }
}

/** Verifies the addresses of all people, each of whom has an unpaid appointment at the centre. */
async function allowAll({ platform, people }: Bench, { centerId }: { centerId: string }): Promise<void> {
  const { serviceId, professionalId } = await buildService(platform, { centerId })
  await sql`update users set email_verified_at = now(), email_confirmed_at = now() where id = any(${people}::uuid[])`.execute(
    platform.db,
  )
  await sql`
    insert into appointments (id, center_id, professional_id, service_id, patient_id, status, place, during, price, created_at)
    select gen_random_uuid(), ${centerId}, ${professionalId}, ${serviceId}, id, 'confirmed', 'center',
      tstzrange(now() + n * interval '1 hour', now() + (n + 1) * interval '1 hour'), 150000, now()
    from unnest(${people}::uuid[]) with ordinality as person (id, n)`.execute(platform.db)
}

async function benchApplications(bench: Bench): Promise<void> {
  const { platform } = bench
  const { centerId } = await buildCenter(platform)
  const { code, promotionId } = await buildPromotion(platform, { centerId, usageLimit: 1_000_000 })
  const bare = await buildPromotion(platform, { centerId, usageLimit: 1_000_000 })
  await allowAll(bench, { centerId })
  const addOne = 'update promotions set used_count = used_count + 1 where id = $1'
  await compare(bench, {
    name: 'applications of one code',
    run: (userId, n) => applyPromotion(platform, { userId, address: addressOf(n), code, orderCents: 100_000 }),
    floor: () => platform.pool.query({ name: 'bare', text: addOne, values: [bare.promotionId] }),
    targetRatio: '0.50',
  })
  const { rows } = await sql<{ used: number; uses: number }>`
    select used_count as used, (select count(*)::int from promotion_usage where promotion_id = promotions.id) as uses
    from promotions where id = ${promotionId}`.execute(platform.db)
  claim(rows[0]?.used === bench.people.length && rows[0].uses === rows[0].used, 'every application is counted once')
}

async function benchRedemptions(bench: Bench): Promise<void> {
  const { platform, people } = bench
  const rewardId = await buildReward(platform, { pointsCost: 1 })
  await sql`insert into user_points (user_id, available_points, lifetime_points, updated_at, last_movement_at)
    select id, 5, 5, now(), now() from unnest(${people}::uuid[]) as id`.execute(platform.db)
  const run = (userId: string) => redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })
  const shared = await buildReward(platform, { pointsCost: 1 })
  const touch = 'update rewards set updated_at = now() where id = $1'
  await compare(bench, {
    name: 'redemptions of one reward',
    run,
    floor: () => platform.pool.query({ name: 'bare reward', text: touch, values: [shared] }),
    targetRatio: '0.50',
  })
  // The points of each person are in a separate row, for which no other client waits.
  const takeNone = 'update user_points set updated_at = now() where user_id = $1'
  await compare(bench, {
    name: 'redemptions beside rows that no client shares',
    run,
    floor: (userId) => platform.pool.query({ name: 'bare points', text: takeNone, values: [userId] }),
  })
}

type Compared = {
  name: string
  run: (userId: string, n: number) => Promise<unknown>
  floor: (userId: string) => Promise<unknown>
  /** The ratio that the bench should reach. */
  targetRatio?: string
}

/** Compares the rates per second of both, in turns. The first round of each is a warm-up. */
async function compare({ people, processorTime }: Bench, { name, run, floor, targetRatio }: Compared): Promise<void> {
  const rates: { senda: number[]; bare: number[] } = { senda: [], bare: [] }
  const spent = { node: 0, postgres: 0, statements: 0 }
  for (let round = 0; round <= rounds; round += 1) {
    const group = people.slice(round * perRound, (round + 1) * perRound)
    clearStatementTimes()
    const before = processorTime()
    const rate = await rateOf(group, (userId, n) => run(userId, round * perRound + n))
    const after = processorTime()
    const statements = listSlowStatements({ limit: 1000 }).reduce((sum, { count }) => sum + count, 0)
    const bare = await rateOf(group, floor)
    if (round === 0) continue
    rates.senda.push(rate)
    rates.bare.push(bare)
    spent.node += (after.node - before.node) / perRound / rounds
    spent.postgres += (after.postgres - before.postgres) / perRound / rounds
    spent.statements += statements / perRound / rounds
  }
  const ratio = median(rates.senda.map((rate, index) => rate / (rates.bare[index] ?? Number.NaN)))
  report(`${name}, ${clients} clients`, {
    'per second': whole(median(rates.senda)),
    'bare update': whole(median(rates.bare)),
    ratio: ratio.toFixed(2),
    ...(targetRatio !== undefined && { target: targetRatio }),
  })
  report('  each costs', {
    Node: milliseconds(spent.node),
    PostgreSQL: milliseconds(spent.postgres),
    statements: spent.statements.toFixed(1),
  })
}

async function rateOf(people: readonly string[], run: Compared['run']): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = client; n < people.length; n += clients) await run(people[n] ?? '', n)
    }),
  )
  return people.length / ((performance.now() - startedAt) / 1000)
}

const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

/** What /loyalty reads, for a person with many movements beside one with few. */
async function benchMovements({ platform, people }: Bench): Promise<void> {
  const [many = '', few = ''] = people
  for (const [userId, count] of [
    [many, manyMovements],
    [few, fewMovements],
  ] as const) {
    await sql`
      insert into points_transactions (id, user_id, points_amount, transaction_type, description, created_at)
      select gen_random_uuid(), ${userId}, 1, 'bonus', 'Un regalo', now() - n * interval '1 minute'
      from generate_series(1, ${count}) as n`.execute(platform.db)
  }
  await sql`analyze points_transactions`.execute(platform.db)
  const samples: Record<'many' | 'few', number[]> = { many: [], few: [] }
  for (let n = 0; n < reads; n += 1) {
    for (const [name, userId] of [
      ['many', many],
      ['few', few],
    ] as const) {
      const client = clientOf(platform, { loyalty: loyaltyRoutes }, userId).loyalty
      const startedAt = performance.now()
      await Promise.all([client.points(), client.rewards(), client.redemptions({})])
      samples[name].push(performance.now() - startedAt)
    }
  }
  report('what /loyalty reads', {
    [`${whole(manyMovements)} movements`]: milliseconds(median(samples.many)),
    [`${fewMovements} movements`]: milliseconds(median(samples.few)),
  })
}
