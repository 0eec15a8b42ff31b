type Times = { count: number; totalMs: number; maxMs: number; buckets: Uint32Array }

export type StatementTimes = { text: string; count: number; medianMs: number; maxMs: number; totalMs: number }

/** Four per doubling from 0.01 ms on, up to three minutes: a median is accurate to ten percent. */
const bucketCount = 96
const perDoubling = 4
const shortestMs = 0.01
const shownCharacters = 3000

/** How long statements took since the last `clear()`, for at most `max` texts. */
export function createStatementTimes({ max }: { max: number }) {
  const timesOf = new Map<string, Times>()
  return {
    add(text: string, ms: number): void {
      let times = timesOf.get(text)
      if (!times) {
        if (timesOf.size >= max) return
        times = { count: 0, totalMs: 0, maxMs: 0, buckets: new Uint32Array(bucketCount) }
        timesOf.set(text, times)
      }
      times.count += 1
      times.totalMs += ms
      if (ms > times.maxMs) times.maxMs = ms
      const bucket = bucketOf(ms)
      times.buckets[bucket] = (times.buckets[bucket] ?? 0) + 1
    },
    clear(): void {
      timesOf.clear()
    },
    /** The statements with the longest single run come first. */
    listSlowest({ limit }: { limit: number }): StatementTimes[] {
      return [...timesOf]
        .sort(([, one], [, other]) => other.maxMs - one.maxMs)
        .slice(0, limit)
        .map(([text, { count, totalMs, maxMs, buckets }]) => ({
          text: withoutValues(text),
          count,
          medianMs: Math.min(maxMs, medianOf({ buckets, count })),
          maxMs,
          totalMs,
        }))
    },
  }
}

function bucketOf(ms: number): number {
  if (ms <= shortestMs) return 0
  return Math.min(bucketCount - 1, Math.round(Math.log2(ms / shortestMs) * perDoubling))
}

function medianOf({ buckets, count }: { buckets: Uint32Array; count: number }): number {
  let seen = 0
  const bucket = buckets.findIndex((runs) => {
    seen += runs
    return seen * 2 >= count
  })
  return shortestMs * 2 ** (bucket / perDoubling)
}

/** Parameters are `$1` already; a text in quotes is hidden, so that no value of a statement without parameters is shown. */
function withoutValues(text: string): string {
  return text
    .replaceAll(/'[^']*'/gu, "'…'")
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, shownCharacters)
}

const statementTimes = createStatementTimes({ max: 1500 })

export const addStatementTime = statementTimes.add
/** Called once the server has started, because migrations and demo data say nothing about the service. */
export const clearStatementTimes = statementTimes.clear
/** The slow statements of this process. */
export const listSlowStatements = statementTimes.listSlowest
