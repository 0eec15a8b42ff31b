import { pesos } from '#contract/money.ts'
import { type MailContent, mailLayout, writingToCenter } from '#server/platform/mail-layout.ts'
import { dayText } from '#server/platform/moment-text.ts'
import { lastDayOf } from '../packages.rules.ts'

type Sold = {
  centerId: string
  centerName: string
  sessions: number
  priceCents: number
  paidCents: number
  validUntil: Date
}

/** Names no service, because other people may see the screen. */
export function saleText({ centerName, sessions, priceCents, paidCents, validUntil }: Sold) {
  const dueCents = priceCents - paidCents
  const due = dueCents > 0 ? ` Faltan pagar ${pesos(dueCents)}.` : ''
  return {
    subject: 'Tu bono está listo',
    text: `${centerName} anotó tu bono de ${sessions} sesiones: pagaste ${pesos(paidCents)} de ${pesos(priceCents)}.${due} Vale hasta el ${dayText(lastDayOf({ validUntil }))}.`,
  }
}

type Refund = { centerName: string; refundCents: number; isOnline: boolean }

/** `isOnline`: the gateway gives it back, as it was paid. */
export function refundText({ centerName, refundCents, isOnline }: Refund) {
  const text = isOnline
    ? `${centerName} te devuelve ${pesos(refundCents)} de tu bono, que así terminó. Vuelven por el mismo medio con el que pagaste.`
    : `${centerName} anotó que te devolvió ${pesos(refundCents)} de tu bono, que así terminó.`
  return { subject: 'Se devolvió tu bono', text }
}

type Written = { subject: string; text: string; centerId: string; publicUrl: string }

/** `more`: what follows from it. */
export function deskMail({ subject, text, more, centerId, publicUrl }: Written & { more: string[] }): MailContent {
  return mailLayout({
    subject,
    paragraphs: [text, ...more],
    action: { label: 'Ver mis bonos', url: `${publicUrl}/dashboard?tab=history` },
    writing: writingToCenter({ centerId, publicUrl }),
  })
}
