import { brand } from '#contract/brand.ts'
import { pesos } from '#contract/money.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

type GivenBack = { centerName: string; amountCents: number; checkoutId: string }

/** What happened, in the mail and in the list of notifications: a subject and a text. */
export function givenBackText({ centerName, amountCents }: GivenBack) {
  const money = pesos(amountCents)
  return {
    subject: `${centerName} anotó que te devolvió ${money}`,
    text: `${centerName} anotó que te devolvió ${money} por otro medio, como efectivo o transferencia, porque no se pudo devolver al medio con el que pagaste.`,
  }
}

export function givenBackMail({ publicUrl, ...given }: GivenBack & { publicUrl: string }): MailContent {
  const { subject, text } = givenBackText(given)
  return mailLayout({
    subject,
    paragraphs: [text, `Si ese dinero no te llegó, escríbele al centro, o a ${brand.name} desde «Ayuda».`],
    action: { label: 'Ver el comprobante', url: `${publicUrl}/receipts/${given.checkoutId}` },
  })
}
