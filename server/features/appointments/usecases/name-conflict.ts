import type { DeskConflict } from '#contract/appointments.ts'
import { type Member, mayTouchAgendaOf } from '#server/features/centers/centers.policy.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as agenda from '../repository/agenda.ts'
import { presentPerson } from '../rules/agenda.ts'

type At = Span & { member: Member; professionalId: string; exceptAppointment?: string | undefined; now: Date }
type Named = { startsAt: string; conflict?: DeskConflict }

/** The time, and the appointment that has it, as far as the member sees that agenda. */
export async function nameInWay(tx: Tx, input: At): Promise<Named> {
  const row = await agenda.findInWay(tx, { ...input, centerId: input.member.centerId })
  return named(input, row)
}

/** As nameInWay(), of an appointment that is known. */
export async function nameAppointment(
  tx: Tx,
  input: { startsAt: Date; member: Member; appointmentId: string },
): Promise<Named> {
  const { member, appointmentId } = input
  return named(input, await agenda.findOfCenter(tx, { centerId: member.centerId, appointmentId }))
}

function named({ startsAt, member }: { startsAt: Date; member: Member }, row: agenda.AgendaRow | undefined): Named {
  const at = { startsAt: startsAt.toISOString() }
  if (!row || !mayTouchAgendaOf(member, row)) return at
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
export async function nameAbsence(tx: Tx, input: At): Promise<Named> {
  const at = { startsAt: input.startsAt.toISOString() }
  const { centerId } = input.member
  const [off] = await agenda.listTimeOff(tx, { centerId, professionalId: input.professionalId, ...spanOf(input) })
  if (!off) return at
  const span = { startsAt: off.startsAt.toISOString(), endsAt: off.endsAt.toISOString() }
  return { ...at, conflict: { kind: 'absence', ...span, name: off.reason, professionalName: '' } }
}

const spanOf = ({ startsAt, endsAt }: Span): Span => ({ startsAt, endsAt })
