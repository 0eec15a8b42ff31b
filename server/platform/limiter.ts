/** Nobody got a turn in time: more is asked of this process than it can do. */
export class QueueTimeoutError extends Error {
  override name = 'QueueTimeoutError'
}

type Waiting = { size: number; begin(): void }

/**
 * Lets pieces of work of `atOnce` together run at the same time; the others wait in line, each for the one before it, so that
 * a large piece gets its turn. The size of a piece is 1 unless it says more; one larger than `atOnce` runs alone.
 * @throws QueueTimeoutError after `patienceMs`.
 */
export function createLimiter({
  patienceMs,
  atOnce,
}: {
  atOnce: number
  patienceMs: number
}): <T>(work: () => Promise<T>, size?: number) => Promise<T> {
  const line = new Set<Waiting>()
  let running = 0

  async function wait(size: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { size, begin: resolve }
    line.add(waiting)
    const timer = setTimeout(() => {
      line.delete(waiting)
      reject(new QueueTimeoutError())
      // It may have been the large piece that kept smaller ones waiting.
      beginNext()
    }, patienceMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Takes the room of each piece that begins at once, so that nothing slips in before the pieces that wait. */
  function beginNext(): void {
    for (const next of line) {
      if (running + next.size > atOnce) return
      line.delete(next)
      running += next.size
      next.begin()
    }
  }

  return async (work, asked = 1) => {
    const size = Math.min(asked, atOnce)
    if (line.size > 0 || running + size > atOnce) await wait(size)
    else running += size
    try {
      return await work()
    } finally {
      running -= size
      beginNext()
    }
  }
}
