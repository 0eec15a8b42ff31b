import { sql } from 'kysely'
import { directPaymentCents } from '#contract/direct-payments.ts'
import { readQuote } from '#server/features/checkouts/usecases/read-quote.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { insertPayment } from '#server/simulado/store.ts'

/** A payment of 150 000 cents by debit card, collected at the desk. */
export async function buildDeskPayment(
  platform: Platform,
  {
    appointmentId: appointment_id,
    centerId: center_id,
    now: collected_at,
  }: { appointmentId: string; centerId: string; now: Date },
) {
  await platform.db
    .insertInto('payments')
    .values({ appointment_id, center_id, amount: 150_000, method: 'debito', collected_at })
    .execute()
}

type DirectPayment = { patientId: string; centerId: string; professionalId: string }

/** A direct payment of a consultation that no booking has consumed, without the mail of its receipt. */
export async function buildDirectPayment(platform: Platform, { patientId, centerId, professionalId }: DirectPayment) {
  const checkoutId = newId()
  const now = platform.clock.now()
  const lines = [{ kind: 'direct', label: 'Consulta directa', amountCents: directPaymentCents }]
  const atGateway = {
    idempotencyKey: checkoutId,
    reference: checkoutId,
    amountCents: directPaymentCents,
    card: null,
    now,
  }
  const payment = await platform.db
    .transaction()
    .execute((tx) => insertPayment(tx, { ...atGateway, status: 'approved', declineReason: null }))
  await platform.db
    .insertInto('checkouts')
    .values({
      id: checkoutId,
      patient_id: patientId,
      center_id: centerId,
      professional_id: professionalId,
      idempotency_key: newId(),
      gateway: 'simulado',
      gateway_payment_id: payment.id,
      method: 'card',
      status: 'approved',
      amount: directPaymentCents,
      lines: JSON.stringify(lines),
      card_brand: 'Visa',
      card_last_four: '1111',
      receipt_number: sql<number>`nextval('receipt_numbers')`,
      created_at: now,
      expires_at: now,
      updated_at: now,
      approved_at: now,
    })
    .execute()
  return { checkoutId }
}

/** The page of a wallet at which the patient may pay what the appointment costs now. */
export async function openWallet(platform: Platform, paid: { appointmentId: string; patientId: string }) {
  const { totalCents, terms } = await readQuote(platform, paid)
  const order = {
    ...paid,
    totalCents,
    ...(terms !== null && { terms }),
    idempotencyKey: newId(),
    address: '203.0.113.7',
  }
  return (await startCheckout(platform, { ...order, method: 'wallet' })).checkout
}
