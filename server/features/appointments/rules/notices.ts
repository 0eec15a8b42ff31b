import type { AppointmentStatus } from '#contract/appointments.ts'
import { minuteMs } from '#server/platform/local-time.ts'

/** Changes to one appointment are mailed as one, this long after the first of them. */
export const noticeWindowMs = 2 * minuteMs

const ends = ['cancelled', 'cancelled_for_patient', 'cancelled_by_center', 'unanswered']

type State = { startsAt: Date; professionalId: string; status: AppointmentStatus }

/** Whether the appointment is other than its reader knows it, and as the last change says. */
export function isNews({ kind, notified, now }: { kind: string; notified: State; now: State }): boolean {
  if (ends.includes(kind)) return now.status === 'cancelled'
  // Its centre has cancelled it since, and knows.
  if (now.status !== 'pending' && now.status !== 'confirmed') return false
  const isSameTime = notified.startsAt.getTime() === now.startsAt.getTime()
  return !isSameTime || notified.professionalId !== now.professionalId || notified.status !== now.status
}
