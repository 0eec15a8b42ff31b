import type { Span } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { findBusyOf } from '../repository/changes.ts'

type Question = Span & {
  centerId: string
  attendeeId: string | null
  exceptAppointment?: string | undefined
  preview?: boolean | undefined
}

/**
 * Refuses a time at which the person has something else. What it is at another centre is not this desk's business: the
 * refusal is neutral, and a preview doesn't ask.
 */
export async function requireFreePerson(tx: Tx, o: Question): Promise<void> {
  const { attendeeId, preview, startsAt } = o
  if (attendeeId === null) return
  const busy = await findBusyOf(tx, { ...o, attendeeId })
  if (!busy) return
  const at = { startsAt: startsAt.toISOString() }
  if (busy.centerId === o.centerId) throw fail('appointments.attendee_busy', at)
  if (!preview) throw fail('agenda.no_room', at)
}
