import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/postgres/database.ts'

/** How far a result may lag behind the database. */
const keptMs = 20_000

/**
 * Results that many visitors request within seconds, such as the suggestions for the first letters of a word. Simultaneous
 * requests share one read. `max`: how many are kept.
 */
export function createRecentResults<Result>({ max }: { max: number }) {
  const ofDatabase = new WeakMap<Db, LRUCache<string, Promise<Result>>>()
  return (db: Db, { key, read }: { key: string; read: () => Promise<Result> }): Promise<Result> => {
    const results = ofDatabase.get(db) ?? new LRUCache<string, Promise<Result>>({ max, ttl: keptMs })
    ofDatabase.set(db, results)
    const known = results.get(key)
    if (known) return known
    const result = read()
    results.set(key, result)
    // The next request repeats a failed read.
    result.catch(() => results.delete(key))
    return result
  }
}
