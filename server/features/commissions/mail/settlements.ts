import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

const money = new Intl.NumberFormat('es-UY', { style: 'currency', currency: 'UYU' })

type Settlement = { reference: string; count: number; commissionCents: number }

export function settledMail({ reference, count, commissionCents }: Settlement): MailContent {
  const commissions = count === 1 ? '1 comisión' : `${count} comisiones`
  const total = money.format(Math.abs(commissionCents) / 100)
  // The centre's credits exceed its commissions.
  const isCredit = commissionCents < 0
  return mailLayout({
    subject: isCredit ? `Te pagamos tus créditos: ${reference}` : `Recibimos el pago de tus comisiones: ${reference}`,
    paragraphs: [
      isCredit
        ? `Liquidamos ${commissions}: los descuentos que paga Senda son más, y te pagamos ${total}.`
        : `Registramos el pago de ${commissions}, por un total de ${total}.`,
      `Referencia: ${reference}`,
      'En tu panel, en Dinero, ves cada una.',
      `Si algo no coincide, escríbenos a ${brand.email}.`,
    ],
  })
}

export function unsettledMail({ reference, count, reason }: Settlement & { reason: string }): MailContent {
  return mailLayout({
    subject: `Deshicimos la liquidación ${reference}`,
    paragraphs: [
      count === 1 ? 'Su comisión vuelve a estar pendiente.' : `Sus ${count} comisiones vuelven a estar pendientes.`,
      `Motivo: ${reason}`,
      `Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`,
    ],
  })
}
