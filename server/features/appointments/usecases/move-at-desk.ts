import { failField } from '#contract/errors.ts'
import { type Member, mayTouchAgendaOf } from '#server/features/centers/centers.policy.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isExclusionViolation, type Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import { lockAppointment, requireAppointment } from '../repository/appointments.ts'
import * as calls from '../repository/calls.ts'
import * as changes from '../repository/changes.ts'
import * as desk from '../repository/desk.ts'
import { lockHours, requireTimetable } from '../repository/free-times.ts'
import { deleteHoldsInTheWay } from '../repository/holds.ts'
import { whyNotEntered } from '../rules/desk.ts'
import { offersPlace } from '../rules/lifecycle.ts'
import { worksThen } from './book-at-desk.ts'
import { type AtDesk, abilitiesOf, type Changed, requireAtDesk } from './change-at-desk.ts'
import { nameAbsence, nameInWay } from './name-conflict.ts'
import { notifyCenterChange } from './notify-change.ts'
import { requireFreePerson } from './require-free-person.ts'

type MoveAtDesk = AtDesk & {
  startsAt: Date
  /** The same service of somebody else at the centre. */
  serviceId?: string | undefined
  evenOutsideHours?: boolean | undefined
  /** Why, in the centre's words. */
  reason?: string | undefined
  /**
   * Only asks whether it could be done, as far as the centre's own calendars know: what the person has at other centres is
   * not looked at, and nothing is changed.
   */
  preview?: boolean | undefined
}
type MovedAtDesk = Changed & { notified: boolean }

/** The centre gives an appointment another time, or another professional, at the agreed price, and notifies the attendee. @returns also whether a mail does */
export async function moveAtDesk(platform: Platform, input: MoveAtDesk): Promise<MovedAtDesk> {
  const move = platform.db.transaction().execute((tx) => moveAtDeskIn(tx, platform, input))
  return move.catch((error: unknown) => {
    throw lostRace(error, input)
  })
}

/** A hold that came between the question and the update: the constraint decided. */
export function lostRace(error: unknown, { startsAt }: { startsAt: Date }): unknown {
  return isExclusionViolation(error) ? fail('appointments.slot_taken', { startsAt: startsAt.toISOString() }) : error
}

/** As moveAtDesk(), as a part of the caller's transaction, which turns an exclusion violation into lostRace(). */
export async function moveAtDeskIn(tx: Tx, platform: Platform, input: MoveAtDesk): Promise<MovedAtDesk> {
  const now = platform.clock.now()
  const { centerId, appointmentId, startsAt } = input
  const known = (await requireAtDesk(tx, input)).row
  const serviceId = input.serviceId ?? known.serviceId
  // Before the calendars and the appointment: an account that is being deleted takes them in this order, too.
  const { patientId } = known
  const isNobodys = patientId !== null && !(await changes.lockPatient(tx, { patientId }))
  const wanted = await desk.findService(tx, { centerId, serviceId, now })
  const professionals = [known.professionalId, wanted?.professionalId]
  const calendars = [...professionals, known.attendeeId].flatMap((id) => id ?? [])
  await changes.lockCalendars(tx, [...new Set(calendars)])
  await lockAppointment(tx, { appointmentId })
  const { row, member } = await requireAtDesk(tx, input)
  // Another request moved it to a professional whose calendar is not locked: the caller saw an old state.
  const isElsewhere = row.professionalId !== known.professionalId
  if (isElsewhere || isNobodys || !abilitiesOf({ row, member, now }).move)
    throw fail('appointments.not_changeable', { status: row.status })
  if (row.startsAt.getTime() === startsAt.getTime() && row.serviceId === serviceId)
    return { row, member, notified: true }
  const problem = whyNotEntered({ startsAt, now })
  if (problem !== undefined) throw failField('startsAt', problem)

  await lockHours(tx, { serviceId })
  const service = await desk.findService(tx, { centerId, serviceId, now })
  if (!service || !mayTouchAgendaOf(member, service) || !fits({ row, service })) {
    throw fail('agenda.unknown_service')
  }
  const span = { startsAt, endsAt: endOf({ row, service, startsAt }) }
  await requireRoom(tx, { ...input, row, member, professionalId: service.professionalId, ...span, now })
  if (input.preview) return { row, member, notified: true }
  await deleteHoldsInTheWay(tx, { ...span, professionalId: service.professionalId, holders: [], now })
  await changes.setMoved(tx, {
    appointmentId,
    ...span,
    // The centre has chosen the time itself: nothing is left for it to confirm.
    status: 'confirmed',
    movedBy: 'center',
    lateSince: null,
    service,
    now,
  })
  const appointment = await requireAppointment(tx, { appointmentId })
  const event = { kind: 'moved_by_center', from: row.startsAt, reason: input.reason } as const
  const notified = await notifyCenterChange(tx, { platform, appointment, before: row, event })
  if (notified) await calls.deleteCall(tx, input)
  else {
    await calls.requestCall(tx, { ...input, wasAt: row.startsAt, now })
    await calls.deleteCallAtKnownStart(tx, input)
  }
  return { row: await agenda.requireOfCenter(tx, { centerId, appointmentId }), member, notified }
}

type Target = { row: agenda.AgendaRow; service: desk.DeskService }

/** Its own service may be offered no longer; another one has to be on offer, of the same kind, and at the same place. */
function fits({ row, service }: Target): boolean {
  if (!service.isWorking) return false
  if (service.serviceId === row.serviceId) return true
  return service.isOffered && service.serviceType === row.serviceType && offersPlace({ ...service, place: row.place })
}

/** It lasts as long as was agreed; with another service, as long as that lasts. */
function endOf({ row, service, startsAt }: Target & { startsAt: Date }): Date {
  const isSame = service.serviceId === row.serviceId
  const lasts = isSame ? row.endsAt.getTime() - row.startsAt.getTime() : service.durationMinutes * 60_000
  return new Date(startsAt.getTime() + lasts)
}

type Room = Span & {
  row: agenda.AgendaRow
  member: Member
  professionalId: string
  evenOutsideHours?: boolean | undefined
  preview?: boolean | undefined
  now: Date
}

/**
 * The professional's own calendar is asked first. What the person has at another centre is asked last, is never asked by a
 * preview, and its refusal says nothing about why.
 */
async function requireRoom(tx: Tx, input: Room): Promise<void> {
  const { row, professionalId, startsAt, endsAt, evenOutsideHours, preview, now } = input
  const span = { startsAt, endsAt }
  const wanted = { ...input, exceptAppointment: row.id }
  const { booked } = await requireTimetable(tx, { ...span, professionalId, exceptAppointment: row.id, now })
  if (booked.length > 0) throw fail('appointments.slot_taken', await nameInWay(tx, wanted))
  if (!evenOutsideHours && !(await worksThen(tx, { ...span, professionalId }))) {
    throw fail('appointments.outside_hours', await nameAbsence(tx, wanted))
  }
  await requireFreePerson(tx, {
    ...span,
    member: input.member,
    attendeeId: row.attendeeId,
    exceptAppointment: row.id,
    preview,
  })
}
