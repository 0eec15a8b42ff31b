import { entryGridMinutes, type PersonRef } from '#contract/agenda.ts'
import type { Appointment } from '#contract/appointments.ts'
import { zone } from '#contract/calendar.ts'
import { failField } from '#contract/errors.ts'
import { type Member, mayTouchAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { NewGuest } from '#server/features/contacts/contacts.types.ts'
import { createGuest } from '#server/features/contacts/usecases/create-guest.ts'
import { isContact } from '#server/features/contacts/usecases/list-contacts.ts'
import { newId } from '#server/platform/ids.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import * as changes from '../repository/changes.ts'
import * as desk from '../repository/desk.ts'
import { lockHours, requireTimetable } from '../repository/free-times.ts'
import { deleteHoldsInTheWay } from '../repository/holds.ts'
import { whyNotEntered } from '../rules/desk.ts'
import { isFreeStart } from '../rules/free-times.ts'
import { offersPlace } from '../rules/lifecycle.ts'
import type { Changed } from './change-at-desk.ts'
import { nameAbsence, nameInWay } from './name-conflict.ts'
import { notifyBookedAtDesk } from './notify-change.ts'
import { requireFreePerson } from './require-free-person.ts'

const entriesPerDay = 300

type Entry = {
  userId: string
  centerId: string
  idempotencyKey: string
  serviceId: string
  startsAt: Date
  place: Appointment['place']
  homeAddress?: string | undefined
  person: PersonRef | ({ kind: 'newGuest' } & NewGuest)
  evenOutsideHours?: boolean | undefined
}

/**
 * Writes down somebody who called or came, confirmed at once. The same `idempotencyKey` enters once, whatever comes twice. Of
 * everybody who wants one time, at the desk or online, the exclusion constraint lets one in.
 */
export async function bookAtDesk(platform: Platform, input: Entry): Promise<Changed & { notified: boolean }> {
  // Strangers must not use up the centre's attempts.
  await requireMember(platform.db, input)
  await countAttempt(platform, {
    name: 'appointments.booked_at_desk',
    key: input.centerId,
    limit: entriesPerDay,
    windowSeconds: 86_400,
  })
  const now = platform.clock.now()
  const { centerId, startsAt, place, evenOutsideHours = false } = input
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    await desk.lockEntry(tx, input)
    const before = await desk.findEntry(tx, input)
    if (before) return { ...(await readEntered(tx, { member, appointmentId: before.id })), notified: true }
    const problem = whyNotEntered({ startsAt, now })
    if (problem !== undefined) throw failField('startsAt', problem)

    const attendee = await admit(tx, { member, person: input.person, now })
    const attendeeId = 'patientId' in attendee ? attendee.patientId : attendee.guestId
    await changes.lockCalendars(tx, [attendeeId])
    await lockHours(tx, input)
    const service = await desk.findService(tx, { ...input, now })
    if (!service?.isOffered || !service.isWorking || !mayTouchAgendaOf(member, service)) {
      throw fail('agenda.unknown_service')
    }
    if (!service.takesBookings) throw fail('agenda.not_taking_bookings')
    if (!offersPlace({ ...service, place })) throw failField('place', 'Ese profesional no atiende de esa manera')
    const homeAddress = place === 'home' ? await addressOf(tx, { ...input, attendee }) : null

    const span = { startsAt, endsAt: new Date(startsAt.getTime() + service.durationMinutes * 60_000) }
    const { professionalId } = service
    if (!evenOutsideHours && !(await worksThen(tx, { professionalId, ...span }))) {
      // What can be insisted on comes second to what can't.
      const { booked } = await requireTimetable(tx, { ...span, professionalId, now })
      if (booked.length > 0) {
        throw fail('appointments.slot_taken', await nameInWay(tx, { ...span, member, professionalId, now }))
      }
      throw fail('appointments.outside_hours', await nameAbsence(tx, { ...span, member, professionalId, now }))
    }
    await deleteHoldsInTheWay(tx, { ...span, professionalId, holders: [], now })
    const id = newId()
    const entry = { ...span, id, idempotencyKey: input.idempotencyKey, service, attendee, place, homeAddress, now }
    if (!(await desk.insertEntry(tx, entry))) {
      // The professional's own calendar first: what the person has at another centre is told of no more than it must be.
      const { booked } = await requireTimetable(tx, { ...span, professionalId, now })
      if (booked.length === 0) await requireFreePerson(tx, { ...span, member, attendeeId })
      throw fail('appointments.slot_taken', await nameInWay(tx, { ...span, member, professionalId, now }))
    }
    const appointment = await requireAppointment(tx, { appointmentId: id })
    const notified = await notifyBookedAtDesk(tx, { platform, appointment })
    return { row: await agenda.requireOfCenter(tx, { centerId, appointmentId: id }), member, notified }
  })
}

async function readEntered(
  tx: Tx,
  { member, appointmentId }: { member: Member; appointmentId: string },
): Promise<Changed> {
  const row = await agenda.requireOfCenter(tx, { centerId: member.centerId, appointmentId })
  if (!mayTouchAgendaOf(member, row)) throw fail('agenda.unknown_service')
  return { row, member }
}

type Attendee = { patientId: string } | { guestId: string }

/** Who comes: somebody of this centre, or a guest who is written down now. Their account stays until the transaction ends. */
async function admit(
  tx: Tx,
  { member, person, now }: { member: Member; person: Entry['person']; now: Date },
): Promise<Attendee> {
  if (person.kind === 'newGuest') return createGuest(tx, { ...person, centerId: member.centerId, now })
  const stays = person.kind === 'guest' || (await changes.lockPatient(tx, { patientId: person.id }))
  if (!stays || !(await isContact(tx, { member, person, now }))) throw fail('agenda.unknown_person')
  return person.kind === 'guest' ? { guestId: person.id } : { patientId: person.id }
}

async function addressOf(
  tx: Tx,
  { attendee, homeAddress }: { homeAddress?: string | undefined; attendee: Attendee },
): Promise<string> {
  const known = 'patientId' in attendee ? await changes.findProfileAddress(tx, attendee) : null
  const address = homeAddress || known
  if (!address) throw fail('appointments.address_required')
  return address
}

/** Whether the professional works in the whole of a span, which begins on the desk's grid. */
export async function worksThen(
  tx: Tx,
  { professionalId, ...span }: Span & { professionalId: string },
): Promise<boolean> {
  const { hours, isOff } = await desk.findWorkingTime(tx, { professionalId, ...span })
  const durationMinutes = (span.endsAt.getTime() - span.startsAt.getTime()) / 60_000
  const question = { zone, startsAt: span.startsAt, hours, busy: [], durationMinutes, gridMinutes: entryGridMinutes }
  return !isOff && isFreeStart(question)
}
