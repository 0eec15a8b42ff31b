/** Nobody got a turn in time: more is asked of this process than it can do. */
export class NoTurnError extends Error {
  override name = 'NoTurnError'
}

/** Lets `atOnce` pieces of work run at the same time; the others wait in line. @throws NoTurnError after `patienceMs`. */
export function createTurns(o: { atOnce: number; patienceMs: number }): <T>(work: () => Promise<T>) => Promise<T> {
  const line = new Set<() => void>()
  let running = 0

  async function wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.add(resolve)
    const timer = setTimeout(() => {
      line.delete(resolve)
      reject(new NoTurnError())
    }, o.patienceMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  return async (work) => {
    // Whoever ends hands the place over, so that nobody slips in before those who wait.
    if (running >= o.atOnce) await wait()
    else running += 1
    try {
      return await work()
    } finally {
      const [next] = line
      if (next) {
        line.delete(next)
        next()
      } else running -= 1
    }
  }
}
