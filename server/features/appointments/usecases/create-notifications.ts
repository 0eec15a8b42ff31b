import { brand } from '#contract/brand.ts'
import { withProfessional } from '#contract/center-words.ts'
import { pesos } from '#contract/money.ts'
import { type NewNotification, notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { signature } from '#server/features/reviews/reviews.rules.ts'
import { dayAndTime } from '#server/platform/moment-text.ts'
import type { NotificationEvent } from '#server/platform/notification-events.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { AppointmentEvent } from '../mail/appointments.ts'

import { type CenterEvent, centerEventSubject, closedReason, movedTitle } from '../mail/by-center.ts'

import { agendaPage, dependantForPatient, nameForCenter, startText } from '../mail/wording.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import type { KnownState } from '../repository/notices.ts'
import { objectionOf } from '../rules/objections.ts'
import { validUntilOf } from './notify-attendee.ts'

type About = { platform: Platform; appointment: AppointmentRow }

/** Notifies the desk, and the patient only of a booking and of what was freed by itself: the patient makes the other changes. */
export async function createChangeNotifications(
  tx: Tx,
  { platform, appointment, event }: About & { event: AppointmentEvent },
): Promise<void> {
  const patient = patientTitle({ appointment, event })
  const entries = [
    ...(patient === undefined ? [] : toPatient({ appointment, event: `appointments.${event}`, title: patient })),
    ...toDesk({ appointment, event: `appointments.${event}`, title: deskTitle({ appointment, event }) }),
  ]
  await notifyUsers(tx, { platform, entries })
}

/** Notifies the patient of what the centre did. */
export async function createNotificationOfCenterEvent(
  tx: Tx,
  { platform, appointment, kind, before }: About & { kind: CenterEvent['kind']; before?: KnownState },
): Promise<void> {
  const event = `appointments.${kind}` as const
  const isMove = kind === 'moved_by_center' && before !== undefined
  const title = isMove
    ? movedTitle({ startsAt: appointment.startsAt, from: before.startsAt })
    : centerEventSubject(kind)
  const entries = toPatient({ appointment, event, title, ...(isMove && { before }) })
  const after = cancellationText({ appointment, kind })
  await notifyUsers(tx, { platform, entries: entries.map((entry) => ({ ...entry, message: entry.message + after })) })
}

/** Why staff cancelled, and what returns to the patient. What a centre wrote is only in the mail: this shows on locked screens. */
function cancellationText({ appointment, kind }: Pick<About, 'appointment'> & { kind: CenterEvent['kind'] }): string {
  if (kind !== 'cancelled_by_center' && kind !== 'cancelled_by_staff') return ''
  const why = kind === 'cancelled_by_staff' ? ` ${closedReason()}.` : ''
  return appointment.paidCents > 0 ? `${why} Recuperas los ${pesos(appointment.paidCents)} que pagaste.` : why
}

/** Each refund is an event of its own, and stays true whatever becomes of the appointment. */
export async function createNotificationOfRefund(
  tx: Tx,
  { platform, appointment, amountCents }: About & { amountCents: number },
): Promise<void> {
  const event = 'appointments.refunded_by_center'
  const [entry] = toPatient({ appointment, event, title: centerEventSubject('refunded_by_center') })
  if (!entry) return
  const message = `${pesos(amountCents)}, de tu cita: ${entry.message}`
  await notifyUsers(tx, { platform, entries: [{ ...entry, message, about: null, validUntil: undefined }] })
}

/** Each undone payment is an event of its own. */
export async function createNotificationOfUndonePayment(
  tx: Tx,
  { platform, appointment, amountCents }: About & { amountCents: number },
): Promise<void> {
  const event = 'appointments.payment_undone'
  const [entry] = toPatient({ appointment, event, title: centerEventSubject('payment_undone') })
  if (!entry) return
  const how = objectionOf(appointment, 'undone_payment')?.objection === null ? 'dinos «Sí pagué»' : 'avísale al centro'
  const message = `${pesos(amountCents)}, de tu cita: ${entry.message} Si los pagaste, ${how}.`
  await notifyUsers(tx, { platform, entries: [{ ...entry, message, about: null, validUntil: undefined }] })
}

/** Each use is an event of its own. It names no promotion, because a centre's may name a specialty. */
export async function createNotificationOfDiscount(
  tx: Tx,
  { platform, appointment, discountCents }: About & { discountCents: number },
): Promise<void> {
  const event = 'appointments.discount_used'
  const [entry] = toPatient({ appointment, event, title: centerEventSubject('discount_used') })
  if (!entry) return
  const message = `Pagas ${pesos(discountCents)} menos en tu cita: ${entry.message} Si no fuiste tú, escríbenos a ${brand.email}.`
  await notifyUsers(tx, { platform, entries: [{ ...entry, message, about: null, validUntil: undefined }] })
}

export async function createReminderNotification(
  tx: Tx,
  { platform, appointment, title, validUntil }: About & { title: string; validUntil: Date },
): Promise<void> {
  const event = 'appointments.reminder'
  await notifyUsers(tx, { platform, entries: toPatient({ appointment, event, title, validUntil }) })
}

/** The address of the account that booked is still unconfirmed, and the time is freed at `dueAt`. */
export async function createProofDueNotification(
  tx: Tx,
  { platform, appointment, dueAt }: About & { dueAt: Date },
): Promise<void> {
  const event = 'appointments.proof_due'
  const [entry] = toPatient({
    appointment,
    event,
    title: 'Confirma tu correo para conservar tu hora',
    validUntil: dueAt,
  })
  if (!entry) return
  const message = `Tienes hasta el ${dayAndTime(dueAt)}; después, la hora se libera. ${entry.message}`
  await notifyUsers(tx, { platform, entries: [{ ...entry, message }] })
}

function patientTitle({ appointment, event }: { appointment: AppointmentRow; event: AppointmentEvent }) {
  if (event === 'unanswered') return 'El centro no respondió a tu solicitud'
  if (event === 'released') return 'Tu hora se liberó: faltó confirmar tu correo'
  if (event !== 'booked') return undefined
  return appointment.status === 'pending' ? 'Enviamos tu solicitud al centro' : 'Tu cita está confirmada'
}

function deskTitle({ appointment, event }: { appointment: AppointmentRow; event: AppointmentEvent }): string {
  if (event === 'booked') return appointment.status === 'pending' ? 'Nueva solicitud' : 'Nueva reserva'
  const released = 'Se liberó una hora: el correo quedó sin confirmar'
  return { moved: 'Cambio de horario', cancelled: 'Cita cancelada', unanswered: 'Venció una solicitud', released }[
    event
  ]
}

type Content = {
  appointment: AppointmentRow
  event: NotificationEvent
  title: string
  /** As it was before the centre moved it. */
  before?: KnownState
  validUntil?: Date
}

/** Names neither specialty nor service, because it also shows on locked screens. Guests have no account. */
export function toPatient({ appointment, event, title, before, ...content }: Content): NewNotification[] {
  const { id, patientId } = appointment
  const validUntil = content.validUntil ?? validUntilOf(appointment)
  if (patientId === null) return []
  const attendee = dependantForPatient(appointment)
  const whose = attendee === undefined ? '' : `Cita de ${attendee}: `
  const start = attendee === undefined ? startText(appointment) : dayAndTime(appointment.startsAt)
  const isOtherStart = before !== undefined && before.startsAt.getTime() !== appointment.startsAt.getTime()
  const earlier = isOtherStart ? ` Antes era el ${dayAndTime(before.startsAt)}.` : ''
  const isOther = before !== undefined && before.professionalId !== appointment.professionalId
  const other = isOther ? ' Cambió quién te atiende: mira en el detalle con qué servicio.' : ''
  const message = `${whose}${start}, ${withProfessional(appointment)}.${earlier}${other}`
  const href = `/dashboard?${new URLSearchParams({ appointment: id, act: 'details' })}`
  return [{ event, to: { userId: patientId }, title, message, href, about: { subject: 'appointment', id }, validUntil }]
}

export function toDesk({ appointment, event, title }: Content): NewNotification[] {
  const { id, centerId, professionalId, professionalName, patientId, patientName, dependantName, startsAt } =
    appointment
  const href = agendaPage(appointment)
  const name = nameForCenter({ name: signature(dependantName ?? patientName ?? ''), appointment })
  const message = `${name}: ${dayAndTime(startsAt)}, con ${professionalName}.`
  const about = { subject: 'appointment', id } as const
  const to = { centerId, professionalId }
  return [
    {
      event,
      to,
      title,
      message,
      href,
      aboutUserId: patientId,
      about,
      validUntil: validUntilOf(appointment),
    },
  ]
}
