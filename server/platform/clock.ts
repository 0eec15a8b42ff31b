/** The source of the current time. Rules get their `now` from it, so that a test can choose it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type SettableClock = Clock & { set(date: Date): void; advance(ms: number): void }

/** A clock that stands still until a test moves it. */
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
