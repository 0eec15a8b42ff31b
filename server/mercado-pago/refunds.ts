import { type RefundRefusal, RefundRefusedError } from '#server/platform/payment-gateway.ts'
import { MercadoPagoError } from './client.ts'

/** Beginnings or parts of Mercado Pago's words for a refusal, which differ between its interfaces. */
const refusals: [RefundRefusal, RegExp][] = [
  ['partial', /partial/],
  ['balance', /insufficient|balance|funds|saldo/],
  ['late', /too_old|too old|expired|180/],
]

/**
 * What a failed refund means. A conflict is a refund in progress, which another attempt finds; an unknown refusal is final, and an owner
 * gives the money back in another way.
 */
export function refundFailure(error: unknown): unknown {
  if (!(error instanceof MercadoPagoError)) return error
  if (error.status !== 400 && error.status !== 402 && error.status !== 403 && error.status !== 422) return error
  const said = error.codes.join(' ')
  return new RefundRefusedError(refusals.find(([, pattern]) => pattern.test(said))?.[0] ?? 'refused')
}
