import { hasOneName } from '#contract/center-words.ts'
import type { PriceLine } from '#contract/checkouts.ts'
import { pesos } from '#contract/money.ts'
import type { PaymentOutcome } from '#server/features/appointments/usecases/pay-online.ts'
import type { PackageTerms, PurchaseOutcome } from '#server/features/packages/usecases/sell-online.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import { dateAndTime } from '#server/platform/moment-text.ts'

export type CheckoutOutcome = PaymentOutcome | PurchaseOutcome

type Receipt = {
  checkout: {
    id: string
    lines: readonly PriceLine[]
    totalCents: number
    isDeposit: boolean
    centerName: string
    worksAlone: boolean
    professionalName: string
    appointmentId: string | null
    packageTerms: PackageTerms | null
    receiptNumber: number | null
    approvedAt: Date | null
    cardBrand: string | null
    cardLastFour: string | null
  }
  /** Anything but `paid` is refunded in full. */
  outcome: CheckoutOutcome
  publicUrl: string
}

const reasons = {
  not_payable: 'cuando la cita ya no se podía pagar',
  lapsed:
    'cuando la hora ya se había liberado, así que no quedó reservada. Si todavía la quieres, elige una hora de nuevo',
  deposit_paid: 'cuando la seña de esa cita ya estaba pagada',
  changed: 'cuando la cita ya tenía otra hora, otro profesional u otro lugar. Mírala en tus citas antes de pagarla',
  not_sold: 'cuando ese bono ya no se vendía',
  already_bought:
    'cuando ya habías comprado ese bono con otro pago. Si quieres dos, compra el segundo en la página del centro',
} as const
const closedReason = 'cuando ese centro ya no recibía pagos'

/** In the mail and in the list of notifications. It names no service, because a locked screen shows it. */
export function receiptText({ checkout, outcome }: Omit<Receipt, 'publicUrl'>) {
  const { totalCents, centerName, receiptNumber, appointmentId, packageTerms, isDeposit } = checkout
  if (outcome === 'paid') {
    return {
      subject: `Recibo de tu pago nº ${receiptNumber}`,
      text: isDeposit
        ? `Recibimos la seña de ${pesos(totalCents)} de tu cita en ${centerName}.`
        : packageTerms
          ? `Recibimos tu pago de ${pesos(totalCents)}: ya tienes tu bono de ${packageTerms.sessions} sesiones en ${centerName}.`
          : `Recibimos tu pago de ${pesos(totalCents)} a ${centerName}.`,
    }
  }
  const isClosed = appointmentId === null && outcome === 'not_payable'
  const reason = isClosed ? closedReason : reasons[outcome]
  return {
    subject: 'Te devolvemos tu pago',
    text: `Tu pago de ${pesos(totalCents)} llegó ${reason}. Te lo devolvemos entero por el mismo medio.`,
  }
}

/** The lines of a payment. */
export function receiptMail({ checkout, outcome, publicUrl }: Receipt): MailContent {
  const isPaid = outcome === 'paid'
  const { lines, totalCents } = checkout
  const { subject, text } = receiptText({ checkout, outcome })
  return mailLayout({
    subject,
    paragraphs: [
      text,
      ...lines.map(({ label, amountCents }) => `${label}: ${pesos(amountCents)}`),
      `${checkout.isDeposit ? 'Seña' : 'Total'}: ${pesos(totalCents)}${paidWith(checkout)}`,
      ...factsOf(checkout),
      ...(isPaid ? followingOf(checkout) : []),
    ],
    action: { label: 'Ver el recibo', url: `${publicUrl}/receipts/${checkout.id}` },
  })
}

/** What the patient can do with what has no appointment. */
function followingOf({ appointmentId, packageTerms }: Receipt['checkout']): string[] {
  if (packageTerms) {
    const { validityDays } = packageTerms
    return [
      `Vale ${validityDays} días. Al reservar, elige pagar con el bono.`,
      'Si lo devuelves antes de que venza, el centro te da lo que pagaste menos las sesiones que usaste.',
    ]
  }
  if (appointmentId !== null) return []
  return [
    'Se descuenta de la próxima cita que reserves con este profesional, si cuesta eso o más. Mientras no se descuente, puedes pedir que te lo devolvamos.',
  ]
}

type Surplus = { checkout: { centerName: string }; amountCents: number; publicUrl: string }

/** About a second payment of a checkout, or one of another amount. */
export function surplusText({ checkout, amountCents }: Omit<Surplus, 'publicUrl'>) {
  return {
    subject: 'Te devolvemos un pago',
    text: `Recibimos un pago de ${pesos(amountCents)} a ${checkout.centerName} que no hacía falta: el mismo cobro ya tenía otro pago, o su importe era otro. Te lo devolvemos entero por el mismo medio.`,
  }
}

export function surplusMail({ checkout, amountCents, publicUrl }: Surplus): MailContent {
  const { subject, text } = surplusText({ checkout, amountCents })
  return mailLayout({
    subject,
    paragraphs: [text],
    action: { label: 'Ver tus citas', url: `${publicUrl}/dashboard` },
  })
}

/** The first paragraph has named who works alone. */
function factsOf(checkout: Receipt['checkout']): string[] {
  const { professionalName, approvedAt } = checkout
  const facts = [
    ...(hasOneName(checkout) ? [] : [`Con ${professionalName}.`]),
    ...(approvedAt ? [`Pagado el ${dateAndTime(approvedAt)}.`] : []),
  ]
  return facts.length > 0 ? [facts.join(' ')] : []
}

function paidWith({ cardBrand, cardLastFour }: Receipt['checkout']): string {
  return cardBrand === null ? '' : `, con ${cardBrand} terminada en ${cardLastFour}`
}
