import { ORPCError } from '@orpc/server'
import type { Context } from 'hono'
import type { HttpEnv } from '#server/api/context.ts'
import { isLoopback } from '#server/platform/addresses.ts'
import { withDeadline } from '#server/platform/deadline.ts'
import { createLimiter, QueueTimeoutError } from '#server/platform/limiter.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countsAtOnce } from '#server/platform/postgres/connections.ts'
import { type Attempt, addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { visitorKeyOf } from './visitor.ts'

const readsPerMinute = 240
const writesPerMinute = 300
/** A few dozen customers of one mobile carrier, or everyone at a clinic, share a network address. */
export const browsersPerAddress = 5

/** The request's network address and, once it has a visitor cookie, its browser. */
export type Origin = { address: string; visitorKey: string | undefined }

export function originOf(c: Context<HttpEnv>, { secret }: Pick<Platform, 'secret'>): Origin {
  return { address: c.var.address, visitorKey: visitorKeyOf({ cookie: c.req.header('cookie'), secret }) }
}

/** The browser's own limit comes first; the address has several times as much, so that neighbours are not refused. */
export function originAttempts({ address, visitorKey, limit, ...attempt }: Origin & Omit<Attempt, 'key'>): Attempt[] {
  const ofAddress = addressAttempts({ ...attempt, address, limit: browsersPerAddress * limit })
  if (visitorKey === undefined) return ofAddress
  return [{ ...attempt, name: `${attempt.name}.browser`, key: visitorKey, limit }, ...ofAddress]
}

/** Limits all writes of a browser and of an address together, before their bodies are read. @throws request.too_many */
export async function limitWriting({
  address,
  visitorKey,
  ...storage
}: Pick<Platform, 'db' | 'pool' | 'secret'> & Origin): Promise<void> {
  const attempts = originAttempts({
    address,
    visitorKey,
    name: 'http.write',
    limit: writesPerMinute,
    windowSeconds: 60,
  })
  await countAttempts(storage, attempts)
}

/**
 * Limits reads that are expensive, far above what a person needs. A loopback address is not counted: it is this machine, or
 * a proxy that TRUSTED_PROXIES does not count, with all visitors behind it.
 * @throws request.too_many, QueueTimeoutError
 */
export async function limitReading({
  origin,
  platform,
  name,
  perMinute = readsPerMinute,
}: {
  platform: Platform
  name: string
  origin: Origin
  /** The limit of one browser. */
  perMinute?: number
}): Promise<void> {
  if (isLoopback(origin.address) || performance.now() < uncountedUntil) return
  const { db, pool } = platform.reserve
  const attempts = originAttempts({ ...origin, name, limit: perMinute, windowSeconds: 60 })
  const work = countInTurn(async () => {
    const startedAt = performance.now()
    running.add(startedAt)
    const counting = countAttempts({ db, pool, secret: platform.secret }, attempts)
    await counting.finally(() => running.delete(startedAt))
  })
  try {
    await withDeadline({ milliseconds: countWithinMs, work, error: () => new QueueTimeoutError() })
  } catch (error) {
    if (error instanceof ORPCError) throw error
    // A flood of reads that can't be counted in time can't be served in time, either.
    if (error instanceof QueueTimeoutError && !areCountsStuck()) throw error
    // Without a database, or while the counts are locked, there is no count, and the read may still succeed.
    uncountedUntil = performance.now() + uncountedMs
  }
}

/** A read waits no longer for its count. */
const countWithinMs = 1_000
/** Reads go uncounted for this long after that. */
const uncountedMs = 2_000
let uncountedUntil = 0
/** Counts that wait for a lock must not use up the reserved connections. */
const countInTurn = createLimiter({ atOnce: countsAtOnce, patienceMs: countWithinMs })
/** When each count began that PostgreSQL has not finished. */
const running = new Set<number>()

function areCountsStuck(): boolean {
  return [...running].some((startedAt) => performance.now() - startedAt > 0.8 * countWithinMs)
}
