import type { z } from 'zod'
import type { ownPayments } from '#contract/appointment-routes.ts'
import { listPaymentsOfAppointment } from '#server/features/payments/repository/payments-of-appointments.ts'
import { findAppliedDiscount } from '#server/features/promotions/repository/applied-discount.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, isPatientOf } from '../appointments.policy.ts'
import { findAppointment } from '../repository/appointments.ts'

/** What lowered the price of a patient's own appointment, and what they paid for it. @throws appointments.not_found */
export async function readPayments(
  { db }: Platform,
  { caller, appointmentId }: { caller: Caller; appointmentId: string },
): Promise<z.input<typeof ownPayments>> {
  const row = await findAppointment(db, { appointmentId })
  if (!row || !isPatientOf(caller, row)) throw fail('appointments.not_found')
  const [discount, payments] = await Promise.all([
    findAppliedDiscount(db, { appointmentId }),
    listPaymentsOfAppointment(db, { appointmentId }),
  ])
  // Staff have not approved the centre, or have closed it: its words reach no patient.
  const shown = row.isCenterApproved ? payments : payments.map((payment) => ({ ...payment, refundReason: null }))
  return { discount: discount ?? null, payments: shown }
}
