import { brand } from '#contract/brand.ts'
import { pesos } from '#contract/money.ts'
import type { Dispute } from '#contract/payment-accounts.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import type { CheckoutRow } from '../repository/checkouts.ts'

type Disputed = { checkout: Pick<CheckoutRow, 'totalCents' | 'receiptNumber' | 'packageTerms'>; dispute: Dispute }

const subjects: Record<Dispute, string> = {
  in_mediation: 'Un pago en línea está en reclamo',
  charged_back: 'Un pago en línea tiene un contracargo',
  lost: 'Un contracargo se decidió a favor de quien pagó',
  won: 'Un contracargo se decidió a tu favor',
}

const texts: Record<Dispute, string> = {
  in_mediation: 'Quien pagó hizo un reclamo en el medio de pago, que puede retener el dinero hasta que se resuelva.',
  charged_back: 'Quien pagó desconoció el pago ante el banco de su tarjeta, que puede retener el dinero hasta decidir.',
  lost: 'El dinero volvió a quien pagó.',
  won: 'El dinero queda en tu cuenta.',
}

/** What happened, in the mail and in the list of notifications: a subject and a text. */
export function disputeText({ checkout: { totalCents, receiptNumber, packageTerms }, dispute }: Disputed) {
  const ofPackage =
    dispute === 'won'
      ? ' Con el bono que se compró con él se puede reservar otra vez.'
      : ' Con el bono que se compró con él no se puede reservar.'
  const payment = `Es el pago de ${pesos(totalCents)} del comprobante ${receiptNumber ?? ''}.`
  return { subject: subjects[dispute], text: `${payment} ${texts[dispute]}${packageTerms ? ofPackage : ''}` }
}

export function disputeMail({ url, ...disputed }: Disputed & { url: string }): MailContent {
  const { subject, text } = disputeText(disputed)
  const isOpen = disputed.dispute === 'in_mediation' || disputed.dispute === 'charged_back'
  return mailLayout({
    subject,
    paragraphs: [
      text,
      ...(isOpen ? [`Puedes responder en tu cuenta del medio de pago. ${brand.name} no decide sobre él.`] : []),
    ],
    action: { label: 'Ver mis pagos', url },
  })
}
