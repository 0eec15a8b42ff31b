import { type AppointmentStatus, openStatuses } from '#contract/appointments.ts'
import { versionOf } from '#server/platform/version.ts'
import type { ShownPayment } from '../repository/agenda.ts'

type PricedAppointment = { status: AppointmentStatus; priceCents: number; discountCents: number; paidCents: number }

/** Something can be due only for appointments in these statuses. */
export const payableStatuses: readonly AppointmentStatus[] = [...openStatuses, 'completed']

/** What remains to be paid of the price after discounts. Nothing is due for an appointment that does not take place. */
export function dueOf({ status, priceCents, discountCents, paidCents }: PricedAppointment): number {
  return payableStatuses.includes(status) ? Math.max(unpaidOf({ priceCents, discountCents, paidCents }), 0) : 0
}

/** What the payments and the discount leave of the price, also of an appointment that does not take place. */
export const unpaidOf = ({ priceCents, discountCents, paidCents }: Omit<PricedAppointment, 'status'>): number =>
  priceCents - discountCents - paidCents

/** A discount took off the whole price, so there is nothing to pay, and the patient has given for it what others pay. */
export function isCovered({
  priceCents,
  discountCents,
}: Pick<PricedAppointment, 'priceCents' | 'discountCents'>): boolean {
  return discountCents > 0 && discountCents >= priceCents
}

type Payments = { payments: readonly ShownPayment[] | null }

/** The last payment at the desk, and those that the desk still has to refund, wholly or in part. */
export function deskPaymentsOf({ payments }: Payments) {
  const atDesk = (payments ?? []).filter(({ method }) => method !== 'online')
  return {
    last: atDesk.at(-1),
    toRefund: atDesk.filter(({ refundCents, refundedAt }) => refundCents !== null && refundedAt === null),
  }
}

/** What the patient gets back. A fraction of a cent of each payment is rounded up, as oweShare() does. */
export function refundOf({ payments, refundPercent }: Payments & { refundPercent: number }): number {
  return (payments ?? []).reduce((sum, { amountCents }) => sum + Math.ceil((amountCents * refundPercent) / 100), 0)
}

/** What a member reads before cancelling, for who cancels. */
export function deskTerms(shown: {
  by: 'patient' | 'center'
  startsAt: Date
  paidCents: number
  refundCents: number
  points: number
}): string {
  const { by, startsAt, paidCents, refundCents, points } = shown
  return versionOf({ by, startsAt, paidCents, refundCents, points })
}

export function leftToRefund({ payments }: Payments): number {
  return (payments ?? []).reduce((sum, { amountCents, refundCents }) => sum + amountCents - (refundCents ?? 0), 0)
}

/** What the patient gets back, or has got back, from all payments together; null when nothing. `owedCents`: what is left of it. */
export function refundTotal({ payments }: Payments) {
  const refunds = (payments ?? []).filter(({ refundCents }) => refundCents !== null)
  return {
    refundCents: refunds.length === 0 ? null : refunds.reduce((sum, { refundCents }) => sum + (refundCents ?? 0), 0),
    owedCents: refunds.reduce((sum, { owedCents }) => sum + owedCents, 0),
    isRefunded: refunds.length > 0 && refunds.every(({ refundedAt }) => refundedAt !== null),
  }
}
