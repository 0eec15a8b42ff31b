import { createLimiter } from '#server/platform/limiter.ts'

/** A read is repeated easily. A write is worth a longer wait: its visitor has pressed a button. */
const patienceMs = { read: 1_000, write: 4_000 }
/**
 * The share of the connections for requests. Neither kind may use all of them, because one kind may be waiting for a
 * lock.
 */
const share = { read: 0.6, write: 0.5 }

export type RequestKind = 'read' | 'write'
export type Admission = {
  <T>(kind: RequestKind, work: () => Promise<T>): Promise<T>
  /** How many requests of the kind may be in progress, so that each is served in time. */
  room(kind: RequestKind): number
}

/**
 * Admits as many requests to the API as the process serves in time. Under more load, each would otherwise take longer than the
 * one before, until nothing responds in time. @throws QueueTimeoutError for a request that would wait too long, mostly at once
 */
export function createAdmission({ connections }: { connections: number }): Admission {
  const limit = (kind: RequestKind) =>
    createLimiter({ atOnce: Math.max(1, Math.floor(share[kind] * connections)), patienceMs: patienceMs[kind] })
  const limiters = { read: limit('read'), write: limit('write') }
  return Object.assign(<T>(kind: RequestKind, work: () => Promise<T>): Promise<T> => limiters[kind](work), {
    room: (kind: RequestKind) => limiters[kind].room(),
  })
}

export function kindOf(method: string): RequestKind {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}
