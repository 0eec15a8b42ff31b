import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { failRequest } from '#contract/errors.ts'
import { networksOf } from './addresses.ts'
import { realNow } from './clock.ts'
import { cronJob } from './jobs.ts'
import type { Platform } from './platform.ts'
import { builtOnce } from './postgres/built-query.ts'
import type { Db, Tx } from './postgres/database.ts'
import { keyedHash } from './secrets.ts'

type Storage = Pick<Platform, 'db' | 'pool' | 'secret'>
export type Attempt = {
  name: string
  limit: number
  windowSeconds: number
  key: string
  /** It counts as this many attempts; 1 by default. */
  amount?: number
}

/** An attempt from a network address, before it is counted under each of the address's networks. */
export type AddressAttempt = Omit<Attempt, 'key'> & {
  address: string
  /** What the address is counted for, such as an account. Undefined: for everything. */
  subject?: string
}

/** How many times the limit of a /64 an IPv6 network of this kind has, from the narrowest: many subscribers may share it. */
const networkFactors = [1, 2, 4]
/** For one subject, such as an account, wider networks hardly have more honest users than one. */
const subjectFactors = [1, 1.5, 2]

/** The attempts of a request under its address: one for IPv4, and one for each of the /64, /56 and /48 of IPv6. */
export function addressAttempts({ address, subject, ...attempt }: AddressAttempt): Attempt[] {
  const factors = subject === undefined ? networkFactors : subjectFactors
  return networksOf(address).map((network, at) => ({
    ...attempt,
    limit: Math.floor(attempt.limit * (factors[at] ?? 1)),
    key: subject === undefined ? network : `${network} ${subject}`,
  }))
}

type CountInput = { keys: readonly string[]; durations: readonly number[]; amounts: readonly number[]; now: number }

// The amount of a count that is taken back is negative. Its window may have been deleted before: no row is inserted below zero.
// In order of key, so that two statements wait for each other instead of deadlocking.
const countKeys = builtOnce(
  (_, { keys, durations, amounts, now }: CountInput) => sql<{ key: string; points: number; expire: number }>`
    with attempts as materialized (
      select * from unnest(${keys}::text[], ${durations}::bigint[], ${amounts}::int[]) as attempt(key, duration, amount))
    insert into rate_limits as r (key, points, expire)
    select key, greatest(0, amount), ${now} + duration from attempts order by key
    on conflict (key) do update set
      points = case when r.expire <= ${now} then excluded.points
        else greatest(0, r.points + (select amount from attempts where attempts.key = r.key)) end,
      expire = case when r.expire <= ${now} then excluded.expire else r.expire end
    returning key, points, expire`,
)

/**
 * Counts one attempt under every name and key, over all processes, in windows that start with the first attempt and run by
 * real time (not platform.clock), which is the database's. The keys (an address, an e-mail) are stored as keyed hashes only. Once a key has refused an
 * attempt, later attempts with that key count under none of their keys until its window ends.
 * @returns how many attempts each window has seen, this one included.
 * @throws request.too_many with retryAfterSeconds, from attempt `limit + 1` of a window on.
 */
export async function countAttempts({ db, pool, secret }: Storage, attempts: readonly Attempt[]): Promise<number[]> {
  const now = realNow()
  const refused = refusedOf(pool)
  const keyed = attempts.map((attempt) => ({ ...attempt, key: storedKey({ ...attempt, secret }) }))
  const refusedUntil = Math.max(...keyed.map(({ key }) => refused.get(key) ?? 0))
  if (refusedUntil > now) throw tooMany({ until: refusedUntil, now })

  const rows = await countKeys(db, {
    keys: keyed.map(({ key }) => key),
    durations: keyed.map(({ windowSeconds }) => windowSeconds * 1000),
    amounts: keyed.map(({ amount }) => amount ?? 1),
    now,
  })
  const counted = new Map(rows.map((row) => [row.key, row]))
  const pointsOf = ({ key }: Attempt) => counted.get(key)?.points ?? 0
  const refusing = keyed.filter((attempt) => pointsOf(attempt) > attempt.limit)
  if (refusing.length === 0) return keyed.map(pointsOf)

  const ends = refusing.map(({ key }) => [key, counted.get(key)?.expire ?? now] as const)
  for (const [key, end] of ends) refused.set(key, end)
  throw tooMany({ until: Math.max(...ends.map(([, end]) => end)), now })
}

/** Like countAttempts, under one name and key. */
export async function countAttempt(storage: Storage, attempt: Attempt): Promise<void> {
  await countAttempts(storage, [attempt])
}

/** Refuses what countAttempt would refuse, and counts nothing: for the request that prepares the counted one. */
export async function requireAttemptLeft(
  { db, secret }: Pick<Storage, 'db' | 'secret'>,
  attempt: Attempt,
): Promise<void> {
  const now = realNow()
  const window = await db
    .selectFrom('rate_limits')
    .select(['points', 'expire'])
    .where('key', '=', storedKey({ ...attempt, secret }))
    .executeTakeFirst()
  const until = window?.expire ?? 0
  if (window && until > now && window.points >= attempt.limit) throw tooMany({ until, now })
}

/**
 * Takes back the counts of a request that turned out to be honest, and counts it under `succeeded` instead, in one statement.
 * @throws request.too_many when `succeeded` has no attempts left
 */
export async function settleAttempts(
  { db, pool, secret }: Storage,
  { counted, succeeded }: { counted: readonly Attempt[]; succeeded: Attempt },
): Promise<void> {
  const now = realNow()
  const keyed = [...counted, succeeded].map((attempt) => ({ ...attempt, key: storedKey({ ...attempt, secret }) }))
  const rows = await countKeys(db, {
    keys: keyed.map(({ key }) => key),
    durations: keyed.map(({ windowSeconds }) => windowSeconds * 1000),
    amounts: keyed.map((_, at) => (at < counted.length ? -1 : 1)),
    now,
  })
  const pointsOf = new Map(rows.map((row) => [row.key, row.points]))
  // Simultaneous requests may have refused a key for an honest request that was counted beside theirs.
  for (const { key, limit } of keyed.slice(0, -1)) if ((pointsOf.get(key) ?? 0) < limit) refusedOf(pool).delete(key)
  const last = rows.find((row) => row.key === keyed.at(-1)?.key)
  if (last && last.points > succeeded.limit) throw tooMany({ until: last.expire, now })
}

/**
 * Like countAttempt, as a part of the caller's transaction: neither a rolled-back nor a refused attempt counts. Other
 * transactions that count under this key wait, so call it late, and under a key that few transactions share.
 * @returns whether the limit still allows it
 */
export async function takeWithin(
  tx: Tx | Db,
  { secret, ...attempt }: Attempt & Pick<Platform, 'secret'>,
): Promise<boolean> {
  const key = storedKey({ ...attempt, secret })
  const now = realNow()
  const end = now + attempt.windowSeconds * 1000
  const taken = await takeOne(tx, { key, now, end, limit: attempt.limit })
  return taken.length === 1
}

const takeOne = builtOnce(
  (_, { key, now, end, limit }: { key: string; now: number; end: number; limit: number }) => sql`
    insert into rate_limits as r (key, points, expire) values (${key}, 1, ${end})
    on conflict (key) do update set
      points = case when r.expire <= ${now} then 1 else r.points + 1 end,
      expire = case when r.expire <= ${now} then excluded.expire else r.expire end
    where r.expire <= ${now} or r.points < ${limit}
    returning points`,
)

function tooMany({ until, now }: { until: number; now: number }): Error {
  return failRequest('request.too_many', { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) })
}

/** The refused keys with the end of their windows, so that a script that keeps trying does not reach the database. */
const refusedOfPool = new WeakMap<pg.Pool, LRUCache<string, number>>()
const maxCachedRefusals = 10_000

function refusedOf(pool: pg.Pool): LRUCache<string, number> {
  const refused = refusedOfPool.get(pool) ?? new LRUCache<string, number>({ max: maxCachedRefusals })
  refusedOfPool.set(pool, refused)
  return refused
}

/** Deletes the attempts of this key, whose caller turned out to be honest. */
export async function deleteAttempts(
  { db, pool, secret }: Storage,
  input: Pick<Attempt, 'name' | 'key'>,
): Promise<void> {
  const key = storedKey({ ...input, secret })
  refusedOf(pool).delete(key)
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
}

function storedKey({ name, secret, key }: Pick<Attempt, 'name' | 'key'> & { secret: Uint8Array }): string {
  return `${name}:${keyedHash({ secret, purpose: 'rate limits', text: key })}`
}

/** Deletes windows that ended. */
export const purgeRateLimitsJob = cronJob({
  name: 'rate-limits.clear',
  cron: '23 * * * *',
  async run({ db }) {
    await db.deleteFrom('rate_limits').where('expire', '<', realNow()).execute()
  },
})
