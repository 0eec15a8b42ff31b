import type { PriceLine } from '#contract/checkouts.ts'
import { pesos } from '#contract/money.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import { dateAndTime } from '#server/platform/moment-text.ts'

type Receipt = {
  checkout: {
    id: string
    lines: readonly PriceLine[]
    totalCents: number
    centerName: string
    professionalName: string
    appointmentId: string | null
    receiptNumber: number | null
    approvedAt: Date | null
    cardBrand: string | null
    cardLastFour: string | null
  }
  /** False when the appointment could no longer be paid and the payment is refunded in full. */
  isPaid: boolean
  publicUrl: string
}

/** The lines of a payment. The subject names no service, because a locked screen shows it. */
export function receiptMail({ checkout, isPaid, publicUrl }: Receipt): MailContent {
  const { lines, totalCents, centerName, professionalName, receiptNumber, approvedAt } = checkout
  return mailLayout({
    subject: isPaid ? `Recibo de tu pago nº ${receiptNumber}` : 'Te devolvemos tu pago',
    paragraphs: [
      isPaid
        ? `Recibimos tu pago de ${pesos(totalCents)} a ${centerName}.`
        : `Tu pago de ${pesos(totalCents)} llegó cuando la cita ya no se podía pagar. Te lo devolvemos entero por el mismo medio.`,
      ...lines.map(({ label, amountCents }) => `${label}: ${pesos(amountCents)}`),
      `Total: ${pesos(totalCents)}${paidWith(checkout)}`,
      `Con ${professionalName}. ${approvedAt ? `Pagado el ${dateAndTime(approvedAt)}.` : ''}`,
      ...(checkout.appointmentId === null && isPaid
        ? [
            'Se descuenta de la próxima cita que reserves con este profesional. Mientras no la reserves, puedes pedir que te lo devolvamos.',
          ]
        : []),
    ],
    action: { label: 'Ver el recibo', url: `${publicUrl}/receipts/${checkout.id}` },
  })
}

function paidWith({ cardBrand, cardLastFour }: Receipt['checkout']): string {
  return cardBrand === null ? '' : `, con ${cardBrand} terminada en ${cardLastFour}`
}
