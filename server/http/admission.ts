import { createLimiter } from '#server/platform/limiter.ts'
import { createSenderLimiters, createSharedLimiter } from '#server/platform/sender-limiters.ts'

/**
 * A read is repeated easily, and under lasting overload each admitted one waits for as long as it may. A write is worth a longer wait:
 * its visitor has pressed a button.
 */
const patienceMs = { read: 250, write: 4_000 }
/**
 * The share of the connections for requests. Neither kind may use all of them, because one kind may be waiting for a
 * lock.
 */
const share = { read: 0.6, write: 0.5 }

/** The share of the turns of each kind that one account may have, however expensive its requests are, and whatever they wait for. */
export const accountShare = { read: 0.5, write: 0.4 }
/** One network may have any number of accounts. Of its reads, early-refusal.ts refuses those beyond its share. */
const networkShare = 0.5
/** Throw-away accounts come from any number of networks: what all accounts without proof may have of the writes, together. */
const unprovenShare = 1 / 3

export type RequestKind = 'read' | 'write'
type Sender = { userId: string; network: string | undefined; isProven: boolean }
export type Admission = {
  <T>(kind: RequestKind, work: () => Promise<T>): Promise<T>
  /** Reads a session: so short that it says nothing of how long the reads take. */
  session<T>(work: () => Promise<T>): Promise<T>
  /**
   * Runs a request of this account in one of the turns that the account, and for a write its network and all accounts without proof,
   * may have: the others of each wait without one.
   */
  ofAccount<T>(kind: RequestKind, sender: Sender, work: () => Promise<T>): Promise<T>
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
  const limitersOfSenders = (kind: RequestKind, part: number) =>
    createSenderLimiters({ atOnce: Math.max(1, Math.floor(part * turns(kind))), patienceMs: patienceMs[kind] })
  const accounts = {
    read: limitersOfSenders('read', accountShare.read),
    write: limitersOfSenders('write', accountShare.write),
  }
  const networks = limitersOfSenders('write', networkShare)
  const unproven = createSharedLimiter({
    atOnce: Math.max(1, Math.floor(unprovenShare * turns('write'))),
    // A newcomer of another network always finds one.
    ofSender: 1,
    patienceMs: patienceMs.write,
  })

  const admit = <T>(kind: RequestKind, work: () => Promise<T>): Promise<T> => limiters[kind](work)
  return Object.assign(admit, {
    session: <T>(work: () => Promise<T>): Promise<T> => sessions(work),
    ofAccount: <T>(kind: RequestKind, { userId, network, isProven }: Sender, work: () => Promise<T>): Promise<T> =>
      accounts[kind](userId)(() => {
        const admitted = () => admit(kind, work)
        if (kind === 'read') return admitted()
        const ofProof = () => (isProven ? admitted() : unproven(network, admitted))
        return network === undefined ? ofProof() : networks(network)(ofProof)
      }),
    room: (kind: RequestKind) => limiters[kind].room(),
  })
}

export function kindOf(method: string): RequestKind {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}
