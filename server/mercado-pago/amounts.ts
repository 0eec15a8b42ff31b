import { UnreadablePaymentError } from '#server/platform/payment-gateway.ts'

/** Mercado Pago's amounts are pesos as JSON numbers: 12345 cents are 123.45. Written as text, so that no division rounds. */
export function pesosOf(cents: number): number {
  const digits = String(cents).padStart(3, '0')
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

/** @throws UnreadablePaymentError for a third decimal */
export function centsOf(pesos: number): number {
  const cents = Math.round(pesos * 100)
  if (!Number.isSafeInteger(cents) || pesosOf(Math.abs(cents)) !== Math.abs(pesos)) {
    throw new UnreadablePaymentError(`${pesos} is not a whole number of cents`)
  }
  return cents
}
