import { brand } from '#contract/brand.ts'
import { pesos } from '#contract/money.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

type Refused = { centerName: string; amountCents: number }

/** For the payer. */
export function refusedText({ centerName, amountCents }: Refused) {
  const money = pesos(amountCents)
  return {
    subject: `No pudimos devolverte ${money} por el mismo medio`,
    text: `El medio de pago no hizo la devolución de ${money}. ${centerName} tiene que devolvértelos por otro medio, como efectivo o transferencia.`,
  }
}

export function refusedMail({
  checkoutId,
  publicUrl,
  ...refused
}: Refused & { checkoutId: string; publicUrl: string }) {
  const { subject, text } = refusedText(refused)
  return mailLayout({
    subject,
    paragraphs: [text, `Si en unos días no te llegan, escríbele al centro, o a ${brand.name} desde «Ayuda».`],
    action: { label: 'Ver el comprobante', url: `${publicUrl}/receipts/${checkoutId}` },
  })
}

/** For the owner. */
export function refusedToOwnerText({
  amountCents,
  receiptNumber,
}: {
  amountCents: number
  receiptNumber: number | null
}) {
  const money = pesos(amountCents)
  return {
    subject: `No salió una devolución de ${money}`,
    text: `El medio de pago no devolvió ${money} del comprobante ${receiptNumber ?? ''}. Pídela otra vez desde «Dinero», o devuelve el dinero por otro medio y anótalo ahí: ya le avisamos a quien pagó.`,
  }
}

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
