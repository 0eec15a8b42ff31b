import type { NoticeKind } from './notices.ts'
import type { Payment, Preference, State } from './state.ts'

/** What differs between countries and days; a test changes it. */
export type Habits = {
  partialRefunds: boolean
  /** Milliseconds for which a search doesn't find a new payment. */
  searchLagMs: number
  /** The notices of each change, in this order. */
  notices: readonly NoticeKind[]
  /** Whether notices leave at once; otherwise a test delivers them. */
  sendsNotices: boolean
}

export type PaymentChange = Partial<Pick<Payment, 'status' | 'detail'>>

/** What the double's interface and pages share. */
export type DoubleContext = {
  state: State
  habits: Habits
  clientId: string
  clientSecret: string
  clock(): number
  origin(): string
  change(payment: Payment, change: PaymentChange): void
  pay(preference: Preference, outcome: Outcome): Payment
  deauthorize(sellerId: string): void
}

/** What becomes of a payment, by the name of the card's holder as in Mercado Pago's tests. `TICKET`: cash at a counter. */
export const outcomes = {
  APRO: { status: 'approved', detail: 'accredited', text: 'Pago aprobado' },
  CONT: { status: 'in_process', detail: 'pending_contingency', text: 'Pago pendiente' },
  FUND: { status: 'rejected', detail: 'cc_rejected_insufficient_amount', text: 'Saldo insuficiente' },
  EXPI: { status: 'rejected', detail: 'cc_rejected_bad_filled_date', text: 'Problema con el vencimiento' },
  SECU: { status: 'rejected', detail: 'cc_rejected_bad_filled_security_code', text: 'Código de seguridad incorrecto' },
  CALL: { status: 'rejected', detail: 'cc_rejected_call_for_authorize', text: 'Hay que llamar al banco' },
  FORM: { status: 'rejected', detail: 'cc_rejected_bad_filled_other', text: 'Error en el formulario' },
  OTHE: { status: 'rejected', detail: 'cc_rejected_other_reason', text: 'Rechazo general' },
} as const
export type Outcome = keyof typeof outcomes
