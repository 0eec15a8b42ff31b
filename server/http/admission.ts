import { LRUCache } from 'lru-cache'
import { createLimiter } from '#server/platform/limiter.ts'

/** A read is repeated easily. A write is worth a longer wait: its visitor has pressed a button. */
const patienceMs = { read: 1_000, write: 4_000 }
/**
 * The share of the connections for requests. Neither kind may use all of them, because one kind may be waiting for a
 * lock.
 */
const share = { read: 0.6, write: 0.5 }

/** The share of the turns of each kind that one account may have, however expensive its requests are, and whatever they wait for. */
export const accountShare = { read: 0.5, write: 0.4 }
/** Accounts that have sent requests of the kind lately. The turns of a forgotten one count from zero again. */
const rememberedAccounts = 10_000

export type RequestKind = 'read' | 'write'
export type Admission = {
  <T>(kind: RequestKind, work: () => Promise<T>): Promise<T>
  /** Reads a session: so short that it says nothing of how long the reads take. */
  session<T>(work: () => Promise<T>): Promise<T>
  /** Runs a request of this account in one of the turns that the account may have: its others wait without one. */
  ofAccount<T>(kind: RequestKind, userId: string, work: () => Promise<T>): Promise<T>
  /** How many requests of the kind may be in progress, so that each is served in time. */
  room(kind: RequestKind): number
}

/**
 * Admits as many requests to the API as the process serves in time. Under more load, each would otherwise take longer than the
 * one before, until nothing responds in time. @throws QueueTimeoutError for a request that would wait too long, mostly at once
 */
export function createAdmission({ connections }: { connections: number }): Admission {
  const turns = (kind: RequestKind) => Math.max(1, Math.floor(share[kind] * connections))
  const limit = (kind: RequestKind) => createLimiter({ atOnce: turns(kind), patienceMs: patienceMs[kind] })
  const limiters = { read: limit('read'), write: limit('write') }
  const sessions = limit('read')
  const remembered = () => new LRUCache<string, ReturnType<typeof createLimiter>>({ max: rememberedAccounts })
  const accounts = { read: remembered(), write: remembered() }

  function limiterOf(kind: RequestKind, userId: string) {
    const known = accounts[kind].get(userId)
    if (known) return known
    const atOnce = Math.max(1, Math.floor(accountShare[kind] * turns(kind)))
    const limiter = createLimiter({ atOnce, patienceMs: patienceMs[kind] })
    accounts[kind].set(userId, limiter)
    return limiter
  }

  const admit = <T>(kind: RequestKind, work: () => Promise<T>): Promise<T> => limiters[kind](work)
  return Object.assign(admit, {
    session: <T>(work: () => Promise<T>): Promise<T> => sessions(work),
    ofAccount: <T>(kind: RequestKind, userId: string, work: () => Promise<T>): Promise<T> =>
      limiterOf(kind, userId)(() => admit(kind, work)),
    room: (kind: RequestKind) => limiters[kind].room(),
  })
}

export function kindOf(method: string): RequestKind {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}
