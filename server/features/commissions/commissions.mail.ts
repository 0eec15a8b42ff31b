import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

const percent = new Intl.NumberFormat('es-UY', { maximumFractionDigits: 1 })

const longDay = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', dateStyle: 'long' })

const dayInWords = (day: string) => longDay.format(new Date(`${day}T00:00:00Z`))

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

type Rate = { ratePercent: number; appliesFrom: string; reason: string }

export function rateMail({ ratePercent, appliesFrom, before, reason }: Rate & { before: number }): MailContent {
  return mailLayout({
    subject: `Tu comisión cambia al ${percent.format(ratePercent)} %`,
    paragraphs: [
      `Desde el ${dayInWords(appliesFrom)}, la comisión de tu centro es del ${percent.format(ratePercent)} %. Antes era del ${percent.format(before)} %.`,
      'Se aplica a las consultas que se completan desde ese día. Las comisiones anteriores no cambian.',
      `Motivo: ${reason}`,
      'En tu panel, en Dinero, ves el porcentaje vigente y su historial.',
      `Si algo no coincide, escríbenos a ${brand.email}.`,
    ],
  })
}

export function undoneRateMail({
  ratePercent,
  appliesFrom,
  current,
  today,
  reason,
}: Rate & { current: number; today: string }): MailContent {
  return mailLayout({
    subject: 'Deshicimos un cambio de tu comisión',
    paragraphs: [
      `Ya no rige la comisión del ${percent.format(ratePercent)} % desde el ${dayInWords(appliesFrom)}. Tu comisión al ${dayInWords(today)} es del ${percent.format(current)} %.`,
      'Las comisiones que ya se calcularon no cambian.',
      `Motivo: ${reason}`,
      `Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`,
    ],
  })
}
