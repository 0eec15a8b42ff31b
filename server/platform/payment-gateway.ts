import { callOutside } from './outside-services.ts'
import type { GatewayNotification, NotificationRequest } from './payment-notifications.ts'

/**
 * The port to a payment gateway, in the shape of Mercado Pago's documented flow: a preference opens a page of the gateway, a
 * payment charges a card by the token that the browser received from the gateway, and a notification only names a payment,
 * whose state Senda then reads. A notification that comes late, twice or out of order therefore does no harm.
 *
 * Amounts are integer cents of UYU. A method may throw when the gateway does not respond; the payment may exist nevertheless,
 * and listPayments() finds it by its reference.
 */
export type PaymentGateway = {
  /** Stored with each checkout, and the last part of the path of its notifications. */
  name: string
  /** No money moves, and its screens say so. */
  isTest: boolean
  /** Where the browser turns a card into a token, and what it sends there. Card data reaches no other route. */
  tokens: { url: string; helpUrl: string | null }
  /** Opens a page of the gateway on which the patient pays. @returns its address */
  createPreference(
    preference: Order & { method: 'mobile' | 'wallet'; returnUrl: string; expiresAt: Date },
  ): Promise<string>
  /** Charges a card. Repeating it with the same reference returns the first payment. */
  createPayment(payment: Order & { token: string }): Promise<GatewayPayment>
  /** Undefined: the gateway knows no such payment. */
  findPayment(input: { paymentId: string }): Promise<GatewayPayment | undefined>
  /** The payments for a reference, the newest first. */
  listPayments(input: { reference: string }): Promise<GatewayPayment[]>
  /** Repeating it with the same key returns the first refund. @returns its id */
  refund(input: { paymentId: string; amountCents: number; idempotencyKey: string }): Promise<string>
  /** Never throws, whatever the request holds. */
  readNotification(request: NotificationRequest): GatewayNotification
}

/** This is below the limit of a request; a gateway that has not responded by then is asked again by a job. */
const respondWithinMs = 10_000

/** The gateway that requests and jobs use: each call has a time limit, and holds neither a turn nor a connection. */
export function withTimeLimit(
  gateway: PaymentGateway,
  { milliseconds = respondWithinMs }: { milliseconds?: number } = {},
): PaymentGateway {
  const limited =
    <Input, Output>(call: (input: Input) => Promise<Output>) =>
    (input: Input): Promise<Output> =>
      callOutside({ service: 'gateway', milliseconds, call: () => call(input) })
  return {
    ...gateway,
    createPreference: limited((input) => gateway.createPreference(input)),
    createPayment: limited((input) => gateway.createPayment(input)),
    findPayment: limited((input) => gateway.findPayment(input)),
    listPayments: limited((input) => gateway.listPayments(input)),
    refund: limited((input) => gateway.refund(input)),
  }
}

/** `reference`: Senda's id of the checkout. `title`: shown by the gateway, without health data. */
export type Order = { reference: string; title: string; amountCents: number }

export type GatewayPayment = {
  id: string
  reference: string
  status: 'pending' | 'approved' | 'declined'
  declineReason: DeclineReason | null
  amountCents: number
  card: { brand: string; lastFour: string } | null
}

export const declineReasons = ['declined', 'insufficient_funds', 'expired_card', 'cancelled'] as const
export type DeclineReason = (typeof declineReasons)[number]
