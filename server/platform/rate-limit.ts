import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import { failRequest } from '#contract/errors.ts'
import { defineJob } from './jobs.ts'
import type { Platform } from './platform.ts'
import { keyedHash } from './secrets.ts'

type Limit = { name: string; limit: number; windowSeconds: number }

const limitersOfPool = new WeakMap<pg.Pool, Map<string, RateLimiterPostgres>>()

/** Kept between calls: a limiter remembers the keys it refused, so a script that goes on asking doesn't reach the database. */
function limiterFor(o: Limit & { pool: pg.Pool }): RateLimiterPostgres {
  const limiters = limitersOfPool.get(o.pool) ?? new Map<string, RateLimiterPostgres>()
  limitersOfPool.set(o.pool, limiters)
  const id = `${o.name}/${o.limit}/${o.windowSeconds}`
  const known = limiters.get(id)
  if (known) return known
  const limiter = new RateLimiterPostgres({
    storeClient: o.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // clearRateLimitsJob does it once for all processes.
    clearExpiredByTimeout: false,
    keyPrefix: o.name,
    points: o.limit,
    duration: o.windowSeconds,
    inMemoryBlockOnConsumed: o.limit + 1,
  })
  limiters.set(id, limiter)
  return limiter
}

/**
 * Counts one attempt under `name` and `key`, over all processes, in a window that starts with the first attempt and runs by
 * real time (not platform.clock). The key (an address, an e-mail) is stored as a keyed hash only.
 * @throws request.too_many with retryAfterSeconds, from attempt `limit + 1` of the window on.
 */
export async function countAttempt(
  platform: Pick<Platform, 'pool' | 'secret'>,
  o: Limit & { key: string },
): Promise<void> {
  try {
    await limiterFor({ ...o, pool: platform.pool }).consume(
      keyedHash({ secret: platform.secret, purpose: 'rate limits', text: o.key }),
    )
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw failRequest('request.too_many', { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
  }
}

/** Begins the window of this key anew: whoever made these attempts turned out to be honest. */
export async function forgetAttempts(
  platform: Pick<Platform, 'pool' | 'secret'>,
  o: Limit & { key: string },
): Promise<void> {
  await limiterFor({ ...o, pool: platform.pool }).delete(
    keyedHash({ secret: platform.secret, purpose: 'rate limits', text: o.key }),
  )
}

/** Windows that ended tell nothing any more. */
export const clearRateLimitsJob = defineJob({
  name: 'rate-limits.clear',
  payload: z.object({}),
  cron: '23 * * * *',
  async run({ platform }) {
    await platform.db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute()
  },
})
