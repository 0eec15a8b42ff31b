import { zone } from '#contract/calendar.ts'
import { agendaScope, type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { findOfCenter } from '../repository/agenda.ts'
import { findCenterService } from '../repository/free-times.ts'
import { deskWindow } from '../rules/agenda.ts'
import { bookedMinutes } from '../rules/lifecycle.ts'
import { type FreeDays, findFreeDays, withNextDate } from './list-free-times.ts'

type Params = { member: Member; serviceId: string; from: string; days: number; moving?: string }

/** The free times of a service for the desk: from now on, and also at a centre that is not public. */
export async function listDeskTimes(
  platform: Platform,
  { member, serviceId, from, days, moving }: Params,
): Promise<FreeDays> {
  const { db, clock } = platform
  const now = clock.now()
  const { centerId } = member
  const service = await findCenterService(db, { centerId, serviceId, now })
  const moved = moving && (await findOfCenter(db, { centerId, ...agendaScope(member), appointmentId: moving }))
  // A moved appointment keeps its service, even one that is no longer offered.
  const isOffered = service?.isOffered || (moved && moved.serviceId === serviceId)
  if (!service?.isWorking || !isOffered || !mayChangeAgendaOf(member, service)) throw fail('agenda.unknown_service')
  if (!moved && !service.takesBookings) throw fail('agenda.not_taking_bookings')
  const exceptAppointment = moved ? moved.id : undefined
  // A moved appointment keeps the duration with which it was booked.
  const offer = moved ? { ...service, durationMinutes: bookedMinutes(moved) } : service
  const window = deskWindow({ now })
  return withNextDate({
    from,
    days,
    today: localDay({ instant: now, zone }),
    find: (range) =>
      findFreeDays(platform, { offers: [offer], ...range, now, exceptAppointment, windowOf: () => window }),
  })
}
