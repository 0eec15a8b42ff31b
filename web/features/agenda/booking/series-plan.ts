import type { SoldPackage } from '#contract/packages.ts'
import type { SeriesDate } from '#contract/series.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { localMoment } from '#web/platform/local-days.ts'

/** What the receptionist decided about a date. `insist`: to book it although the professional does not work then. */
export type Resolution = { kind: 'skip' } | { kind: 'insist' } | { kind: 'move'; startsAt: string }
/** By the start of the date. */
export type Resolutions = Readonly<Record<string, Resolution>>

export type SeriesRow = {
  date: SeriesDate
  resolution: Resolution | undefined
  /** When it is booked; undefined for a date that is skipped or still to be resolved. */
  startsAt: string | undefined
  isOpen: boolean
}

export type SeriesPlan = {
  rows: SeriesRow[]
  /** What is booked, in the order of the starts. */
  starts: { startsAt: string; evenOutsideHours?: true }[]
  /** How many dates are still to be resolved, and how many are skipped. */
  open: number
  skipped: number
}

export function planSeries({
  dates,
  resolutions,
}: {
  dates: readonly SeriesDate[]
  resolutions: Resolutions
}): SeriesPlan {
  const rows = dates.map((date): SeriesRow => {
    const resolution = usableResolution(date, resolutions[date.startsAt])
    const startsAt = startOf(date, resolution)
    return { date, resolution, startsAt, isOpen: startsAt === undefined && resolution?.kind !== 'skip' }
  })
  const starts = rows
    .flatMap(({ startsAt, resolution, date }) => {
      if (startsAt === undefined) return []
      const isOutside = resolution?.kind === 'insist' && date.conflict?.kind !== 'holiday'
      return [{ startsAt, ...(isOutside && { evenOutsideHours: true as const }) }]
    })
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  return {
    rows,
    starts,
    open: rows.filter(({ isOpen }) => isOpen).length,
    skipped: rows.filter(({ resolution }) => resolution?.kind === 'skip').length,
  }
}

/** The conflict may have changed since: nothing overrides an appointment. */
function usableResolution({ conflict }: SeriesDate, resolution: Resolution | undefined): Resolution | undefined {
  return resolution?.kind === 'insist' && conflict?.canInsist !== true ? undefined : resolution
}

function startOf({ startsAt, conflict }: SeriesDate, resolution: Resolution | undefined): string | undefined {
  if (resolution?.kind === 'skip') return undefined
  if (resolution?.kind === 'move') return resolution.startsAt
  return conflict === null || resolution?.kind === 'insist' ? startsAt : undefined
}

/** The free times near a date that no other date of the plan takes. */
export function timesLeft({
  plan,
  row,
  durationMinutes,
}: {
  plan: SeriesPlan
  row: SeriesRow
  durationMinutes: number
}): { nearest: string | undefined; freeTimes: string[] } {
  const taken = plan.rows.filter((other) => other !== row).flatMap(({ startsAt }) => startsAt ?? [])
  const isLeft = (time: string) =>
    taken.every((other) => Math.abs(Date.parse(other) - Date.parse(time)) >= durationMinutes * minuteMs)
  const { nearest, freeTimes } = row.date
  return { nearest: nearest !== null && isLeft(nearest) ? nearest : undefined, freeTimes: freeTimes.filter(isLeft) }
}

/** How many of the first appointments the package pays for: as many as it has sessions, until its last day. */
export function coveredBy(
  { leftSessions, validUntil }: Pick<SoldPackage, 'leftSessions' | 'validUntil'>,
  starts: SeriesPlan['starts'],
): number {
  const after = starts.findIndex(({ startsAt }) => localMoment(startsAt).date > validUntil)
  return Math.min(leftSessions, after === -1 ? starts.length : after)
}
