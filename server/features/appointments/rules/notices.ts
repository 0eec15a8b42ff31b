import type { AppointmentStatus } from '#contract/appointments.ts'
import { minuteMs } from '#server/platform/local-time.ts'

/** Changes to one appointment are mailed together, this long after the first. */
export const noticeWindowMs = 2 * minuteMs

const endKinds = [
  'cancelled',
  'cancelled_for_patient',
  'cancelled_by_center',
  'cancelled_by_staff',
  'unanswered',
  'released',
]

type State = { startsAt: Date; endsAt: Date; professionalId: string; serviceId: string; status: AppointmentStatus }
/** An earlier version stored neither the end nor the service. */
type Known = Omit<State, 'endsAt' | 'serviceId'> & { endsAt: Date | null; serviceId: string | null }

/** Whether the current state differs from the one that the reader knows, and is still the result of the last change. */
export function isNews({ kind, known, current }: { kind: string; known: Known; current: State }): boolean {
  if (endKinds.includes(kind)) return current.status === 'cancelled'
  if (kind === 'marked_no_show') return current.status === 'no_show'
  const isSameStart = known.startsAt.getTime() === current.startsAt.getTime()
  const isSameEnd = known.endsAt === null || known.endsAt.getTime() === current.endsAt.getTime()
  const isSameService = known.serviceId === null || known.serviceId === current.serviceId
  const isMoved = !isSameStart || !isSameEnd || !isSameService || known.professionalId !== current.professionalId
  // The completion is not mailed, so the patient must still learn that the centre had moved the appointment before it.
  if (kind === 'moved_by_center' && current.status === 'completed') return isMoved
  // The centre has cancelled or closed it since, so a mail would tell its reader nothing new.
  if (current.status !== 'pending' && current.status !== 'confirmed') return false
  return isMoved || known.status !== current.status
}
