import type { DeskConflict } from '#contract/appointments.ts'
import { type Member, mayTouchAgendaOf } from '#server/features/centers/centers.policy.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as agenda from '../repository/agenda.ts'
import { presentPerson } from '../rules/agenda.ts'

type At = Span & { member: Member; professionalId: string; exceptAppointment?: string | undefined; now: Date }
type Named = { startsAt: string; conflict?: DeskConflict }

/** The time, and the appointment that has it, as far as the member sees that agenda. */
export async function nameInWay(tx: Tx, o: At): Promise<Named> {
  const row = await agenda.findInWay(tx, { ...o, centerId: o.member.centerId })
  return named(o, row)
}

/** As nameInWay(), of an appointment that is known. */
export async function nameAppointment(
  tx: Tx,
  o: { startsAt: Date; member: Member; appointmentId: string },
): Promise<Named> {
  const { member, appointmentId } = o
  return named(o, await agenda.findOfCenter(tx, { centerId: member.centerId, appointmentId }))
}

function named(o: { startsAt: Date; member: Member }, row: agenda.AgendaRow | undefined): Named {
  const at = { startsAt: o.startsAt.toISOString() }
  if (!row || !mayTouchAgendaOf(o.member, row)) return at
  const conflict = {
    kind: 'appointment' as const,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    name: presentPerson(row)?.name ?? '',
    professionalName: row.professionalName,
  }
  return { ...at, conflict }
}

/** The time, and the absence that it falls into; without one, the professional doesn't work then. */
export async function nameAbsence(tx: Tx, o: At): Promise<Named> {
  const at = { startsAt: o.startsAt.toISOString() }
  const { centerId } = o.member
  const [off] = await agenda.listTimeOff(tx, { centerId, professionalId: o.professionalId, ...spanOf(o) })
  if (!off) return at
  const span = { startsAt: off.startsAt.toISOString(), endsAt: off.endsAt.toISOString() }
  return { ...at, conflict: { kind: 'absence', ...span, name: off.reason, professionalName: '' } }
}

const spanOf = ({ startsAt, endsAt }: Span): Span => ({ startsAt, endsAt })
