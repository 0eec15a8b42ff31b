import { deskGridMinutes } from '#contract/agenda.ts'
import type { SeriesConflict } from '#contract/series.ts'
import { localDay, minuteMs, type Span, type WeeklyInterval } from '#server/platform/local-time.ts'
import { isFreeStart } from './free-times.ts'

/** An appointment or an absence in words that the member may read. */
export type Obstacle = Span & { name: string; professionalName: string }

export type SeriesCalendar = {
  zone: string
  hours: readonly WeeklyInterval[]
  timeOff: readonly (Span & { reason: string })[]
  /** The holidays on which most people don't work, by local day. */
  holidays: ReadonlyMap<string, string>
  latest: Date
}

type DateToCheck = Span & {
  exists: boolean
  isClosed: boolean
  /** What occupies the professional or the attendee then. Null: an appointment that the member may not read. */
  taken?: Obstacle | null
  busy?: Obstacle | null
}

/** Why the desk cannot book that date as it is; null when it can. What insisting would not help comes first. */
export function seriesConflict(date: DateToCheck, calendar: SeriesCalendar): SeriesConflict | null {
  if (!date.exists) return conflictOf('gap')
  if (date.startsAt > calendar.latest) return conflictOf('too_far')
  if (date.isClosed) return conflictOf('closed')
  if (date.taken !== undefined) return conflictOf('taken', date.taken)
  if (date.busy !== undefined) return conflictOf('busy', date.busy)
  const absence = calendar.timeOff.find(({ startsAt, endsAt }) => startsAt < date.endsAt && date.startsAt < endsAt)
  if (absence) return conflictOf('absence', { ...absence, name: absence.reason, professionalName: '' })
  if (!isWithinHours(date, calendar)) return conflictOf('hours')
  const holiday = holidayOn(date, calendar)
  return holiday === undefined ? null : conflictOf('holiday', { ...date, name: holiday, professionalName: '' })
}

/** Whether the receptionist's agreement is needed: the professional does not work then. */
export const isOutsideHours = ({ kind }: SeriesConflict): boolean => kind === 'absence' || kind === 'hours'

export function holidayOn({ startsAt }: { startsAt: Date }, { zone, holidays }: SeriesCalendar): string | undefined {
  return holidays.get(localDay({ instant: startsAt, zone }))
}

function isWithinHours({ startsAt, endsAt }: Span, { zone, hours }: SeriesCalendar): boolean {
  const durationMinutes = (endsAt.getTime() - startsAt.getTime()) / minuteMs
  return isFreeStart({ zone, startsAt, hours, busy: [], durationMinutes, gridMinutes: deskGridMinutes })
}

const insistable: ReadonlySet<SeriesConflict['kind']> = new Set(['absence', 'hours', 'holiday'])

function conflictOf(kind: SeriesConflict['kind'], obstacle: Obstacle | null = null): SeriesConflict {
  return {
    kind,
    startsAt: obstacle?.startsAt.toISOString() ?? null,
    endsAt: obstacle?.endsAt.toISOString() ?? null,
    name: obstacle?.name ?? '',
    professionalName: obstacle?.professionalName ?? '',
    canInsist: insistable.has(kind),
  }
}
