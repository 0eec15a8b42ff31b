import { LRUCache } from 'lru-cache'
import { createLimiter } from './limiter.ts'

/** Senders with recent pieces of work. The turns of a forgotten one count from zero again. */
const rememberedSenders = 10_000

/** A limiter for each sender, an account or a network, so that one of them does not take the turns of all. */
export function createSenderLimiters(turns: { atOnce: number; patienceMs: number }) {
  const remembered = new LRUCache<string, ReturnType<typeof createLimiter>>({ max: rememberedSenders })
  return (sender: string) => {
    const limiter = remembered.get(sender) ?? createLimiter(turns)
    remembered.set(sender, limiter)
    return limiter
  }
}

/** A limiter of which one sender has at most the size `ofSender`. An unknown sender may have all of it. */
export function createSharedLimiter({
  atOnce,
  ofSender,
  patienceMs,
}: {
  atOnce: number
  ofSender: number
  patienceMs: number
}) {
  const all = createLimiter({ atOnce, patienceMs })
  const senders = createSenderLimiters({ atOnce: ofSender, patienceMs })
  return async <T>(sender: string | undefined, work: () => Promise<T>, size = 1): Promise<T> =>
    sender === undefined ? await all(work, size) : await senders(sender)(() => all(work, size), size)
}
