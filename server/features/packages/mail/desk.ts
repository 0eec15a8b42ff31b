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
  stoppedAt: Date | null
  now: Date
}

/** Names no service, because other people may see the screen. */
export function saleText({ centerName, sessions, priceCents, paidCents, ...validity }: Sold) {
  const dueCents = priceCents - paidCents
  const due = dueCents > 0 ? ` Faltan pagar ${pesos(dueCents)}.` : ''
  return {
    subject: 'Tu bono está listo',
    text: `${centerName} anotó tu bono de ${sessions} sesiones: pagaste ${pesos(paidCents)} de ${pesos(priceCents)}.${due} Vale hasta el ${dayText(lastDayOf(validity))}.`,
  }
}

/** `buyer`: they asked for it while they could not book. `gateway`: the desk asked the gateway to give it back. `staff`: they closed the centre, and the gateway gives it back. */
export type RefundedBy = 'desk' | 'gateway' | 'staff' | 'buyer'

type Refund = { centerName: string; refundCents: number; by: RefundedBy }

export function refundText({ centerName, refundCents, by }: Refund) {
  const ended = `${pesos(refundCents)} de tu bono, que así terminó.`
  const asPaid = 'Vuelven por el mismo medio con el que pagaste.'
  const text = {
    desk: `${centerName} anotó que te devolvió ${ended}`,
    gateway: `${centerName} te devuelve ${ended} ${asPaid}`,
    buyer: `Como pediste, te devolvemos ${ended} Lo habías comprado en ${centerName}. ${asPaid}`,
    staff: `Nuestro equipo cerró un centro en el que tenías un bono. Te devolvemos ${ended} ${asPaid}`,
  }[by]
  return { subject: 'Se devolvió tu bono', text }
}

type GivenBack = { centerName: string; refundCents: number; hasEnded: boolean; reserved: number }

/** `reserved`: the open appointments that the package pays for. */
export function givenBackText({ centerName, refundCents, hasEnded, reserved }: GivenBack) {
  const given = `${centerName} te devolvió ${pesos(refundCents)} de tu bono por el mismo medio con el que pagaste.`
  const visits = reserved === 1 ? 'La cita que reservaste con él sigue' : 'Las citas que reservaste con él siguen'
  const end = `Así el bono terminó.${reserved > 0 ? ` ${visits} en pie mientras no se cancele.` : ''}`
  const text = `${given} ${hasEnded ? end : 'Las sesiones que te quedan siguen valiendo.'}`
  return { subject: hasEnded ? 'Se devolvió tu bono' : 'Se devolvió una parte de tu bono', text }
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
