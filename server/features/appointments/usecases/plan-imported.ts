import type { AppointmentOutcome } from '#contract/appointment-import-routes.ts'
import { zone } from '#contract/calendar.ts'
import { offersPlace, type Place, placesOf } from '#contract/places.ts'
import { nameKey } from '#contract/similar-names.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { listHolidays } from '#server/features/centers/repository/availability.ts'
import { isClosedAt } from '#server/features/centers/repository/closed.ts'
import { localDay, type Span } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as agenda from '../repository/agenda.ts'
import { listTimeOff } from '../repository/agenda-team.ts'
import { type CenterService, findWorkingTime } from '../repository/free-times.ts'
import { listTaken } from '../repository/imported.ts'
import { attendeeOf, deskWindow } from '../rules/agenda.ts'
import type { Found, ImportedAttendee } from '../rules/imported-people.ts'
import type { ReadAppointment, Refused } from '../rules/imported-rows.ts'
import { spanOf } from '../rules/lifecycle.ts'
import { type Obstacle, type SeriesCalendar, seriesConflict } from '../rules/series-conflicts.ts'

type Ask = Extract<AppointmentOutcome, { outcome: 'ask' }>
/** A line whose service is known, and who it is, or that the desk is asked. */
export type WhoComes = { row: ReadAppointment; service: CenterService; place: Place; who: Found | Ask }
export type PlannedBooking = Span & {
  line: number
  service: CenterService
  attendee: ImportedAttendee
  place: Place
  homeAddress: string | null
  priceCents: number
}

/** The service and the place of a line, or why the desk cannot book it. */
export function readService(
  row: ReadAppointment,
  services: ReadonlyMap<string, CenterService>,
): { service: CenterService; place: Place } | Refused {
  const refuse = (fault: Refused['fault']): Refused => ({ outcome: 'refused', line: row.line, fault })
  const service = services.get(row.serviceId)
  if (!service?.isOffered || !service.isWorking) return refuse('service')
  if (!service.takesBookings) return refuse('documents')
  const place = row.place ?? placesOf(service.modalities)[0]
  if (!place || !offersPlace({ ...service, place })) return refuse('place_not_offered')
  return place === 'home' && row.homeAddress === '' ? refuse('address') : { service, place }
}

type Times = { member: Member; evenOutsideHours: boolean; now: Date }
type Plan = { bookings: PlannedBooking[]; outcomes: AppointmentOutcome[] }

/**
 * Which lines can be booked, from a number of queries that grows with the professionals and not with the lines. A line stands in the way of
 * those after it. A line whose patient has that time with the professional already is there, so that a file adds none twice.
 */
export async function planBookings(db: Db | Tx, lines: readonly WhoComes[], times: Times): Promise<Plan> {
  const { member, evenOutsideHours, now } = times
  const plan: Plan = { bookings: [], outcomes: [] }
  if (lines.length === 0) return plan
  const dated = lines.map((line) => ({ ...line, ...spanOfLine(line) }))
  const obstacles = await listObstacles(db, { dated, member, now })
  const calendars = await readCalendars(db, { dated, member, now })
  const closed = await readClosed(db, { dated, member })
  for (const [index, line] of dated.entries()) {
    const { row, service, place, who, startsAt, endsAt } = line
    const found = [...(obstacles.get(index) ?? []), ...plan.bookings.flatMap((each) => obstacleOf(each, line))]
    const taken = found.find(({ isOfProfessional }) => isOfProfessional)
    if (taken && isThere(taken, line)) {
      plan.outcomes.push({ outcome: 'there', line: row.line, name: taken.attendee.name })
      continue
    }
    const busy = found.find(({ isOfProfessional }) => !isOfProfessional)
    const date = { startsAt, endsAt, exists: row.exists, isClosed: closed.has(index) }
    const conflict = seriesConflict(
      { ...date, ...(taken && { taken: taken.obstacle }), ...(busy && { busy: busy.obstacle }) },
      calendars.get(service.professionalId) ?? failWithoutCalendar(),
    )
    if (conflict && !(conflict.canInsist && evenOutsideHours)) {
      plan.outcomes.push({ outcome: 'conflict', line: row.line, startsAt: startsAt.toISOString(), conflict })
    } else if ('outcome' in who) {
      plan.outcomes.push(who)
    } else {
      const { attendee, by } = who
      if (by && !attendee.entered) plan.outcomes.push({ outcome: 'known', line: row.line, by, name: attendee.name })
      plan.bookings.push({
        ...{ line: row.line, startsAt, endsAt, service, attendee, place },
        homeAddress: place === 'home' ? row.homeAddress : null,
        priceCents: row.priceCents ?? service.priceCents,
      })
    }
  }
  return plan
}

const spanOfLine = ({ row, service }: WhoComes): Span =>
  spanOf({ startsAt: row.startsAt, durationMinutes: row.durationMinutes ?? service.durationMinutes })

type Dated = WhoComes & Span
type Obstruction = {
  isOfProfessional: boolean
  startsAt: Date
  attendee: { id: string; name: string }
  obstacle: Obstacle | null
}

/** What the database has at the time of each line, by the place of the line. */
async function listObstacles(
  db: Db | Tx,
  { dated, member, now }: { dated: readonly Dated[]; member: Member; now: Date },
): Promise<Map<number, Obstruction[]>> {
  const { centerId } = member
  const times = dated.map(({ service, who, startsAt, endsAt }) => ({
    ...{ startsAt, endsAt, professionalId: service.professionalId },
    attendeeId: 'outcome' in who || who.attendee.entered ? null : who.attendee.id,
  }))
  const taken = await listTaken(db, { times, centerId, now })
  const rows = await agenda.listByIds(db, {
    centerId,
    appointmentIds: [...new Set(taken.map(({ appointmentId }) => appointmentId))],
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const described = taken.map(({ appointmentId, isOfProfessional, index }) => {
    const row = byId.get(appointmentId)
    // A professional of two centres: what they have at the other one stays there.
    if (!row) return { index, isOfProfessional, startsAt: new Date(0), attendee: { id: '', name: '' }, obstacle: null }
    const { startsAt, endsAt, professionalName } = row
    const { id = '', name = '' } = attendeeOf(row) ?? {}
    return {
      index,
      isOfProfessional,
      startsAt,
      attendee: { id, name },
      obstacle: { startsAt, endsAt, name, professionalName },
    }
  })
  return Map.groupBy(described, ({ index }) => index)
}

/** What a line that is booked before this one puts in its way. */
function obstacleOf(booked: PlannedBooking, line: Dated): Obstruction[] {
  if (booked.endsAt <= line.startsAt || line.endsAt <= booked.startsAt) return []
  const isOfProfessional = booked.service.professionalId === line.service.professionalId
  const isOfAttendee = !('outcome' in line.who) && line.who.attendee.id === booked.attendee.id
  if (!isOfProfessional && !isOfAttendee) return []
  const { startsAt, endsAt, attendee } = booked
  return [
    { isOfProfessional, startsAt, attendee, obstacle: { startsAt, endsAt, name: attendee.name, professionalName: '' } },
  ]
}

/** Whether what has the time is this line's own appointment, from an earlier file or line. */
function isThere({ startsAt, attendee }: Obstruction, { row, who, startsAt: wanted }: Dated): boolean {
  if (startsAt.getTime() !== wanted.getTime() || attendee.name === '') return false
  const isSame = !('outcome' in who) && who.attendee.id === attendee.id
  return isSame || nameKey(attendee.name) === nameKey(row.person.fullName)
}

type OfDates = { dated: readonly Dated[]; member: Member }

/** The calendar of each professional of the lines. */
async function readCalendars(
  db: Db | Tx,
  { dated, member: { centerId }, now }: OfDates & { now: Date },
): Promise<Map<string, SeriesCalendar>> {
  const span = {
    startsAt: new Date(Math.min(...dated.map(({ startsAt }) => startsAt.getTime()))),
    endsAt: new Date(Math.max(...dated.map(({ endsAt }) => endsAt.getTime()))),
  }
  const days = { from: localDay({ instant: span.startsAt, zone }), to: localDay({ instant: span.endsAt, zone }) }
  const holidays = new Map(
    (await listHolidays(db, days)).filter(({ isPaid }) => isPaid).map(({ date, name }) => [date, name]),
  )
  const timeOff = Map.groupBy(await listTimeOff(db, { centerId, ...span }), ({ professionalId }) => professionalId)
  const { latest } = deskWindow({ now })
  const calendars = new Map<string, SeriesCalendar>()
  for (const professionalId of new Set(dated.map(({ service }) => service.professionalId))) {
    const { hours } = await findWorkingTime(db, { professionalId, ...span })
    calendars.set(professionalId, { zone, hours, timeOff: timeOff.get(professionalId) ?? [], holidays, latest })
  }
  return calendars
}

function failWithoutCalendar(): never {
  throw new Error('a professional without a calendar')
}

/** The places of the lines at whose times staff keep the centre closed. A suspension ends, so each is asked only where the first is closed. */
async function readClosed(db: Db | Tx, { dated, member: { centerId } }: OfDates): Promise<Set<number>> {
  const closed = new Set<number>()
  const inOrder = [...dated.entries()].toSorted(([, a], [, b]) => a.startsAt.getTime() - b.startsAt.getTime())
  for (const [index, { startsAt }] of inOrder) {
    if (!(await isClosedAt(db, { centerId, startsAt }))) break
    closed.add(index)
  }
  return closed
}
