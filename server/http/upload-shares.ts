import { failRequest } from '#contract/errors.ts'
import { networksOf } from '#server/platform/addresses.ts'

/** Who sends an upload: an account, or a visitor of whom only the network address is known. */
export type Uploader = { userId: string | undefined; address: string }

type Share = { uploads: number; bytes: number }
export type OpenUpload = { hold(bytes: number): void; release(): void }

/**
 * What this process receives at the same time. Visitors and signed-in users have a share each, so that visitors, of whom an
 * attacker may be any number, never keep an account from uploading.
 */
const ofEveryone: Share = { uploads: 96, bytes: 512 * 1024 * 1024 }
/** The share of one account, or of one network address: an address withholds only its own share. */
const ofOne: Share = { uploads: 12, bytes: 48 * 1024 * 1024 }
/** How many times the share of a /64 its /56 and its /48 have: many subscribers may share them. */
const networkFactors = [1, 2, 4]

export function createShares(): { open(uploader: Uploader): OpenUpload } {
  const held = new Map<string, Share>()
  return {
    open(uploader) {
      const counts = countsOf(uploader)
      take(held, counts, { uploads: 1, bytes: 0 })
      let bytes = 0
      return {
        hold(more) {
          take(held, counts, { uploads: 0, bytes: more })
          bytes += more
        },
        release() {
          for (const { key } of counts) {
            const share = held.get(key)
            if (!share) continue
            if (share.uploads === 1) held.delete(key)
            else held.set(key, { uploads: share.uploads - 1, bytes: share.bytes - bytes })
          }
        },
      }
    },
  }
}

type Count = { key: string; limit: Share; error: () => Error }

function countsOf({ userId, address }: Uploader): Count[] {
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
    const limit = { uploads: factor * ofOne.uploads, bytes: factor * ofOne.bytes }
    return { key: network, limit, error: isTaken }
  })
  return [...networks, { key: 'visitors', limit: ofEveryone, error: isFull }]
}

/** Takes the amounts from every share, or from none. */
function take(held: Map<string, Share>, counts: readonly Count[], more: Share): void {
  const taken = counts.map(({ key, limit, error }) => {
    const before = held.get(key) ?? { uploads: 0, bytes: 0 }
    const share = { uploads: before.uploads + more.uploads, bytes: before.bytes + more.bytes }
    if (share.uploads > limit.uploads || share.bytes > limit.bytes) throw error()
    return [key, share] as const
  })
  for (const [key, share] of taken) held.set(key, share)
}
