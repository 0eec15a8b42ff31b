import type { PersonRef } from '#contract/agenda.ts'
import type { Appointment } from '#contract/appointments.ts'
import { failField } from '#contract/errors.ts'
import { type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { NewGuest } from '#server/features/contacts/contacts.types.ts'
import { reserveFromPackage } from '#server/features/packages/usecases/reserve-from-package.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { setPaidByPackage } from '../repository/changes.ts'
import { findByIdempotencyKey, insertDeskBooking } from '../repository/desk-bookings.ts'
import { deleteConflictingHolds } from '../repository/holds.ts'
import { lockIdempotencyKey } from '../repository/locks.ts'
import { deskStartProblem } from '../rules/agenda.ts'
import { spanOf } from '../rules/lifecycle.ts'
import type { ChangedAppointment } from './change-at-desk.ts'
import { type Attendee, lockAttendee } from './lock-attendee.ts'
import { notifyBookedAtDesk, wasMailedBooking } from './notify-change.ts'
import { requireAddress, requireBookableService } from './require-bookable-service.ts'
import { failTaken, requireRoom } from './require-room.ts'

/**
 * The limit of one member: more than a person types, so that a script cannot fill the agenda before the centre sees it.
 */
const bookingsPerMinute = 60
const minuteSeconds = 60

type BookAtDesk = {
  userId: string
  centerId: string
  idempotencyKey: string
  serviceId: string
  startsAt: Date
  place: Appointment['place']
  homeAddress?: string
  person: PersonRef | ({ kind: 'newGuest' } & NewGuest)
  evenOutsideHours?: boolean
  /** The person's package that pays for the appointment; a dependant's is the guardian's. */
  packageId?: string | undefined
  /** The terms of the service that the member read; absent when the server itself books. */
  terms?: string
}
type BookedAtDesk = ChangedAppointment & {
  notified: boolean
}

/**
 * Books for a person who called or came, confirmed immediately. A repeated `idempotencyKey` books once. When several requests
 * compete for one time, at the desk or online, the exclusion constraint lets one of them have it.
 */
export async function bookAtDesk(platform: Platform, input: BookAtDesk): Promise<BookedAtDesk> {
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    await lockIdempotencyKey(tx, input)
    const existing = await findByIdempotencyKey(tx, input)
    if (existing) return readBooked(tx, { member, appointmentId: existing.id })
    const appointmentId = await book(tx, { ...input, member, now: platform.clock.now() })
    const appointment = await requireAppointment(tx, { appointmentId })
    const notified = await notifyBookedAtDesk(tx, { platform, appointment })
    await countBooking(tx, { platform, userId: input.userId })
    return { row: await agenda.requireOfCenter(tx, { ...input, appointmentId }), member, notified }
  })
}

/** Counts a booking in its transaction, so that a refused or repeated request does not count. @throws agenda.too_fast */
async function countBooking(tx: Tx, { platform, userId }: { platform: Platform; userId: string }): Promise<void> {
  const limit = { name: 'appointments.booked_at_desk', limit: bookingsPerMinute, windowSeconds: minuteSeconds }
  if (await takeWithin(tx, { ...limit, secret: platform.secret, key: userId })) return
  throw fail('agenda.too_fast', { retryAfterSeconds: minuteSeconds })
}

async function readBooked(
  tx: Tx,
  { member, appointmentId }: { member: Member; appointmentId: string },
): Promise<BookedAtDesk> {
  const row = await agenda.requireOfCenter(tx, { centerId: member.centerId, appointmentId })
  if (!mayChangeAgendaOf(member, row)) throw fail('agenda.unknown_service')
  const appointment = await requireAppointment(tx, { appointmentId })
  return { row, member, notified: await wasMailedBooking(tx, { appointment }) }
}

type Booking = BookAtDesk & { member: Member; now: Date }

/** @returns the new appointment's id */
async function book(tx: Tx, input: Booking): Promise<string> {
  const { member, startsAt, place, idempotencyKey, evenOutsideHours = false, now } = input
  const problem = deskStartProblem({ startsAt, now })
  if (problem !== undefined) throw failField('startsAt', problem)
  const attendee = await lockAttendee(tx, input)
  const service = await requireBookableService(tx, input)
  const homeAddress = place === 'home' ? requireAddress(input) : null
  const { professionalId } = service
  const span = spanOf({ startsAt, durationMinutes: service.durationMinutes })
  const attendeeId = 'patientId' in attendee ? (attendee.dependantId ?? attendee.patientId) : attendee.guestId
  const room = { ...span, member, professionalId, attendeeId, evenOutsideHours, checksOtherCenters: false, now }
  await requireRoom(tx, room)
  await deleteConflictingHolds(tx, { ...span, professionalId, holders: [], now })
  const id = newId()
  const booking = { ...span, id, idempotencyKey, service, attendee, place, homeAddress, now }
  if (!(await insertDeskBooking(tx, booking))) {
    // Another request took the time since it was checked; the second check says which appointment has it.
    await requireRoom(tx, room)
    throw await failTaken(tx, room)
  }
  if (input.packageId) await payWithPackage(tx, { ...input, packageId: input.packageId, attendee, appointmentId: id })
  return id
}

type PackageUse = Pick<Booking, 'centerId' | 'serviceId' | 'startsAt' | 'now'> & {
  packageId: string
  attendee: Attendee
  appointmentId: string
}

/** @throws packages.not_usable */
async function payWithPackage(tx: Tx, { attendee, ...use }: PackageUse): Promise<void> {
  const buyer = 'patientId' in attendee ? { patientId: attendee.patientId } : attendee
  await setPaidByPackage(tx, { ...use, ...(await reserveFromPackage(tx, { ...use, buyer })) })
}
