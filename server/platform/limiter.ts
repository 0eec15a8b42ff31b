/** The work waited too long for its turn, because this process is overloaded. */
export class QueueTimeoutError extends Error {
  override name = 'QueueTimeoutError'
}

/** How many recent pieces the average duration covers. */
const recentPieces = 20

type Waiting = { size: number; begin(): void }

/**
 * Runs pieces of work simultaneously up to a total size of `atOnce`. The others wait in a queue and start in its order, so
 * that small pieces do not starve a large one. The default size is 1; a piece larger than `atOnce` runs alone.
 * @throws QueueTimeoutError after `patienceMs`, and at once for a piece that would probably wait for longer.
 */
export function createLimiter({
  patienceMs,
  atOnce,
}: {
  atOnce: number
  patienceMs: number
}): <T>(work: () => Promise<T>, size?: number) => Promise<T> {
  const queue = new Set<Waiting>()
  let running = 0
  /** The average duration of recent pieces of size 1. */
  let usualMs = 0

  async function wait(size: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { size, begin: resolve }
    queue.add(waiting)
    const timer = setTimeout(() => {
      queue.delete(waiting)
      reject(new QueueTimeoutError())
      // A large piece may have kept smaller ones waiting.
      beginNext()
    }, patienceMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Reserves the size of each piece immediately, so that no new piece overtakes the waiting ones. */
  function beginNext(): void {
    for (const next of queue) {
      if (running + next.size > atOnce) return
      queue.delete(next)
      running += next.size
      next.begin()
    }
  }

  return async (work, requestedSize = 1) => {
    const size = Math.min(requestedSize, atOnce)
    if ((queue.size * usualMs) / atOnce > patienceMs) throw new QueueTimeoutError()
    if (queue.size > 0 || running + size > atOnce) await wait(size)
    else running += size
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      usualMs += ((performance.now() - startedAt) * size - usualMs) / recentPieces
      running -= size
      beginNext()
    }
  }
}
