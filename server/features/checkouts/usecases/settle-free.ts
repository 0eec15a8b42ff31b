import { acceptByPaying } from '#server/features/appointments/usecases/accept-desk-booking.ts'
import { bookWithDeposit } from '#server/features/appointments/usecases/book-with-deposit.ts'
import { takeDiscount } from '#server/features/appointments/usecases/discounts.ts'
import { findOwnPayable, lockForPayment } from '#server/features/appointments/usecases/pay-online.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { requireTerms } from '#server/platform/version.ts'
import { fail } from '../checkouts.errors.ts'
import * as repository from '../repository/checkouts.ts'
import { quote } from './read-quote.ts'

type Settlement = {
  patientId: string
  appointmentId: string
  discount: { kind: 'promotion' | 'reward'; id: string }
  /** The terms of the appointment that the patient read. */
  terms?: string | undefined
}

const settlementsPerHour = 60

/**
 * Settles an appointment with a discount that covers everything still due, without the gateway. Idempotent.
 * @returns the discount in cents
 * @throws checkouts.not_free when an amount is left to pay, and the errors of startCheckout()
 */
export async function settleFree(platform: Platform, input: Settlement): Promise<number> {
  const { patientId, appointmentId, discount } = input
  await countAttempts(platform, [
    { name: 'checkouts.settle', key: patientId, limit: settlementsPerHour, windowSeconds: 3600 },
  ])
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    if (!(await lockForPayment(tx, { appointmentId, patientId }))) throw fail('checkouts.not_found')
    const row = await findOwnPayable(tx, { appointmentId, patientId })
    if (!row) throw fail('checkouts.not_found')
    // A repeated request: the discount has already settled the appointment.
    if (row.dueCents === 0 && row.discountCents > 0) return row.discountCents
    const inProgress = await repository.findInProgress(tx, { appointmentId })
    if (inProgress) throw fail('checkouts.in_progress', { checkoutId: inProgress.id })
    const quoted = await quote(tx, { appointmentId, patientId, discountId: discount.id, now })
    if (!quoted.discount) throw fail('checkouts.discount_lost')
    if (quoted.totalCents > 0) throw fail('checkouts.not_free')
    if (quoted.terms !== null) requireTerms({ seen: input.terms, current: quoted.terms })
    if (await repository.isDiscountInUse(tx, { discount: quoted.discount })) throw fail('checkouts.discount_in_use')
    if (!(await takeDiscount(tx, { row, discount: quoted.discount, takenBy: null, now })))
      throw fail('checkouts.discount_lost')
    if (row.isDeposit) await bookWithDeposit(tx, { platform, row, isCovered: true, now })
    else await acceptByPaying(tx, { appointmentId, now })
    return quoted.discount.discountCents
  })
}
