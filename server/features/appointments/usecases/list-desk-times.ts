import { zone } from '#contract/calendar.ts'
import { agendaScope, type Member, mayTouchAgendaOf } from '#server/features/centers/centers.policy.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { findOfCenter } from '../repository/agenda.ts'
import { findService } from '../repository/desk.ts'
import { entryWindow } from '../rules/desk.ts'
import { type FreeDays, findFreeDays, withNextDate } from './list-free-times.ts'

type Question = { member: Member; serviceId: string; from: string; days: number; moving?: string | undefined }

/** The times in which the desk may enter a service without asking anybody: from now on, whether the centre is public or not. */
export async function listDeskTimes(
  platform: Platform,
  { member, serviceId, from, days, moving }: Question,
): Promise<FreeDays> {
  const { db, clock } = platform
  const now = clock.now()
  const { centerId } = member
  const service = await findService(db, { centerId, serviceId, now })
  const moved = moving && (await findOfCenter(db, { centerId, ...agendaScope(member), appointmentId: moving }))
  // What is moved stays what it is, also when it is offered no longer.
  const isOffered = service?.isOffered || (moved && moved.serviceId === serviceId)
  if (!service?.isWorking || !isOffered || !mayTouchAgendaOf(member, service)) throw fail('agenda.unknown_service')
  if (!moved && !service.takesBookings) throw fail('agenda.not_taking_bookings')
  const exceptAppointment = moved ? moved.id : undefined
  // What is moved keeps the duration that it was booked with.
  const lasting =
    moved && moved.serviceId === serviceId ? { ...service, durationMinutes: moved.durationMinutes } : service
  const window = entryWindow({ now })
  return withNextDate({
    from,
    days,
    today: localDay({ instant: now, zone }),
    ask: (range) =>
      findFreeDays(platform, { offers: [lasting], ...range, now, exceptAppointment, windowOf: () => window }),
  })
}
