import type { z } from 'zod'
import type { AgendaAppointment, AgendaCell, agendaAppointment } from '#contract/agenda.ts'
import { placesOf } from '#contract/places.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import { isoInstant } from '#server/platform/postgres/iso-instant.ts'
import { agendaAbilities, isProfessionalOf } from '../appointments.policy.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import type { CellRow, CellsRead } from '../repository/agenda-cells.ts'
import { appointmentVersion, attendeeOf, deskOfferTerms } from '../rules/agenda.ts'
import { bookedMinutes, pendingDeadline } from '../rules/lifecycle.ts'
import { dueOf, refundTotal } from '../rules/payments.ts'
import type { readDeskTasks } from '../usecases/desk-tasks.ts'
import type { readAgenda } from '../usecases/read-agenda.ts'

const hidden: Record<keyof AgendaRow['forProfessional'], null> = { homeAddress: null }

type ShownAppointment = { row: AgendaRow; member: Member; now: Date }

/** An appointment as the members of its centre see it. */
export function presentAgendaAppointment({ row, member, now }: ShownAppointment): z.input<typeof agendaAppointment> {
  const { forProfessional, ...shared } = row
  return {
    ...shared,
    ...(isProfessionalOf(member, row) ? forProfessional : hidden),
    version: appointmentVersion(row),
    service: { id: row.serviceId, name: row.serviceName, durationMinutes: bookedMinutes(row) },
    person: attendeeOf(row),
    dueCents: dueOf(row),
    payment: presentPayment(row),
    can: pickAllowed(agendaAbilities({ appointment: row, member, now })),
  }
}

function pickAllowed(abilities: ReturnType<typeof agendaAbilities>): AgendaAppointment['can'] {
  const granted: AgendaAppointment['can'] = {}
  for (const [verb, isAllowed] of Object.entries(abilities)) if (isAllowed) granted[verb as keyof typeof granted] = true
  return granted
}

function presentPayment({ paidCents, payments }: AgendaRow): z.input<typeof agendaAppointment>['payment'] {
  if (payments === null) return null
  const parts = payments.map(({ id, amountCents, method, collectedAt, receiptNumber, refundCents, owedCents }) => ({
    paymentId: id,
    amountCents,
    method,
    paidAt: new Date(collectedAt),
    receiptNumber,
    refundCents: refundCents ?? 0,
    owedCents,
  }))
  return { paidCents, parts, ...refundTotal({ payments }) }
}

/** Presents an appointment for lists outside the agenda, which name the professional beside it. */
export function presentListedAppointment({ row, member, now }: ShownAppointment) {
  return { ...presentAgendaAppointment({ row, member, now }), professionalName: row.professionalName }
}

/** Pending requests, the most urgent first. */
export function presentRequests({ rows, ...shown }: Omit<ShownAppointment, 'row'> & { rows: readonly AgendaRow[] }) {
  return rows
    .map((row) => {
      const answerBy = pendingDeadline({ startsAt: row.startsAt, requestedAt: row.requestedAt ?? shown.now })
      return { ...presentListedAppointment({ row, ...shown }), answerBy }
    })
    .toSorted((a, b) => a.answerBy.getTime() - b.answerBy.getTime())
}

/** An appointment in the calendar. Fields with their usual value are left out, and a hold has no attendee yet. */
function presentCell(row: CellRow, { names, member }: Pick<CellsRead, 'names'> & { member: Member }): AgendaCell {
  const cell: AgendaCell = {
    id: row.id,
    professionalId: row.professionalId,
    status: row.status,
    startsAt: isoInstant(row.startsAt),
    endsAt: isoInstant(row.endsAt),
    service: names.get(row.serviceId)?.name ?? '',
  }
  const { patientId, dependantId, guestId } = row
  const contact = names.get(patientId ?? guestId ?? '')
  if (row.status !== 'held' && contact) {
    const dependant = dependantId === null ? undefined : names.get(dependantId)
    cell.name = (dependant ?? contact).name
    if (contact.phone) cell.phone = contact.phone
    if (dependant) cell.guardianName = contact.name
    if (dependant?.birthDate) cell.birthDate = dependant.birthDate
  }
  if (row.place !== null) cell.place = row.place
  if (row.homeAddress !== null && isProfessionalOf(member, row)) cell.homeAddress = row.homeAddress
  if (row.arrivedAt !== null) cell.arrivedAt = isoInstant(row.arrivedAt)
  if (row.isCollected) cell.isCollected = true
  if (row.isProvisional) cell.isProvisional = true
  return cell
}

type AgendaRead = Awaited<ReturnType<typeof readAgenda>>

export function presentAgenda({ from, days, ...agenda }: AgendaRead & { from: string; days: number; member: Member }) {
  const { member } = agenda
  const shown = new Set(agenda.team.map(({ id }) => id))
  return {
    from,
    days,
    professionals: agenda.team.map(({ isActive, modalities, services, ...professional }) => ({
      ...professional,
      // An inactive professional takes no new appointments.
      services: isActive
        ? services.map((service) => ({ ...service, terms: deskOfferTerms({ ...service, modalities }) }))
        : [],
      places: isActive ? placesOf(modalities) : [],
    })),
    timeOff: agenda.timeOff.filter(({ professionalId }) => shown.has(professionalId)),
    appointments: agenda.cells.rows
      .filter(({ professionalId }) => shown.has(professionalId))
      .map((row) => presentCell(row, { names: agenda.cells.names, member })),
    holidays: agenda.holidays,
  }
}

type TasksRead = Awaited<ReturnType<typeof readDeskTasks>>

export function presentDeskTasks({ calls, open, unconfirmed, now, member }: TasksRead & { member: Member }) {
  return {
    calls: calls.map(({ row, wasAt, calledAt }) => {
      const { name = '', phone = null } = attendeeOf(row) ?? {}
      return {
        appointmentId: row.id,
        name,
        phone,
        professionalName: row.professionalName,
        startsAt: row.status === 'cancelled' ? null : row.startsAt,
        wasAt,
        calledAt,
      }
    }),
    toClose: open.map((row) => presentListedAppointment({ row, member, now })),
    unconfirmed,
  }
}
