import { z } from 'zod'
import {
  type DeclineReason,
  type Dispute,
  type GatewayPayment,
  UnreadablePaymentError,
} from '#server/platform/payment-gateway.ts'
import { centsOf } from './amounts.ts'

/** An id is a number in a payment and a text elsewhere. */
export const id = z.union([z.string().min(1).max(100), z.int().nonnegative().transform(String)])

export const storedPayment = z.object({
  id,
  external_reference: z.string().nullish(),
  live_mode: z.boolean().nullish(),
  status: z.string(),
  status_detail: z.string().nullish(),
  currency_id: z.string(),
  transaction_amount: z.number(),
  transaction_amount_refunded: z.number().nullish(),
  order: z.object({ id: id.nullish() }).nullish(),
  fee_details: z.array(z.object({ type: z.string().nullish(), amount: z.number().nullish() })).nullish(),
  payment_method_id: z.string().nullish(),
  card: z.object({ last_four_digits: z.string().nullish() }).nullish(),
})
type StoredPayment = z.output<typeof storedPayment>

/** `results` of a search. */
export const foundPayments = z.object({ results: z.array(storedPayment).max(1000) })

/** @throws UnreadablePaymentError */
export function toPayment(stored: StoredPayment): GatewayPayment {
  if (stored.currency_id !== 'UYU') {
    throw new UnreadablePaymentError(`the payment ${stored.id} is in ${stored.currency_id}`)
  }
  const detail = stored.status_detail ?? ''
  const status = statusOf(stored.status)
  return {
    id: stored.id,
    reference: stored.external_reference ?? '',
    status,
    declineReason: status === 'declined' ? declineReasonOf(stored.status, detail) : null,
    amountCents: centsOf(stored.transaction_amount),
    refundedCents: refundedCentsOf(stored),
    feeCents: feeCentsOf(stored),
    pageId: null,
    dispute: disputeOf(stored.status, detail),
    card: cardOf(stored),
  }
}

/** An unknown status is pending, so that nothing is confirmed or given up because of it. */
function statusOf(status: string): GatewayPayment['status'] {
  switch (status) {
    case 'approved':
    case 'in_mediation':
    case 'refunded':
    case 'charged_back':
      return 'approved'
    case 'rejected':
    case 'cancelled':
      return 'declined'
    default:
      return 'pending'
  }
}

const declineReasons: Record<string, DeclineReason> = {
  cc_rejected_insufficient_amount: 'insufficient_funds',
  insufficient_amount: 'insufficient_funds',
  cc_rejected_bad_filled_date: 'expired_card',
}

function declineReasonOf(status: string, detail: string): DeclineReason {
  return status === 'cancelled' ? 'cancelled' : (declineReasons[detail] ?? 'declined')
}

function disputeOf(status: string, detail: string): Dispute | null {
  if (status === 'in_mediation') return 'in_mediation'
  if (status !== 'charged_back') return null
  if (detail === 'settled') return 'lost'
  return detail === 'reimbursed' ? 'won' : 'charged_back'
}

function refundedCentsOf({ status, transaction_amount, transaction_amount_refunded }: StoredPayment): number {
  // Older payments that were given back whole have no amount of refunds.
  if (status === 'refunded') return centsOf(transaction_amount_refunded || transaction_amount)
  return centsOf(transaction_amount_refunded ?? 0)
}

/** The owner of the account can make a payment with the reference of a checkout and without its fee, but not write its details. */
function feeCentsOf({ fee_details }: StoredPayment): number {
  const fees = (fee_details ?? []).filter(({ type }) => type === 'application_fee')
  return fees.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0)
}

const brands: Record<string, string> = {
  visa: 'Visa',
  debvisa: 'Visa débito',
  master: 'Mastercard',
  debmaster: 'Mastercard débito',
  oca: 'OCA',
  diners: 'Diners',
  amex: 'American Express',
  lider: 'Líder',
  creditel: 'Creditel',
}

function cardOf({ payment_method_id, card }: StoredPayment): GatewayPayment['card'] {
  const lastFour = card?.last_four_digits ?? ''
  if (!/^\d{4}$/.test(lastFour)) return null
  return { brand: brands[payment_method_id ?? ''] ?? 'Tarjeta', lastFour }
}
