import { LRUCache } from 'lru-cache'
import { countUnexpectedError } from '#server/platform/metrics.ts'

type Count = { count: number; lastAt: Date }

const counts = new LRUCache<string, Count>({ max: 100 })

export function countError(where: string): void {
  countUnexpectedError()
  counts.set(where, { count: (counts.get(where)?.count ?? 0) + 1, lastAt: new Date() })
}

/** The latest first. */
export function listErrorCounts(): (Count & { where: string })[] {
  return [...counts.entries()].map(([where, count]) => ({ where, ...count }))
}
