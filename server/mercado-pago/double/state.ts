import { randomBytes, randomUUID } from 'node:crypto'

/** What the double keeps, in memory only. Amounts are pesos, as in Mercado Pago's interface. */
export type State = {
  sellers: Seller[]
  codes: Map<string, { sellerId: string; challenge: string; redirectUri: string; expiresAt: number }>
  access: Map<string, { sellerId: string; expiresAt: number }>
  /** Each works once. */
  refresh: Map<string, { sellerId: string }>
  preferences: Map<string, Preference>
  payments: Map<string, Payment>
  /** The first answer to each idempotency key of each seller. */
  answers: Map<string, { status: number; body: object }>
  nextId: number
}

export type Seller = { id: string; nickname: string; email: string; balance: number }

export type Preference = {
  id: string
  sellerId: string
  title: string
  amount: number
  fee: number
  reference: string
  notificationUrl: string
  backUrls: { success: string; pending: string; failure: string }
  autoReturn: boolean
  from: number
  until: number
}

export type Payment = {
  id: string
  preferenceId: string
  sellerId: string
  reference: string
  status: string
  detail: string
  currency: string
  amount: number
  refunded: number
  fee: number
  createdAt: number
  updatedAt: number
  approvedAt: number | null
  method: string
  type: string
  lastFour: string | null
  notificationUrl: string
  /** Until then, a search doesn't find it. */
  hiddenUntil: number
  refunds: { id: string; amount: number; at: number }[]
}

export function createState(): State {
  return {
    sellers: [
      { id: '44444', nickname: 'CENTRO_DE_PRUEBA', email: 'centro@mp.example', balance: 1_000_000 },
      { id: '55555', nickname: 'CONSULTORIO_DE_PRUEBA', email: 'consultorio@mp.example', balance: 1_000_000 },
      { id: '66666', nickname: 'OTRO_CENTRO', email: 'otro@mp.example', balance: 1_000_000 },
    ],
    codes: new Map(),
    access: new Map(),
    refresh: new Map(),
    preferences: new Map(),
    payments: new Map(),
    answers: new Map(),
    nextId: 1_300_000_001,
  }
}

export function nextId(state: State): string {
  state.nextId += 1
  return String(state.nextId)
}

const accessLifeSeconds = 15_552_000

/** A new pair for the seller. The earlier refresh token was deleted by the caller. */
export function issueTokens(state: State, { sellerId, now }: { sellerId: string; now: number }) {
  const accessToken = `APP_USR-${randomBytes(12).toString('hex')}-${sellerId}`
  const refreshToken = `TG-${randomBytes(12).toString('hex')}-${sellerId}`
  state.access.set(accessToken, { sellerId, expiresAt: now + accessLifeSeconds * 1000 })
  state.refresh.set(refreshToken, { sellerId })
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessLifeSeconds,
    scope: 'offline_access read write',
    user_id: Number(sellerId),
    refresh_token: refreshToken,
    public_key: `APP_USR-${randomUUID()}`,
    live_mode: true,
  }
}

/** The seller withdraws the consent: nothing that was issued works any more. */
export function revokeSeller(state: State, { sellerId }: { sellerId: string }): void {
  for (const tokens of [state.access, state.refresh]) {
    for (const [token, owner] of tokens) if (owner.sellerId === sellerId) tokens.delete(token)
  }
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** A payment as GET /v1/payments/{id} shows it. */
export function presentPayment(payment: Payment): object {
  const ownFee = Math.round(payment.amount * 6) / 100
  return {
    id: Number(payment.id),
    status: payment.status,
    status_detail: payment.detail,
    external_reference: payment.reference,
    currency_id: payment.currency,
    transaction_amount: payment.amount,
    transaction_amount_refunded: payment.refunded,
    date_created: iso(payment.createdAt),
    date_approved: iso(payment.approvedAt),
    date_last_updated: iso(payment.updatedAt),
    money_release_date: iso(payment.approvedAt),
    payment_method_id: payment.method,
    payment_type_id: payment.type,
    installments: 1,
    live_mode: true,
    order: { id: payment.id, type: 'mercadopago' },
    collector_id: Number(payment.sellerId),
    card: payment.lastFour === null ? {} : { first_six_digits: '503175', last_four_digits: payment.lastFour },
    transaction_details: {
      total_paid_amount: payment.amount,
      net_received_amount: Math.round((payment.amount - ownFee - payment.fee) * 100) / 100,
    },
    fee_details: [
      { type: 'mercadopago_fee', amount: ownFee, fee_payer: 'collector' },
      ...(payment.fee > 0 ? [{ type: 'application_fee', amount: payment.fee, fee_payer: 'collector' }] : []),
    ],
    refunds: payment.refunds.map(presentRefund(payment)),
    notification_url: payment.notificationUrl,
  }
}

export const presentRefund = (payment: Payment) => (refund: Payment['refunds'][number]) => ({
  id: Number(refund.id),
  payment_id: Number(payment.id),
  amount: refund.amount,
  status: 'approved',
  date_created: iso(refund.at),
  refund_mode: 'standard',
  adjustment_amount: 0,
})
