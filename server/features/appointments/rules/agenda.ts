import type { AgendaAppointment, PersonRef } from '#contract/agenda.ts'
import { type Appointment, appointmentPlace } from '#contract/appointments.ts'
import { type Member, managesCenter } from '#server/features/centers/centers.policy.ts'
import { mayReadHomeAddress } from '../appointments.policy.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { deskAbilities } from './desk.ts'
import { offersPlace } from './lifecycle.ts'

type Person = NonNullable<AgendaAppointment['person']>

/** An appointment as the people of its centre see it. */
export function presentAgendaAppointment({
  row,
  member,
  now,
}: {
  row: AgendaRow
  member: Member
  now: Date
}): AgendaAppointment {
  return {
    id: row.id,
    status: row.status,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    place: row.place,
    professionalId: row.professionalId,
    service: { id: row.serviceId, name: row.serviceName, durationMinutes: row.durationMinutes },
    person: presentPerson(row),
    homeAddress: mayReadHomeAddress(member, row) ? row.homeAddress : null,
    bookedBy: row.bookedBy,
    arrivedAt: row.arrivedAt?.toISOString() ?? null,
    cancelledBy: row.cancelledBy,
    cancelledAtDesk: row.cancelledAtDesk,
    priceCents: row.priceCents,
    payment: presentPayment(row),
    can: deskAbilities({ ...row, ownsBooks: managesCenter(member), now }),
  }
}

function presentPayment({ paidCents, paidBy, refundCents, refundedAt }: AgendaRow): AgendaAppointment['payment'] {
  if (paidCents === null || paidBy === null) return null
  return { amountCents: paidCents, method: paidBy, refundCents, refundedAt: refundedAt?.toISOString() ?? null }
}

/** Who comes. Nobody's name is known while a visitor holds the time. */
export function presentPerson(row: AgendaRow): Person | null {
  const ref = personOf(row)
  if (ref === null) return null
  if (ref.kind === 'guest')
    return { ...ref, name: row.guestName ?? '', phone: row.guestPhone || null, guardianName: null }
  return {
    ...ref,
    name: row.dependantName ?? row.patientName ?? '',
    phone: row.patientPhone || null,
    guardianName: row.dependantName === null ? null : row.patientName,
  }
}

function personOf({ status, guestId, patientId }: AgendaRow): PersonRef | null {
  if (status === 'held') return null
  if (guestId !== null) return { kind: 'guest', id: guestId }
  return patientId === null ? null : { kind: 'patient', id: patientId }
}

/** Where somebody who works under these modalities can attend. */
export function placesOf(modalities: readonly string[]): Appointment['place'][] {
  return appointmentPlace.options.filter((place) => offersPlace({ modalities, place }))
}
