import type { Member } from '#server/features/centers/centers.policy.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { findBusyOf } from '../repository/changes.ts'
import { nameAppointment } from './name-conflict.ts'

type Question = Span & {
  member: Member
  attendeeId: string | null
  exceptAppointment?: string | undefined
  preview?: boolean | undefined
}

/**
 * Refuses a time at which the person has something else. What it is at another centre is not this desk's business: the
 * refusal is neutral, and a preview doesn't ask.
 */
export async function requireFreePerson(tx: Tx, input: Question): Promise<void> {
  const { attendeeId, preview, startsAt } = input
  if (attendeeId === null) return
  const { centerId } = input.member
  const busy = await findBusyOf(tx, { ...input, attendeeId, centerId })
  if (!busy) return
  if (busy.centerId === centerId)
    throw fail('appointments.attendee_busy', await nameAppointment(tx, { ...input, ...busy }))
  if (!preview) throw fail('agenda.no_room', { startsAt: startsAt.toISOString() })
}
