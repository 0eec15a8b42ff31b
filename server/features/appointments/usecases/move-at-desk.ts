import { failField } from '#contract/errors.ts'
import { offersPlace } from '#contract/places.ts'
import { type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { hasBlockedCenter } from '#server/features/contacts/repository/blocks.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { requireVersion } from '#server/platform/version.ts'
import { fail } from '../appointments.errors.ts'
import { agendaAbilities } from '../appointments.policy.ts'
import * as agenda from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import * as calls from '../repository/calls.ts'
import { setMoved } from '../repository/changes.ts'
import { hasOpenCheckout } from '../repository/deposits.ts'
import { type CenterService, findCenterService } from '../repository/free-times.ts'
import { deleteConflictingHolds } from '../repository/holds.ts'
import { lockForChange, lockHours } from '../repository/locks.ts'
import { appointmentVersion, deskStartProblem, isAgreed } from '../rules/agenda.ts'
import { bookedMinutes, proofDue, spanOf } from '../rules/lifecycle.ts'
import { type ChangedAppointment, type DeskChange, type DeskRequest, requireAtDesk } from './change-at-desk.ts'
import { leaveToCaller, notifyOfCenterChange } from './notify-change.ts'
import { requireRoom } from './require-room.ts'
import { takeTime } from './take-time.ts'

type MoveAtDesk = DeskChange & {
  startsAt: Date
  /** A service of another professional at the centre that gives the patient no less: the booked minutes and the price stay. */
  serviceId?: string
  evenOutsideHours?: boolean
  /** `patient`: the attendee asked for it and knows the new time, so that the desk does not have to call. */
  by?: 'patient' | 'center'
  reason?: string
  /** Others of its series that are moved with it: their times before the move don't stand in the way. */
  alsoMoving?: readonly string[]
  /** The caller tells the attendee of several moves at once. */
  isNotifiedByCaller?: boolean
  /** Only checks whether the centre's own calendars allow the move, and changes nothing. */
  preview?: boolean
}
type MovedAtDesk = ChangedAppointment & {
  notified: boolean
}

/**
 * The centre gives an appointment another time, or another professional, at the agreed price.
 * @throws agenda.blocked_by_patient for a booking that a patient who blocked the centre has not accepted
 */
export async function moveAtDesk(platform: Platform, input: MoveAtDesk): Promise<MovedAtDesk> {
  return platform.db.transaction().execute((tx) => moveAtDeskIn(tx, platform, input))
}

export async function moveAtDeskIn(tx: Tx, platform: Platform, input: MoveAtDesk): Promise<MovedAtDesk> {
  const now = platform.clock.now()
  const { startsAt, evenOutsideHours = false, preview = false, alsoMoving = [], isNotifiedByCaller = false } = input
  const { row, member } = await lockForMove(tx, { ...input, now })
  const serviceId = input.serviceId ?? row.serviceId
  if (row.startsAt.getTime() === startsAt.getTime() && row.serviceId === serviceId)
    return { row, member, notified: true }
  requireVersion({ seen: input.version, current: appointmentVersion(row) })
  const isBeingPaid = startsAt <= now && (await hasOpenCheckout(tx, { appointmentId: row.id }))
  const problem = deskStartProblem({ startsAt, now, moved: { ...row, isBeingPaid } })
  if (problem !== undefined) throw failField('startsAt', problem)

  const { patientId } = row
  if (patientId !== null && !isAgreed(row) && (await hasBlockedCenter(tx, { patientId, centerId: member.centerId }))) {
    throw fail('agenda.blocked_by_patient')
  }
  const service = await requireTarget(tx, { row, member, serviceId, now })
  const { professionalId } = service
  const span = spanOf({ startsAt, durationMinutes: bookedMinutes(row) })
  const room = { ...span, member, professionalId, attendeeId: row.attendeeId, exceptAppointment: row.id, alsoMoving }
  const checksOtherCenters = !preview && (row.guestId !== null || isAgreed(row))
  await requireRoom(tx, { ...room, evenOutsideHours, checksOtherCenters, now })
  if (preview) return { row, member, notified: true }

  await deleteConflictingHolds(tx, { ...span, professionalId, holders: [], now })
  // The centre chose the time itself, so nothing is left for it to confirm.
  const rest = { lateSince: null, proofDueAt: proofDue(now), service, now }
  const move = { ...span, status: 'confirmed', movedBy: 'center', ...rest } as const
  await takeTime({ startsAt }, () => setMoved(tx, { appointmentId: row.id, reason: input.reason ?? null, ...move }))
  const notified = isNotifiedByCaller
    ? await leaveToCaller(tx, input)
    : await notifyMove(tx, { ...input, platform, before: row, now })
  return { row: await agenda.requireOfCenter(tx, input), member, notified }
}

/** Locks the appointment and both professionals' calendars. @throws appointments.not_changeable */
async function lockForMove(tx: Tx, input: MoveAtDesk & { now: Date }): Promise<ChangedAppointment> {
  const { centerId, appointmentId, now } = input
  const { row: known } = await requireAtDesk(tx, input)
  const serviceId = input.serviceId ?? known.serviceId
  const target = await findCenterService(tx, { centerId, serviceId, now })
  const { haveAccounts } = await lockForChange(tx, {
    patientIds: [known.patientId],
    calendarsOf: [known.professionalId, target?.professionalId ?? null, known.attendeeId],
    keepsCenterOpen: true,
    appointmentIds: [appointmentId],
  })
  const { row, member } = await requireAtDesk(tx, input)
  // Another request moved it to a professional whose calendar is not locked.
  const isElsewhere = row.professionalId !== known.professionalId
  if (isElsewhere || !haveAccounts || !agendaAbilities({ appointment: row, member, now }).move)
    throw fail('appointments.not_changeable', { status: row.status })
  return { row, member }
}

type Target = { row: agenda.AgendaRow; service: CenterService }

/** The service that the appointment will be for, with its professional's hours locked. @throws agenda.unknown_service, agenda.lesser_service */
async function requireTarget(
  tx: Tx,
  { row, member, serviceId, now }: ChangedAppointment & { member: Member; serviceId: string; now: Date },
): Promise<CenterService> {
  await lockHours(tx, { serviceId })
  const service = await findCenterService(tx, { centerId: member.centerId, serviceId, now })
  if (!service || !mayChangeAgendaOf(member, service) || !isSuitable({ row, service })) {
    throw fail('agenda.unknown_service')
  }
  if (service.serviceId === row.serviceId) return service
  const booked = await findCenterService(tx, { centerId: member.centerId, serviceId: row.serviceId, now })
  if (isLesser({ row, service, booked })) throw fail('agenda.lesser_service')
  return service
}

/**
 * Whether the patient would get less than they agreed to and perhaps paid: a shorter or a cheaper service, or another one of the same
 * professional. A centre that lowered its prices since may move to what the booked service costs now, once it has for a day.
 */
function isLesser({ row, service, booked }: Target & { booked: CenterService | undefined }): boolean {
  const listedCents = booked?.isPriceADayOld ? booked.priceCents : row.priceCents
  const leastCents = Math.min(row.priceCents, listedCents)
  return (
    service.professionalId === row.professionalId ||
    service.durationMinutes < bookedMinutes(row) ||
    service.priceCents < leastCents
  )
}

/** The appointment's own service may no longer be offered. Another one must be offered, of the same type, at the same place. */
function isSuitable({ row, service }: Target): boolean {
  if (!service.isWorking) return false
  if (service.serviceId === row.serviceId) return true
  return service.isOffered && service.serviceType === row.serviceType && offersPlace({ ...service, place: row.place })
}

type MoveNotice = DeskRequest & {
  platform: Platform
  before: agenda.AgendaRow
  by?: 'patient' | 'center'
  reason?: string
  now: Date
}

/** Mails the attendee, or asks the desk to call them. @returns whether a mail notifies them */
async function notifyMove(tx: Tx, { platform, before, by, reason, now, ...rest }: MoveNotice): Promise<boolean> {
  const appointment = await requireAppointment(tx, rest)
  const event = { kind: 'moved_by_center', from: before.startsAt, reason } as const
  const notified = await notifyOfCenterChange(tx, { platform, appointment, before, event })
  if (notified || by === 'patient') await calls.deleteCall(tx, rest)
  else {
    await calls.requestCall(tx, { ...rest, wasAt: before.startsAt, now })
    await calls.deleteCallAtKnownStart(tx, rest)
  }
  return notified
}
