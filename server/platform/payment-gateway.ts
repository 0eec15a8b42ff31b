import type { CheckoutMethod } from '#contract/checkouts.ts'
import type { Dispute, RefundRefusal } from '#contract/payment-accounts.ts'
import { callOutside } from './outside-services.ts'
import type { GatewayNotification, NotificationRequest } from './payment-notifications.ts'
import type { SellerAccounts } from './seller-accounts.ts'

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
  /** As patients and centres know it. */
  label: string
  /** No money moves, and its screens say so. */
  isTest: boolean
  /** How patients can pay: `page` is a page of the gateway on which they choose. */
  methods: readonly CheckoutMethod[]
  /**
   * Where the browser turns a card into a token, and what it sends there. Card data reaches no other route. Null: cards are paid on the
   * gateway's page.
   */
  tokens: { url: string; helpUrl: string | null } | null
  /** How centres connect the accounts that receive their payments. Null: the gateway knows no accounts, and every `seller` is null. */
  accounts: SellerAccounts | null
  /** Opens a page of the gateway on which the patient pays. */
  createPreference(preference: PreferenceOrder): Promise<GatewayPage>
  /** Charges a card. Repeating it with the same reference returns the first payment. Never called without `tokens`. */
  createPayment(payment: Order & { token: string }): Promise<GatewayPayment>
  /** Undefined: the gateway knows no such payment of this seller. */
  findPayment(input: OfSeller & { paymentId: string }): Promise<GatewayPayment | undefined>
  /** The payments for a reference, the newest first. A payment of the last days may still be missing. */
  listPayments(input: OfSeller & { reference: string }): Promise<GatewayPayment[]>
  /**
   * Repeating it with the same key returns the first refund. @returns its id
   * @throws RefundRefusedError when repeating it is of no use
   */
  refund(input: RefundOrder): Promise<string>
  /** Never throws, whatever the request holds. */
  readNotification(request: NotificationRequest): GatewayNotification
}

type Receiving = { gateway: PaymentGateway | undefined; hasPaymentAccount: boolean }

/** Whether a centre's patients can pay online: where centres connect accounts, it needs a connected one. */
export function takesPayments({ gateway, hasPaymentAccount }: Receiving): boolean {
  return gateway !== undefined && (gateway.accounts === null || hasPaymentAccount)
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
  const { accounts } = gateway
  return {
    ...gateway,
    accounts: accounts && {
      ...accounts,
      exchangeCode: limited((input) => accounts.exchangeCode(input)),
      refresh: limited((input) => accounts.refresh(input)),
      describe: limited((input) => accounts.describe(input)),
    },
    createPreference: limited((input) => gateway.createPreference(input)),
    createPayment: limited((input) => gateway.createPayment(input)),
    findPayment: limited((input) => gateway.findPayment(input)),
    listPayments: limited((input) => gateway.listPayments(input)),
    refund: limited((input) => gateway.refund(input)),
  }
}

/** The account on which a centre receives its payments, and what the gateway accepts in its name. */
export type Seller = { accountId: string; accessToken: string }
/** Null: the gateway knows no accounts. */
export type OfSeller = { seller: Seller | null }

/** `reference`: Senda's id of the checkout. `title`: shown by the gateway, without health data. */
export type Order = OfSeller & { reference: string; title: string; amountCents: number }

/** `feeCents`: what the gateway takes from the payment for Senda. */
export type PreferenceOrder = Order & {
  method: Exclude<CheckoutMethod, 'card'>
  returnUrl: string
  feeCents: number
  createdAt: Date
  expiresAt: Date
}

/** `isWhole`: the payment's whole amount, of which nothing was given back before. */
export type RefundOrder = OfSeller & {
  paymentId: string
  amountCents: number
  isWhole: boolean
  idempotencyKey: string
}

/** `id`: the gateway's own. */
export type GatewayPage = { url: string; id: string }

export type GatewayPayment = {
  id: string
  reference: string
  /** A payment that was approved stays so, whatever was given back or is disputed since. */
  status: 'pending' | 'approved' | 'declined'
  declineReason: DeclineReason | null
  amountCents: number
  /** What the gateway gave back of it, at Senda's request or otherwise. */
  refundedCents: number
  /** What the gateway took of it for an application, as it says itself: Senda may have asked for more. */
  feeCents: number
  /** The page on which it was paid, where a fee was taken: another application of the owner may have opened it. */
  pageId: string | null
  dispute: Dispute | null
  card: { brand: string; lastFour: string } | null
}

export const declineReasons = ['declined', 'insufficient_funds', 'expired_card', 'cancelled'] as const
export type DeclineReason = (typeof declineReasons)[number]

export type { Dispute, RefundRefusal }

/** The gateway does not accept the seller's access: it expired, or the seller withdrew it. */
export class SellerRefusedError extends Error {
  override name = 'SellerRefusedError'
}

export class RefundRefusedError extends Error {
  override name = 'RefundRefusedError'
  readonly refusal: RefundRefusal

  constructor(refusal: RefundRefusal) {
    super(`the gateway refused a refund: ${refusal}`)
    this.refusal = refusal
  }
}

/** The gateway has a payment that is not a whole number of cents of UYU, so that no checkout can have asked for it. */
export class UnreadablePaymentError extends Error {
  override name = 'UnreadablePaymentError'
}
