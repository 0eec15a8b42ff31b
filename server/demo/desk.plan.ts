import type { DeskMethod } from '#contract/payment-methods.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import type { PlannedAppointment } from './appointments.plan.ts'
import { apologies, thanks } from './content/replies.ts'
import type { Days } from './days.ts'
import { randomFor } from './random.ts'

/**
 * Plans what centres do after the visits: the desk of centro@demo.uy records all payments except a few recent ones, and
 * centres reply to some reviews.
 */
export function planDesk({
  appointments,
  centerId,
  days,
}: {
  appointments: readonly PlannedAppointment[]
  /** The centre whose desk records its payments. */
  centerId: string
  days: Days
}): void {
  const byCenter = Map.groupBy(appointments, ({ center }) => center)
  for (const [center, ofCenter] of byCenter) {
    const random = randomFor(`desk of ${center.slug}`)
    const isOwn = center.centerId === centerId
    let unpaid = 0
    for (const appointment of ofCenter) {
      const { endsAt, outcome, place, review, professional, serviceId } = appointment
      const service = professional.services.find((offered) => offered.serviceId === serviceId)
      const isOver = outcome.kind === 'kept' && endsAt < days.at(0, 0)
      const tookPlace = isOver && place === 'center'
      if (isOwn && tookPlace && service && random.chance(0.85)) {
        const method = random.weighted<DeskMethod>([
          ['debito', 5],
          ['efectivo', 3],
          ['transferencia', 2],
        ])
        appointment.payment = { at: endsAt, amountCents: service.priceCents, method }
      } else if (isOwn && isOver && service) {
        // Of the appointments that are left, those of the last 15 days are alternately unpaid and paid in part, and those before
        // them are paid in full.
        const isRecent = endsAt >= days.at(-15, 0)
        if (isRecent) unpaid += 1
        const amountCents = isRecent ? Math.floor(service.priceCents / 200) * 100 : service.priceCents
        if (!isRecent || unpaid % 2 === 0) appointment.payment = { at: endsAt, amountCents, method: 'transferencia' }
      }
      if (!review || !random.chance(isOwn ? 0.6 : 0.15)) continue
      const at = new Date(review.at.getTime() + 3 * hourMs + random.fraction() * 2 * dayMs)
      const text = random.pick(review.rating >= 4 ? thanks : apologies)
      const { firstName } = professional.person
      if (at < days.at(0, 0)) review.reply = { at, text: text.replaceAll('{nombre}', firstName) }
    }
  }
}
