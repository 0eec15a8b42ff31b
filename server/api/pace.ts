import { failRequest } from '#contract/errors.ts'

/** What a body must bring: another `minBytes`, or its end, within `windowMs` each time, and all of it within `totalMs`. */
export type Pace = { windowMs: number; minBytes: number; totalMs: number }

export type WatchedPace = {
  /** Rejects with request.too_slow once the body does not keep its pace. */
  slow: Promise<never>
  note(bytes: number): void
  stop(): void
}

export function watchPace(pace: Pace): WatchedPace {
  const { promise: slow, reject } = Promise.withResolvers<never>()
  // It may reject while no read waits for it.
  slow.catch(() => undefined)
  const rejectAsSlow = () => reject(failRequest('request.too_slow'))
  const total = setTimeout(rejectAsSlow, pace.totalMs)
  const window = setTimeout(rejectAsSlow, pace.windowMs)
  let bytesOfWindow = 0
  return {
    slow,
    note(bytes) {
      bytesOfWindow += bytes
      if (bytesOfWindow < pace.minBytes) return
      bytesOfWindow = 0
      window.refresh()
    },
    stop() {
      clearTimeout(total)
      clearTimeout(window)
    },
  }
}
