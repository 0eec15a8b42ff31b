import { z } from 'zod'
import { findUndonePayment } from '#server/features/payments/repository/payments-of-appointments.ts'
import { defineJob, enqueue } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { lockAppointment } from '../repository/appointments.ts'
import { noticeWindowMs } from '../rules/notices.ts'
import { dueOf } from '../rules/payments.ts'
import { createNotificationOfUndonePayment } from './create-notifications.ts'
import { mailCenterEvent } from './notify-change.ts'

type Undone = {
  appointmentId: string
  paymentId: number
  /** All that was paid for the appointment before, in cents. */
  paidCents: number
}

/** Tells the patient in two minutes that the desk undid their payment, unless it collects as much again until then. */
export async function tellOfUndonePayment(
  tx: Tx,
  { appointmentId, paymentId, paidCents, now }: Undone & { now: Date },
): Promise<void> {
  const payload = { appointmentId, paymentId, paidCents }
  await enqueue(tx, tellUndonePaymentJob, payload, { runAt: new Date(now.getTime() + noticeWindowMs) })
}

async function tell(platform: Platform, { appointmentId, paymentId, paidCents }: Undone): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, { appointmentId })
    const payment = await findUndonePayment(tx, { paymentId })
    if (!appointment || !payment || appointment.paidCents >= paidCents) return
    const event = { kind: 'payment_undone', ...payment, dueCents: dueOf(appointment) } as const
    await createNotificationOfUndonePayment(tx, { platform, appointment, amountCents: payment.amountCents })
    await mailCenterEvent(tx, { platform, appointment, event })
  })
}

export const tellUndonePaymentJob = defineJob({
  name: 'appointments.payment_undone',
  payload: z.object({ appointmentId: z.uuid(), paymentId: z.number().int(), paidCents: z.number().int() }),
  run: ({ platform, payload }) => tell(platform, payload),
})
