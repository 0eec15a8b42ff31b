import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/postgres/database.ts'

/** A result may be this old. */
const maxAgeMs = 20_000

/**
 * Caches results that many visitors request within seconds, such as the suggestions for the first letters of a word.
 * Simultaneous requests share one read. `max`: the number of cached results.
 */
export function createRecentResults<Result>({ max }: { max: number }) {
  const ofDatabase = new WeakMap<Db, LRUCache<string, Promise<Result>>>()
  return (db: Db, { key, read }: { key: string; read: () => Promise<Result> }): Promise<Result> => {
    const results = ofDatabase.get(db) ?? new LRUCache<string, Promise<Result>>({ max, ttl: maxAgeMs })
    ofDatabase.set(db, results)
    const cached = results.get(key)
    if (cached) return cached
    const result = read()
    results.set(key, result)
    // A failed read is not cached, so that the next request reads again.
    result.catch(() => results.delete(key))
    return result
  }
}
