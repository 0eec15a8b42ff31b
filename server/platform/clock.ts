/** The source of the current time. Rules get their `now` from it, so that a test can choose it. */
export type Clock = { now(): Date }

/** The real time in whole milliseconds. While keepDatabaseTime() runs, the database's; else the machine's. */
export function realNow(): number {
  return aheadMs === undefined ? Date.now() : Math.round(monotonicNow() + aheadMs)
}

export const systemClock: Clock = { now: () => new Date(realNow()) }

/** By how much the database's clock is ahead of monotonicNow(). Undefined while nothing measures it. */
let aheadMs: number | undefined

export function setDatabaseTime(ms: number | undefined): void {
  aheadMs = ms
}

/** Close to the machine's time, and never set back or ahead. */
export function monotonicNow(): number {
  return performance.timeOrigin + performance.now()
}

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
