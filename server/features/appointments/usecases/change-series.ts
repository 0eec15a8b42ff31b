import { zone } from '#contract/calendar.ts'
import type { DayChange } from '#contract/day-changes.ts'
import { failField } from '#contract/errors.ts'
import type { SeriesScope } from '#contract/series.ts'
import { addDays, dayMs, localDay, sameTimeOn } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { deskStartProblem } from '../rules/agenda.ts'
import { type DeskRequest, requireAtDesk } from './change-at-desk.ts'
import { type ChangedOfMany, type ChangeOfMany, changeMany } from './change-many.ts'
import { notifySeriesChange } from './notify-series.ts'

type SeriesChange = DeskRequest & {
  scope: SeriesScope
  by: 'patient' | 'center'
  reason: string
  preview?: boolean | undefined
  /** The terms of the preview that the caller read. */
  terms?: string | undefined
}

/** Cancels the rest of a series, with one reason and one mail. */
export async function cancelSeries(platform: Platform, input: SeriesChange): Promise<DayChange> {
  return changeSeries(platform, input, () => ({ kind: 'cancel', by: input.by, reason: input.reason }))
}

/**
 * Moves the rest of a series as the one appointment is moved to `startsAt`: each by as many days, and all to that hour. One that does not
 * fit stays where it is, and is named.
 */
export async function moveSeries(platform: Platform, input: SeriesChange & { startsAt: Date }): Promise<DayChange> {
  const problem = deskStartProblem({ startsAt: input.startsAt, now: platform.clock.now() })
  if (problem !== undefined) throw failField('startsAt', problem)
  return changeSeries(platform, input, ({ startsAt: wasAt }) => {
    if (wasAt.getTime() === input.startsAt.getTime())
      throw failField('startsAt', 'Elige una hora distinta de la actual')
    return { kind: 'move', reason: input.reason, newStart: shiftBy({ from: wasAt, to: input.startsAt }) }
  })
}

/** The day is counted in local days, so that the hour stays where the clocks change in between. */
function shiftBy({ from, to }: { from: Date; to: Date }): (startsAt: Date) => Date | undefined {
  const dayOf = (instant: Date) => localDay({ instant, zone })
  const days = Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / dayMs)
  return (startsAt) => sameTimeOn({ startsAt: to, day: addDays({ day: dayOf(startsAt), days }), zone })
}

async function changeSeries(
  platform: Platform,
  input: SeriesChange,
  changeOf: (anchor: { startsAt: Date }) => ChangeOfMany,
): Promise<DayChange> {
  const { userId, centerId, scope, by, preview = false, terms } = input
  const { row } = await requireAtDesk(platform.db, input)
  if (!row.series) throw fail('appointments.not_found')
  const from = scope === 'all' ? platform.clock.now() : row.startsAt
  const change = changeOf(row)
  return changeMany(platform, {
    ...{ userId, centerId, preview, terms, change },
    seriesId: row.series.id,
    // Undoing a merge of two guests may have divided a series: the mail goes to one of them, and only about their own appointments.
    attendeeId: row.attendeeId,
    isIncluded: (startsAt) => startsAt >= from,
    notifyTogether: (tx: Tx, changed: readonly ChangedOfMany[]) =>
      notifySeriesChange(tx, { platform, centerId, change, by, changed }),
  })
}
