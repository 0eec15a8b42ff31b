import { z } from 'zod'
import { cents } from './values.ts'

const signedCents = z.number().int()

/** The definition of income. server/features/payments/rules/income.ts says what each amount is; the last five follow from the others. */
export const income = z.object({
  /** Only completed appointments count. */
  consultations: z.number().int(),
  valueCents: cents,
  centerDiscountCents: cents,
  sendaDiscountCents: cents,
  creditCents: cents,
  refundedCents: cents,
  retainedCents: cents,
  packageCents: signedCents,
  soldCents: cents,
  commissionCents: cents,
  withheldCents: cents,
  dueCents: cents,
  deskCents: cents,
  toReturnCents: cents,
  onlineCents: cents,
  passedOnCents: cents,
  incomeCents: signedCents,
  netCents: signedCents,
  /** What patients paid and keep paid, at the centre and online. */
  collectedCents: signedCents,
  /** Negative: passed on to the centre, and refunded to the patient afterwards. */
  inTransitCents: signedCents,
  receivedCents: signedCents,
})
export type Income = z.output<typeof income>
