import type { PreferenceOrder } from '#server/platform/payment-gateway.ts'
import { pesosOf } from './amounts.ts'

/** The name of the gateway in Senda, which is also the last part of the path of its notifications. */
export const mercadoPagoName = 'mercadopago'

/** ISO 8601 with an offset, which Mercado Pago asks for. Uruguay has had no summer time since 2015. */
function withOffset(instant: Date): string {
  const inUruguay = new Date(instant.getTime() - 3 * 60 * 60 * 1000)
  return inUruguay.toISOString().replace('Z', '-03:00')
}

/**
 * The body of a preference of Checkout Pro. Cash at a counter (`ticket`) is excluded, because it may arrive days after the appointment's
 * time was given to another patient. Instalments are left to the patient, whose interest doesn't change what the centre receives.
 */
export function preferenceBody(order: PreferenceOrder, { publicUrl }: { publicUrl: string }): object {
  const { reference, title, amountCents, feeCents, returnUrl, createdAt, expiresAt } = order
  const item = { id: reference, title, quantity: 1, unit_price: pesosOf(amountCents), currency_id: 'UYU' }
  // The reference tells with whose access the payment is read when a notification does not name the seller.
  const parameters = new URLSearchParams({ source_news: 'webhooks', reference })
  return {
    items: [{ ...item, category_id: 'services' }],
    external_reference: reference,
    notification_url: `${publicUrl}/webhooks/payments/${mercadoPagoName}?${parameters}`,
    back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl },
    auto_return: 'approved',
    expires: true,
    expiration_date_from: withOffset(createdAt),
    expiration_date_to: withOffset(expiresAt),
    date_of_expiration: withOffset(expiresAt),
    payment_methods: { excluded_payment_types: [{ id: 'ticket' }, { id: 'atm' }] },
    ...(feeCents > 0 && { marketplace_fee: pesosOf(feeCents) }),
  }
}
