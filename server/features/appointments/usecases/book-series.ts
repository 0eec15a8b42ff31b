import type { PersonRef } from '#contract/agenda.ts'
import type { Appointment } from '#contract/appointments.ts'
import { failField } from '#contract/errors.ts'
import type { Rhythm, SeriesConflict } from '#contract/series.ts'
import { type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { NewGuest } from '#server/features/contacts/contacts.types.ts'
import { reserveAllFromPackage } from '#server/features/packages/usecases/reserve-from-package.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { insertDeskSeries } from '../repository/desk-bookings.ts'
import { type CenterService, findCenterService } from '../repository/free-times.ts'
import { deleteExpiredHoldsIn } from '../repository/holds.ts'
import { lockIdempotencyKey } from '../repository/locks.ts'
import { findSeriesByKey, insertSeries, listOfSeries, setAllPaidByPackage } from '../repository/series.ts'
import { deskStartProblem, deskWindow } from '../rules/agenda.ts'
import { spanOf } from '../rules/lifecycle.ts'
import { isOutsideHours } from '../rules/series-conflicts.ts'
import { checkSeries, type DateOfSeries } from './check-series.ts'
import { type Attendee, lockAttendee } from './lock-attendee.ts'
import { wasMailedBooking } from './notify-change.ts'
import { notifySeriesBooked } from './notify-series.ts'
import { requireAddress, requireBookableService } from './require-bookable-service.ts'

/**
 * The limit of one member. A series is one press, whatever its length; a person takes longer for each, and a script cannot fill the agenda
 * before the centre sees it.
 */
const seriesPerMinute = 6
const minuteSeconds = 60

type Start = { startsAt: Date; evenOutsideHours?: boolean | undefined }

type BookSeries = {
  userId: string
  centerId: string
  idempotencyKey: string
  serviceId: string
  rhythm: Rhythm
  starts: readonly Start[]
  place: Appointment['place']
  homeAddress?: string
  person: PersonRef | ({ kind: 'newGuest' } & NewGuest)
  /** The person's package, and how many of the first appointments it pays for. */
  package?: { id: string; sessions: number } | undefined
  terms?: string
}

type BookedSeries = {
  id: string
  booked: number
  byPackage: number
  dueCents: number
  notified: boolean
  first: { row: agenda.AgendaRow; member: Member }
}

/**
 * Books a series for a person, all of it or nothing, with one mail. A repeated `idempotencyKey` books once. Where requests compete for
 * one of its times, the exclusion constraint decides, and the loser learns which times it lost.
 * @throws agenda.series_conflicts with each time that is not possible
 */
export async function bookSeries(platform: Platform, input: BookSeries): Promise<BookedSeries> {
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    await lockIdempotencyKey(tx, input)
    const existing = await findSeriesByKey(tx, input)
    if (existing) return readBooked(tx, { member, seriesId: existing.id })
    const seriesId = await book(tx, { ...input, member, now: platform.clock.now() })
    const notified = await notifySeriesBooked(tx, { platform, seriesId })
    await countSeries(tx, { platform, userId: input.userId })
    return readBooked(tx, { member, seriesId, notified })
  })
}

/** Counts a series in its transaction, so that a refused or repeated request does not count. @throws agenda.too_fast */
async function countSeries(tx: Tx, { platform, userId }: { platform: Platform; userId: string }): Promise<void> {
  const limit = { name: 'appointments.series_booked', limit: seriesPerMinute, windowSeconds: minuteSeconds }
  if (await takeWithin(tx, { ...limit, secret: platform.secret, key: userId })) return
  throw fail('agenda.too_fast', { retryAfterSeconds: minuteSeconds })
}

type Read = {
  member: Member
  seriesId: string
  /** Absent where the request is repeated. */
  notified?: boolean
}

async function readBooked(tx: Tx, { member, seriesId, notified }: Read): Promise<BookedSeries> {
  const rows = await listOfSeries(tx, { centerId: member.centerId, seriesId })
  const [first] = rows
  if (!first || !mayChangeAgendaOf(member, first)) throw fail('agenda.unknown_service')
  const row = await agenda.requireOfCenter(tx, { centerId: member.centerId, appointmentId: first.id })
  const appointment = await requireAppointment(tx, { appointmentId: first.id })
  const unpaid = rows.filter(({ discountPayer }) => discountPayer !== 'package')
  return {
    id: seriesId,
    booked: rows.length,
    byPackage: rows.length - unpaid.length,
    dueCents: unpaid.reduce((sum, { priceCents }) => sum + priceCents, 0),
    notified: notified ?? (await wasMailedBooking(tx, { appointment })),
    first: { row, member },
  }
}

type Booking = BookSeries & { member: Member; now: Date }

/** @returns the id of the new series */
async function book(tx: Tx, input: Booking): Promise<string> {
  const { member, place, now, centerId } = input
  const starts = input.starts.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  requireStarts(starts, now)
  const known = await findCenterService(tx, input)
  if (!known) throw fail('agenda.unknown_service')
  // The calendar of the professional, too: the series takes several times, and a move between two of them could deadlock with it.
  const attendee = await lockAttendee(tx, { ...input, professionalId: known.professionalId })
  const service = await requireBookableService(tx, input)
  const homeAddress = place === 'home' ? requireAddress(input) : null
  const attendeeId = 'patientId' in attendee ? (attendee.dependantId ?? attendee.patientId) : attendee.guestId
  const dates = starts.map((start) => ({ ...start, exists: true, ...spanOf({ ...service, startsAt: start.startsAt }) }))
  requireApart(dates)
  const check = { member, professionalId: service.professionalId, attendeeId, dates, now }
  await requireDates(tx, check)
  await deleteExpiredHoldsIn(tx, { professionalId: service.professionalId, spans: dates, now })
  const seriesId = newId()
  await insertSeries(tx, { ...input, id: seriesId, createdBy: input.userId, sessions: dates.length })
  const spans = dates.map(({ startsAt, endsAt }) => ({ id: newId(), startsAt, endsAt }))
  const booked = await insertDeskSeries(tx, { seriesId, spans, service, attendee, place, homeAddress, now })
  if (booked < spans.length) await failLost(tx, check)
  if (input.package) await payWithPackage(tx, { centerId, service, attendee, spans, ...input.package, now })
  return seriesId
}

function requireStarts(starts: readonly Start[], now: Date): void {
  const { latest } = deskWindow({ now })
  for (const { startsAt } of starts) {
    // A date past the horizon is shown in the list, with the others that are not possible.
    const problem = startsAt > latest ? undefined : deskStartProblem({ startsAt, now })
    if (problem !== undefined) throw failField('starts', problem)
  }
}

function requireApart(dates: readonly DateOfSeries[]): void {
  const overlaps = dates.some(({ endsAt }, index) => {
    const next = dates[index + 1]
    return next !== undefined && next.startsAt < endsAt
  })
  if (overlaps) throw failField('starts', 'Dos de las citas se superponen: cambia la hora de una')
}

type Check = Omit<Parameters<typeof checkSeries>[1], 'dates'> & { dates: readonly (DateOfSeries & Start)[] }

/** @throws agenda.series_conflicts unless each date is free, or outside the hours as the receptionist agreed */
async function requireDates(tx: Tx, { dates, ...check }: Check): Promise<void> {
  const { conflicts } = await checkSeries(tx, { ...check, dates })
  const refused = dates.flatMap(({ startsAt, evenOutsideHours }, index) => {
    const conflict = conflicts[index]
    return conflict && isRefused({ conflict, evenOutsideHours }) ? [{ startsAt, conflict }] : []
  })
  if (refused.length > 0) throw fail('agenda.series_conflicts', { conflicts: refused })
}

/** A holiday on which the centre does not close is shown before; the desk may book it like every other day. */
function isRefused({ conflict, evenOutsideHours }: Pick<Start, 'evenOutsideHours'> & { conflict: SeriesConflict }) {
  return !(conflict.kind === 'holiday' || (evenOutsideHours && isOutsideHours(conflict)))
}

/** Another request took a time since it was checked; the second check says which. */
async function failLost(tx: Tx, check: Check): Promise<never> {
  await requireDates(tx, check)
  // What took the time is gone again.
  throw fail('agenda.series_conflicts', { conflicts: [] })
}

type PackageUse = {
  id: string
  sessions: number
  centerId: string
  service: CenterService
  attendee: Attendee
  spans: readonly { id: string; startsAt: Date }[]
  now: Date
}

/** @throws packages.not_usable */
async function payWithPackage(tx: Tx, { id, sessions, attendee, service, spans, ...use }: PackageUse): Promise<void> {
  const buyer = 'patientId' in attendee ? { patientId: attendee.patientId } : attendee
  const appointments = spans.slice(0, sessions)
  const { serviceId } = service
  const reserved = await reserveAllFromPackage(tx, { ...use, packageId: id, buyer, serviceId, appointments })
  await setAllPaidByPackage(tx, { ...reserved, now: use.now })
}
