import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { closeAppointments } from '#server/features/appointments/usecases/close-appointments.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { createReview } from '#server/features/reviews/reviews.usecases.ts'
import type { PlannedAppointment } from './appointments.plan.ts'
import { type Days, hourMs } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'

type Event = { at: Date; happen(): Promise<unknown> }

/** Lets the planned appointments happen, one event after the other in the order of time. */
export async function makeAppointments(
  platform: DemoPlatform,
  { appointments, days }: { appointments: readonly PlannedAppointment[]; days: Days },
): Promise<void> {
  const events = appointments.flatMap((appointment) => eventsOf(platform, { appointment, days }))
  const first = Math.min(...appointments.map(({ startsAt }) => startsAt.getTime() - days.at(0, 0).getTime()))
  // What the job does every minute, here once a night: reviews need appointments that are over.
  for (let offset = Math.floor(first / (24 * hourMs)); offset <= 0; offset++) {
    events.push({ at: days.at(offset, 0), happen: () => closeAppointments(platform) })
  }
  events.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { at, happen } of events) {
    platform.clock.set(at)
    await happen()
  }
}

function eventsOf(
  platform: DemoPlatform,
  { appointment, days }: { appointment: PlannedAppointment; days: Days },
): Event[] {
  const { patientId, outcome, bookedAt, startsAt, endsAt, review } = appointment
  let appointmentId = ''
  const asker = { userId: patientId, visitorKey: undefined }
  const events: Event[] = [
    {
      at: bookedAt,
      async happen() {
        const { serviceId, place, dependantId, homeAddress } = appointment
        const held = await holdAppointment(platform, { asker, address: patientId, serviceId, startsAt, place })
        appointmentId = held.id
        await confirmAppointment(platform, { asker, appointmentId, dependantId, homeAddress })
      },
    },
  ]
  if (appointment.center.draft.confirmsManually && outcome.kind !== 'unanswered') {
    const at = new Date(bookedAt.getTime() + hourMs / 2)
    events.push({ at, happen: () => acceptBooking(platform, { appointmentId }) })
  }
  if (outcome.kind === 'cancelled') {
    const { at, reason } = outcome
    events.push({ at, happen: () => cancelAppointment(platform, { asker, appointmentId, reason }) })
  }
  if (outcome.kind === 'missed' && endsAt <= days.at(0, 0)) {
    events.push({ at: endsAt, happen: () => markNoShow(platform, { appointmentId }) })
  }
  if (review) {
    const { at, rating, comment } = review
    events.push({
      at,
      happen: () => createReview(platform, { actor: { userId: patientId }, appointmentId, rating, comment }),
    })
  }
  return events
}

// What a centre's desk does. Its own use cases come with the centre's screens; until then these two write what they will.

async function acceptBooking({ db, clock }: DemoPlatform, { appointmentId }: { appointmentId: string }): Promise<void> {
  await db
    .updateTable('appointments')
    .set({ status: 'confirmed', confirmed_at: clock.now(), updated_at: clock.now() })
    .where('id', '=', appointmentId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
}

async function markNoShow({ db, clock }: DemoPlatform, { appointmentId }: { appointmentId: string }): Promise<void> {
  await db
    .updateTable('appointments')
    .set({ status: 'no_show', updated_at: clock.now() })
    .where('id', '=', appointmentId)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow()
}
