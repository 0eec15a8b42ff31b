/** Where the server learns what time it is. Rules get their `now` from here, so that a test can choose it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type SettableClock = Clock & { set(date: Date): void; advance(ms: number): void }

/** A clock that stands still until somebody moves it. */
export function settableClock(start: Date): SettableClock {
  let milliseconds = start.getTime()
  return {
    now: () => new Date(milliseconds),
    set(date) {
      milliseconds = date.getTime()
    },
    advance(ms) {
      milliseconds += ms
    },
  }
}
