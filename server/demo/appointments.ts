import { sql } from 'kysely'
import { zone } from '#contract/calendar.ts'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { closeAppointments } from '#server/features/appointments/usecases/close-appointments.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import {
  completeAppointment,
  confirmAtDesk,
  markNoShow,
} from '#server/features/appointments/usecases/mark-appointment.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { createReview, replyToReview, reportReview } from '#server/features/reviews/usecases/reviews.ts'
import { dayMs, hourMs, localDay } from '#server/platform/local-time.ts'
import type { PlannedAppointment } from './appointments.plan.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'

export type DemoEvent = { at: Date; happen(): Promise<unknown> }

const reportReason = 'No estamos de acuerdo con lo que cuenta. ¿Pueden revisarla?'

type Planned = {
  appointments: readonly PlannedAppointment[]
  days: Days
  otherEvents: readonly DemoEvent[]
  moderatorId: string
}

export async function createAppointments(
  platform: DemoPlatform,
  { appointments, days, otherEvents, moderatorId }: Planned,
): Promise<void> {
  const events = [...appointments.flatMap((appointment) => eventsOf(platform, { appointment, days })), ...otherEvents]
  const first = Math.min(...appointments.map(({ startsAt }) => startsAt.getTime() - days.at(0, 0).getTime()))
  // The job runs every minute; here it runs once a night, so that the reviews find completed appointments.
  for (let offset = Math.floor(first / (24 * hourMs)); offset <= 0; offset++) {
    events.push({ at: days.at(offset, 0), happen: () => closeAppointments(platform) })
  }
  for (const offset of [-75, -45]) {
    events.push({ at: days.at(offset, 12 * 60), happen: () => settleAll(platform, { actorId: moderatorId }) })
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
): DemoEvent[] {
  const { patientId, outcome, bookedAt, startsAt, endsAt, review, payment } = appointment
  const { centerId } = appointment.center
  const atDesk = { userId: centerId, centerId }
  let appointmentId = ''
  const caller = { userId: patientId, visitorKey: undefined }
  const events: DemoEvent[] = [
    {
      at: bookedAt,
      async happen() {
        const { serviceId, place, dependantId, homeAddress } = appointment
        const held = await holdAppointment(platform, { caller, address: patientId, serviceId, startsAt, place })
        appointmentId = held.id
        const packageId = appointment.paidBy?.packageId ?? null
        await confirmAppointment(platform, { caller, appointmentId, dependantId, homeAddress, packageId })
      },
    },
  ]
  if (appointment.center.draft.confirmsManually && outcome.kind !== 'unanswered') {
    const at = new Date(bookedAt.getTime() + hourMs / 2)
    events.push({ at, happen: () => confirmAtDesk(platform, { ...atDesk, appointmentId }) })
  }
  if (outcome.kind === 'cancelled') {
    const { at, reason } = outcome
    events.push({ at, happen: () => cancelAppointment(platform, { caller, appointmentId, reason }) })
  }
  if (outcome.kind === 'missed' && endsAt <= days.at(0, 0)) {
    events.push({ at: endsAt, happen: () => markNoShow(platform, { ...atDesk, appointmentId }) })
  }
  const endedYesterday = endsAt > days.at(-1, 0) && endsAt <= days.at(0, 0)
  if (review || (outcome.kind === 'kept' && endedYesterday)) {
    // The job waits a day for the desk; a review needs a completed appointment.
    events.push({ at: endsAt, happen: () => completeAppointment(platform, { ...atDesk, appointmentId }) })
  }
  if (payment && !appointment.paidBy) {
    const { at, ...collected } = payment
    events.push({ at, happen: () => collectPayment(platform, { ...atDesk, appointmentId, ...collected }) })
  }
  if (review) {
    const { at, rating, comment, reply } = review
    let reviewId = ''
    events.push({
      at,
      async happen() {
        reviewId = (await createReview(platform, { userId: patientId, appointmentId, rating, comment })).id
      },
    })
    if (reply) {
      const { text } = reply
      const happen = () => replyToReview(platform, { userId: centerId, centerId, reviewId, text })
      events.push({ at: reply.at, happen })
    }
    if (rating === 1) {
      const happen = () => reportReview(platform, { userId: centerId, centerId, reviewId, reason: reportReason })
      events.push({ at: new Date(at.getTime() + dayMs), happen })
    }
  }
  return events
}

/** Staff settle what every centre owes, with the number of its transfer as reference. */
async function settleAll(platform: DemoPlatform, { actorId }: { actorId: string }): Promise<void> {
  const { rows } = await sql<{ id: string; count: number; commissionCents: number }>`
    select center_id as id, count(*)::int as count, sum(due_amount) as "commissionCents"
    from commissions where status = 'pending' group by center_id order by center_id`.execute(platform.db)
  const day = localDay({ instant: platform.clock.now(), zone }).replaceAll('-', '')
  for (const [index, target] of rows.entries()) {
    const reference = `TRF-${day}-${index + 1}`
    await settleCommissions(platform, { actorId, period: 'year', reference, targets: [target] })
  }
}
