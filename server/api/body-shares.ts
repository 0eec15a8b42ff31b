import { failRequest } from '#contract/errors.ts'
import { networksOf } from '#server/platform/addresses.ts'

/** Who sends a body: an account, or a visitor of whom only the network address is known. */
type Sender = { userId: string | undefined; address: string }

type Share = { bodies: number; bytes: number }
export type ShareLimits = { ofEveryone: Share; ofOne: Share }
export type OpenBody = { hold(bytes: number): void; release(): void }

const megabyte = 1024 * 1024
export const uploadLimits: ShareLimits = {
  ofEveryone: { bodies: 96, bytes: 512 * megabyte },
  ofOne: { bodies: 12, bytes: 48 * megabyte },
}
/** Only what a body has beyond its first `smallBytes` counts as bytes: hundreds of people may share a carrier's address. */
export const usualLimits: ShareLimits = {
  ofEveryone: { bodies: 6000, bytes: 96 * megabyte },
  ofOne: { bodies: 1000, bytes: 8 * megabyte },
}
export const smallBytes = 16 * 1024
/** How many times the share of a /64 its /56 and its /48 have: many subscribers may share them. */
const networkFactors = [1, 2, 4]

export type Shares = { open(sender: Sender): OpenBody }

/**
 * What this process receives at the same time: `ofEveryone` in all, and `ofOne` for one account or network address, so that an
 * address withholds only its own share. Visitors and signed-in users have `ofEveryone` each: visitors, of whom an attacker may
 * be any number, never keep an account from sending.
 */
export function createShares(limits: ShareLimits): Shares {
  const held = new Map<string, Share>()
  return {
    open(sender) {
      const counts = countsOf(sender, limits)
      take(held, counts, { bodies: 1, bytes: 0 })
      let bytes = 0
      return {
        hold(more) {
          take(held, counts, { bodies: 0, bytes: more })
          bytes += more
        },
        release() {
          for (const { key } of counts) {
            const share = held.get(key)
            if (!share) continue
            if (share.bodies === 1) held.delete(key)
            else held.set(key, { bodies: share.bodies - 1, bytes: share.bytes - bytes })
          }
        },
      }
    },
  }
}

type Count = { key: string; limit: Share; error: () => Error }

function countsOf({ userId, address }: Sender, { ofOne, ofEveryone }: ShareLimits): Count[] {
  const isFull = () => failRequest('service.unavailable')
  const isTaken = () => failRequest('request.too_many', { retryAfterSeconds: 30 })
  if (userId !== undefined) {
    return [
      { key: `account ${userId}`, limit: ofOne, error: isTaken },
      { key: 'accounts', limit: ofEveryone, error: isFull },
    ]
  }
  const networks = networksOf(address).map((network, at) => {
    const factor = networkFactors[at] ?? 1
    const limit = { bodies: factor * ofOne.bodies, bytes: factor * ofOne.bytes }
    return { key: network, limit, error: isTaken }
  })
  return [...networks, { key: 'visitors', limit: ofEveryone, error: isFull }]
}

/** Takes the amounts from every share, or from none. */
function take(held: Map<string, Share>, counts: readonly Count[], more: Share): void {
  const taken = counts.map(({ key, limit, error }) => {
    const before = held.get(key) ?? { bodies: 0, bytes: 0 }
    const share = { bodies: before.bodies + more.bodies, bytes: before.bytes + more.bytes }
    if (share.bodies > limit.bodies || share.bytes > limit.bytes) throw error()
    return [key, share] as const
  })
  for (const [key, share] of taken) held.set(key, share)
}
