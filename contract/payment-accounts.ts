import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { ownerErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { cents, id, instant } from './values.ts'

export const paymentAccountErrors = {
  'payment_accounts.off': { status: 409, message: 'Por ahora no se conectan cuentas para cobrar en línea.' },
  'payment_accounts.unknown_request': {
    status: 409,
    message: 'La conexión venció o ya se usó. Empieza otra vez con «Conectar».',
  },
  'payment_accounts.refused': {
    status: 502,
    message: 'No se pudo conectar la cuenta. Empieza otra vez con «Conectar».',
  },
  'payment_accounts.taken': {
    status: 409,
    message: 'Esa cuenta ya cobra para otro centro. Desconéctala allá o usa otra.',
  },
  'payment_accounts.test_account': {
    status: 409,
    message: 'Esa es una cuenta de prueba y no recibe dinero. Conecta la cuenta con la que cobras.',
  },
} as const satisfies ErrorMap

/**
 * The buyer asked the gateway for the money (`in_mediation`) or the card's bank (`charged_back`); the bank decided for the
 * buyer (`lost`) or for the centre (`won`).
 */
export const disputes = ['in_mediation', 'charged_back', 'lost', 'won'] as const
export type Dispute = (typeof disputes)[number]

/** What becomes of an approved payment at the gateway is asked for this long, also after its account was disconnected. */
export const followedDays = 90
/** Staff see a payment that the gateway has not shown for this long. */
export const unreadDays = 3

/** `partial`: the gateway gives back only whole payments. `balance`: the account has too little. `late`: the payment is too old. */
export const refundRefusals = ['partial', 'balance', 'late', 'refused', 'disconnected'] as const
export type RefundRefusal = (typeof refundRefusals)[number]

/** How a centre receives its online payments. */
export const paymentAccount = z.object({
  /** The gateway as the owner knows it; null when centres connect no account. */
  gatewayLabel: z.string().nullable(),
  /** The connected account, also when its connection was lost. */
  account: z
    .object({
      label: z.string(),
      connectedAt: instant,
      /** When the gateway refused the connection; until the owner connects again, no patient pays online. */
      lostAt: instant.nullable(),
    })
    .nullable(),
  /** The payments that the connected account received for appointments to come and packages that have not ended, whose refund it would pay. */
  openPayments: z.number().int(),
  /** The last 20 payments that their payers disputed, the latest first. */
  disputed: z.array(
    z.object({ receiptNumber: z.number().int(), amountCents: cents, dispute: z.enum(disputes), since: instant }),
  ),
  /** The last 20 refunds that the gateway refused, about which the owner has to decide (payments.resolveRefusal), the latest first. */
  refused: z.array(
    z.object({
      refundId: id,
      receiptNumber: z.number().int(),
      amountCents: cents,
      refusal: z.enum(refundRefusals),
      at: instant,
    }),
  ),
})
export type PaymentAccount = z.output<typeof paymentAccount>

const tags = ['Dinero']
const ofCenter = z.object({ centerId: id })
const text = z.string().min(1).max(500)

/** Only the owner may call these routes. */
export const paymentAccounts = {
  get: route({
    method: 'GET',
    path: '/centers/{centerId}/payment-account',
    access: 'signedIn',
    summary: 'La cuenta en la que el centro recibe los pagos en línea',
    tags,
  })
    .input(ofCenter)
    .output(paymentAccount)
    .errors(ownerErrors),
  connect: route({
    method: 'POST',
    path: '/centers/{centerId}/payment-account/authorizations',
    access: 'signedIn',
    changes: [],
    summary: 'Empieza a conectar una cuenta',
    description: 'Responde la página en la que el dueño de la cuenta da su permiso.',
    tags,
  })
    .input(ofCenter)
    .output(z.object({ url: z.string() }))
    .errors({ ...ownerErrors, ...pickErrors(paymentAccountErrors, 'payment_accounts.off') }),
  complete: route({
    method: 'POST',
    path: '/payment-account-authorizations',
    access: 'signedIn',
    changes: ['paymentAccounts', 'centers.get'],
    summary: 'Termina de conectar la cuenta, con lo que trajo el navegador',
    tags,
  })
    .input(z.object({ state: text, code: text }))
    .output(paymentAccount)
    .errors({
      ...ownerErrors,
      ...pickErrors(
        paymentAccountErrors,
        'payment_accounts.off',
        'payment_accounts.unknown_request',
        'payment_accounts.refused',
        'payment_accounts.taken',
        'payment_accounts.test_account',
      ),
    }),
  disconnect: route({
    method: 'DELETE',
    path: '/centers/{centerId}/payment-account',
    access: 'signedIn',
    changes: ['centers.get'],
    returns: 'paymentAccounts.get',
    summary: 'Deja de recibir pagos en línea',
    description: 'Los pagos ya hechos se siguen leyendo y devolviendo con esa cuenta.',
    tags,
  })
    .input(ofCenter)
    .output(paymentAccount)
    .errors(ownerErrors),
}
