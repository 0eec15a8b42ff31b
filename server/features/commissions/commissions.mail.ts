import { brand } from '#contract/brand.ts'
import { pesos } from '#contract/money.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

const percent = new Intl.NumberFormat('es-UY', { maximumFractionDigits: 1 })

const longDay = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', dateStyle: 'long' })

const dayInWords = (day: string) => longDay.format(new Date(`${day}T00:00:00Z`))

const monthInWords = (month: string) => longMonth.format(new Date(`${month}T00:00:00Z`))

const longMonth = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', month: 'long', year: 'numeric' })

type Settlement = { reference: string; count: number; commissionCents: number }

/** Of a calendar month: what is passed on of online payments, less the commissions. */
type SettledMonth = Settlement & { month?: string | undefined; onlineCents?: number }

/** What happened, in the mail and in the list of notifications: a subject and a text. */
export function settledText({ reference, count, commissionCents, month, onlineCents = 0 }: SettledMonth) {
  if (month !== undefined) return settledMonthText({ reference, commissionCents, month, onlineCents })
  const commissions = count === 1 ? '1 comisión' : `${count} comisiones`
  const total = pesos(Math.abs(commissionCents))
  // The centre's credits exceed its commissions.
  return commissionCents < 0
    ? {
        subject: `Te pagamos tus créditos: ${reference}`,
        text: `Liquidamos ${commissions}: los descuentos que paga ${brand.name} son más, y te pagamos ${total}.`,
      }
    : {
        subject: `Recibimos el pago de tus comisiones: ${reference}`,
        text: `Registramos el pago de ${commissions}, por un total de ${total}.`,
      }
}

function settledMonthText(input: { reference: string; commissionCents: number; month: string; onlineCents: number }) {
  const { reference, commissionCents, onlineCents } = input
  const month = monthInWords(input.month)
  const transferCents = onlineCents - commissionCents
  const parts = [
    onlineCents < 0
      ? `devoluciones de pagos en línea que ya te habíamos pasado, ${pesos(-onlineCents)}`
      : `pagos en línea, ${pesos(onlineCents)}`,
    commissionCents < 0
      ? `descuentos que paga ${brand.name}, ${pesos(-commissionCents)}`
      : `comisiones, ${pesos(commissionCents)}`,
  ].join('; ')
  return transferCents >= 0
    ? {
        subject: `Te transferimos ${month}: ${reference}`,
        text: `Liquidamos ${month}: ${parts}. Te transferimos ${pesos(transferCents)}.`,
      }
    : {
        subject: `Recibimos tu pago de ${month}: ${reference}`,
        text: `Liquidamos ${month}: ${parts}. Registramos tu pago de ${pesos(-transferCents)}.`,
      }
}

export function settledMail(settlement: SettledMonth): MailContent {
  const { subject, text } = settledText(settlement)
  return mailLayout({
    subject,
    paragraphs: [
      text,
      `Referencia: ${settlement.reference}`,
      'En tu dashboard, en Dinero, ves cada una.',
      `Si algo no coincide, escríbenos a ${brand.email}.`,
    ],
  })
}

export function unsettledText({ reference, count }: Pick<Settlement, 'reference' | 'count'>) {
  return {
    subject: `Deshicimos la liquidación ${reference}`,
    text: count === 1 ? 'Su comisión vuelve a estar pendiente.' : `Sus ${count} comisiones vuelven a estar pendientes.`,
  }
}

export function unsettledMail({ reason, ...settlement }: Settlement & { reason: string }): MailContent {
  const { subject, text } = unsettledText(settlement)
  return mailLayout({
    subject,
    paragraphs: [
      text,
      `Motivo: ${reason}`,
      `Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`,
    ],
  })
}

type Rate = { ratePercent: number; appliesFrom: string; reason: string }

export function rateText({ ratePercent, appliesFrom, before }: Omit<Rate, 'reason'> & { before: number }) {
  return {
    subject: `Tu comisión cambia al ${percent.format(ratePercent)} %`,
    text: `Desde el ${dayInWords(appliesFrom)}, la comisión de tu centro es del ${percent.format(ratePercent)} %. Antes era del ${percent.format(before)} %.`,
  }
}

export function rateMail({ reason, ...rate }: Rate & { before: number }): MailContent {
  const { subject, text } = rateText(rate)
  return mailLayout({
    subject,
    paragraphs: [
      text,
      'Se aplica a las consultas que se completan desde ese día. Las comisiones anteriores no cambian.',
      `Motivo: ${reason}`,
      'En tu dashboard, en Dinero, ves el porcentaje vigente y su historial.',
      `Si algo no coincide, escríbenos a ${brand.email}.`,
    ],
  })
}

type UndoneRate = Omit<Rate, 'reason'> & { current: number; today: string }

export function undoneRateText({ ratePercent, appliesFrom, current, today }: UndoneRate) {
  return {
    subject: 'Deshicimos un cambio de tu comisión',
    text: `Ya no rige la comisión del ${percent.format(ratePercent)} % desde el ${dayInWords(appliesFrom)}. Tu comisión al ${dayInWords(today)} es del ${percent.format(current)} %.`,
  }
}

export function undoneRateMail({ reason, ...rate }: UndoneRate & { reason: string }): MailContent {
  const { subject, text } = undoneRateText(rate)
  return mailLayout({
    subject,
    paragraphs: [
      text,
      'Las comisiones que ya se calcularon no cambian.',
      `Motivo: ${reason}`,
      `Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`,
    ],
  })
}
