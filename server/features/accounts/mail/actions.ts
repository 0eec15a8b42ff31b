import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

export type ActionText = { subject: string; text: string }

/** What staff did with an account, why, and how its user can object. */
export function actionMail({ subject, text, reason }: ActionText & { reason: string }): MailContent {
  return mailLayout({
    subject,
    paragraphs: [
      text,
      `Motivo: ${reason}`,
      `Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`,
    ],
  })
}
