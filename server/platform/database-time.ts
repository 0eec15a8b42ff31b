import type pg from 'pg'
import { monotonicNow, setDatabaseTime } from './clock.ts'
import type { Log } from './log.ts'

const samples = 3
const measureEveryMs = 30_000
const checkEveryMs = 1_000
/** A machine whose clock moves by more than this was set, or slept. */
const jumpMs = 500
/** A difference that the operator should know about: certificates, logs and schedules use the machine's clock. */
const warnFromMs = 2_000

/**
 * Lets this process follow the database's clock. Instants that one process stores are compared by another: a hold that one of
 * them believes to be over would be given to another patient. The time between two measurements comes from a clock that
 * nothing sets, so a machine's clock that jumps changes nothing. @throws when the first measurement fails
 */
export async function keepDatabaseTime({ pool, log }: { pool: pg.Pool; log: Log }): Promise<{ stop(): void }> {
  let machineAheadMs = Date.now() - monotonicNow()
  let measuredAt = 0
  let isMeasuring = false
  let hasWarned = false

  async function measure(): Promise<void> {
    const databaseAheadMs = await measureClock(pool)
    setDatabaseTime(databaseAheadMs)
    measuredAt = performance.now()
    const differenceMs = Date.now() - monotonicNow() - databaseAheadMs
    const isWrong = Math.abs(differenceMs) > warnFromMs
    if (isWrong && !hasWarned) log.warn({ differenceMs: Math.round(differenceMs) }, "this machine's clock is wrong")
    hasWarned = isWrong
  }

  async function check(): Promise<void> {
    const currentMs = Date.now() - monotonicNow()
    const hasJumped = Math.abs(currentMs - machineAheadMs) > jumpMs
    if (isMeasuring || (!hasJumped && performance.now() - measuredAt < measureEveryMs)) return
    isMeasuring = true
    try {
      await measure()
      machineAheadMs = currentMs
    } catch (error) {
      // The last measurement stays good: only a sleeping machine makes it wrong.
      measuredAt = performance.now()
      log.warn({ err: error }, "the database's clock could not be read")
    } finally {
      isMeasuring = false
    }
  }

  await measure()
  const timer = setInterval(() => void check(), checkEveryMs).unref()
  return {
    stop() {
      clearInterval(timer)
      setDatabaseTime(undefined)
    },
  }
}

/** By how much the database's clock is ahead of monotonicNow(), from the fastest of a few responses. */
async function measureClock(pool: pg.Pool): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 }
  for (let sample = 0; sample < samples; sample += 1) {
    const requestedAt = monotonicNow()
    const { rows } = await pool.query<{ ms: number }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
    const tookMs = monotonicNow() - requestedAt
    if (tookMs < best.tookMs) best = { tookMs, aheadMs: Number(rows[0]?.ms) - (requestedAt + tookMs / 2) }
  }
  return best.aheadMs
}
