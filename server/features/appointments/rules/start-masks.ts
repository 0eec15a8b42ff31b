import { dayParts } from '#contract/calendar.ts'
import { dayMs, type LocalDay, minuteMs } from '#server/platform/local-time.ts'
import type { DayPart } from './free-times.ts'

/**
 * Half hours of a local day as a number of 48 bits: bit 0 is 00:00, bit 47 is 23:30. Such a number is exact, but JavaScript's
 * operators keep only 32 bits, so masks are combined in halves.
 */
export type StartMask = number

const slotMs = 30 * minuteMs
const slotsPerDay = 48
const half = 2 ** 24

/** Stored starts count minutes from local midnight, so they are not valid on a day when the clocks change. */
export function areWholeDays(days: readonly LocalDay[]): boolean {
  return days.every(({ instantAt }) => instantAt(1440) - instantAt(0) === dayMs)
}

type Window = { earliest: Date; latest: Date; dayPart?: DayPart | undefined }

export function windowMask({ instantAt }: LocalDay, { earliest, latest, dayPart }: Window): StartMask {
  const midnight = instantAt(0)
  const part = dayPart ? dayParts[dayPart] : { fromHour: 0, toHour: 24 }
  const first = Math.max(part.fromHour * 2, Math.ceil((earliest.getTime() - midnight) / slotMs))
  const last = Math.min(part.toHour * 2 - 1, Math.floor((latest.getTime() - midnight) / slotMs))
  if (last < Math.max(first, 0)) return 0
  return 2 ** (Math.min(last, slotsPerDay - 1) + 1) - 2 ** Math.max(first, 0)
}

export function intersectMasks(first: StartMask, second: StartMask): StartMask {
  return combine(first, second, (a, b) => a & b)
}

export function uniteMasks(first: StartMask, second: StartMask): StartMask {
  return combine(first, second, (a, b) => a | b)
}

export function subtractMask(mask: StartMask, removed: StartMask): StartMask {
  return combine(mask, removed, (a, b) => a & ~b)
}

function combine(first: StartMask, second: StartMask, operate: (a: number, b: number) => number): StartMask {
  const low = operate(first % half, second % half)
  return operate(Math.floor(first / half), Math.floor(second / half)) * half + low
}

/** The starts of a mask in order, as epoch milliseconds; at most `limit`. */
export function startsOf(mask: StartMask, { instantAt }: LocalDay, limit = slotsPerDay): number[] {
  const midnight = instantAt(0)
  const starts: number[] = []
  for (const [offset, bits] of [
    [0, mask % half],
    [24, Math.floor(mask / half)],
  ] as const) {
    for (let rest = bits; rest !== 0 && starts.length < limit; rest &= rest - 1) {
      starts.push(midnight + (offset + 31 - Math.clz32(rest & -rest)) * slotMs)
    }
  }
  return starts
}
