import type { CheckoutMethod, PriceLine } from '#contract/checkouts.ts'
import type { Receiver } from '#contract/tax-data.ts'
import type { PackageTerms } from '#server/features/packages/usecases/sell-online.ts'
import type { GatewayPage } from '#server/platform/payment-gateway.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { DiscountRef } from './checkouts.ts'

type NewCheckout = {
  id: string
  patientId: string
  centerId: string
  professionalId: string | null
  appointmentId: string | null
  sold: { offerId: string; terms: PackageTerms } | null
  idempotencyKey: string
  gateway: string
  paymentAccountId: string | null
  /** What the gateway takes from the payment in advance of the commission. */
  feeCents: number
  method: CheckoutMethod
  totalCents: number
  lines: readonly PriceLine[]
  isDeposit: boolean
  discount: DiscountRef | undefined
  receiver: Receiver | null
  now: Date
  expiresAt: Date
}

/** @returns false when another checkout has the key, or is in progress for the same appointment, package or discount */
export async function insertCheckout(tx: Tx, input: NewCheckout): Promise<boolean> {
  const { discount, sold } = input
  const row = await tx
    .insertInto('checkouts')
    .values({
      id: input.id,
      patient_id: input.patientId,
      center_id: input.centerId,
      professional_id: input.professionalId,
      appointment_id: input.appointmentId,
      package_offer_id: sold?.offerId ?? null,
      package_terms: sold && JSON.stringify(sold.terms),
      idempotency_key: input.idempotencyKey,
      gateway: input.gateway,
      payment_account_id: input.paymentAccountId,
      fee_amount: input.feeCents,
      method: input.method,
      status: 'created',
      amount: input.totalCents,
      lines: JSON.stringify(input.lines),
      is_deposit: input.isDeposit,
      receiver: input.receiver && JSON.stringify(input.receiver),
      vat_percent: sold
        ? tx
            .selectFrom('services')
            .where('id', '=', sold.terms.serviceIds[0] ?? null)
            .select('vat_percent')
        : tx.selectFrom('appointments').where('id', '=', input.appointmentId).select('vat_percent'),
      promotion_use_id: discount?.kind === 'promotion' ? discount.id : null,
      redemption_id: discount?.kind === 'reward' ? discount.id : null,
      created_at: input.now,
      updated_at: input.now,
      expires_at: input.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the page that a simultaneous request has stored. @returns the stored one */
export async function setPageUrl(
  db: Db,
  { checkoutId, page }: { checkoutId: string } & { page: GatewayPage },
): Promise<string | null> {
  const row = await db
    .updateTable('checkouts')
    .set((eb) => ({
      page_url: eb.fn.coalesce('page_url', eb.val(page.url)),
      page_id: eb.fn.coalesce('page_id', eb.val(page.id)),
    }))
    .where('id', '=', checkoutId)
    .returning('page_url as pageUrl')
    .executeTakeFirstOrThrow()
  return row.pageUrl
}
