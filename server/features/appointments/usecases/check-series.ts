import { zone } from '#contract/calendar.ts'
import type { SeriesConflict } from '#contract/series.ts'
import { type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { listHolidays } from '#server/features/centers/repository/availability.ts'
import { isClosedAt } from '#server/features/centers/repository/closed.ts'
import { localDay, type Span } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as agenda from '../repository/agenda.ts'
import { listTimeOff } from '../repository/agenda-team.ts'
import { findWorkingTime } from '../repository/free-times.ts'
import { listOverlaps, type Overlap } from '../repository/series.ts'
import { attendeeOf, deskWindow } from '../rules/agenda.ts'
import { type Obstacle, type SeriesCalendar, seriesConflict } from '../rules/series-conflicts.ts'

export type DateOfSeries = Span & { exists: boolean }

type Check = {
  member: Member
  professionalId: string
  /** Null: a guest whom the booking creates. */
  attendeeId: string | null
  /** In the order of their starts, at least one. */
  dates: readonly DateOfSeries[]
  now: Date
}

export type CheckedSeries = { calendar: SeriesCalendar; conflicts: (SeriesConflict | null)[] }

/** What stands in the way of each date, from a fixed number of queries for any number of dates. */
export async function checkSeries(db: Db | Tx, { dates, ...check }: Check): Promise<CheckedSeries> {
  const { member, professionalId, now } = check
  const { centerId } = member
  const span = wholeSpan(dates)
  const days = {
    from: localDay({ instant: span.startsAt, zone }),
    to: localDay({ instant: span.endsAt, zone }),
  }
  const overlaps = await listOverlaps(db, { ...check, centerId, spans: dates })
  const obstacles = await describeOverlaps(db, { member, overlaps })
  const { hours } = await findWorkingTime(db, { professionalId, ...span })
  const timeOff = await listTimeOff(db, { centerId, professionalId, ...span })
  const holidays = (await listHolidays(db, days)).filter(({ isPaid }) => isPaid)
  const calendar = {
    zone,
    hours,
    timeOff,
    holidays: new Map(holidays.map(({ date, name }) => [date, name])),
    latest: deskWindow({ now }).latest,
  }
  const closed = await listClosed(db, { centerId, dates })
  const conflicts = dates.map((date, index) => {
    const blocking = (isOfProfessional: boolean) =>
      obstacles.find((each) => each.spanIndex === index && each.isOfProfessional === isOfProfessional)
    const [taken, busy] = [blocking(true), blocking(false)]
    const isClosed = closed[index] === true
    return seriesConflict(
      { ...date, isClosed, ...(taken && { taken: taken.obstacle }), ...(busy && { busy: busy.obstacle }) },
      calendar,
    )
  })
  return { calendar, conflicts }
}

export function wholeSpan(dates: readonly Span[]): Span {
  const [first] = dates
  const last = dates.at(-1)
  if (!first || !last) throw new Error('A series has at least one date.')
  return { startsAt: first.startsAt, endsAt: last.endsAt }
}

/** Whether staff keep the centre closed on each date. A suspension ends, so the dates are asked only where the first one is closed. */
async function listClosed(
  db: Db | Tx,
  { centerId, dates }: { centerId: string; dates: readonly Span[] },
): Promise<boolean[]> {
  const closed: boolean[] = []
  for (const { startsAt } of dates) {
    const isClosed = await isClosedAt(db, { centerId, startsAt })
    closed.push(isClosed)
    if (!isClosed) break
  }
  return closed
}

/** The appointments in words, as far as the member sees their agenda. */
async function describeOverlaps(
  db: Db | Tx,
  { member, overlaps }: { member: Member; overlaps: readonly Overlap[] },
): Promise<(Overlap & { obstacle: Obstacle | null })[]> {
  const appointmentIds = [...new Set(overlaps.map(({ appointmentId }) => appointmentId))]
  const rows = await agenda.listByIds(db, { centerId: member.centerId, appointmentIds })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return overlaps.map((overlap) => {
    const row = byId.get(overlap.appointmentId)
    if (!row || !mayChangeAgendaOf(member, row)) return { ...overlap, obstacle: null }
    const { startsAt, endsAt, professionalName } = row
    return { ...overlap, obstacle: { startsAt, endsAt, name: attendeeOf(row)?.name ?? '', professionalName } }
  })
}
