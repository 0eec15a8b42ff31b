import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

type Account = { label: string }

/** What happened, in the mail and in the list of notifications: a subject and a text. */
export function lostText({ label }: Account) {
  return {
    subject: 'Tu cuenta de cobro se desconectó',
    text: `La cuenta «${label}» ya no acepta cobros de ${brand.name}. Hasta que la conectes otra vez, tus pacientes pagan solo en el centro.`,
  }
}

export function lostMail({ label, publicUrl, href }: Account & { publicUrl: string; href: string }): MailContent {
  const { subject, text } = lostText({ label })
  return mailLayout({
    subject,
    paragraphs: [
      text,
      'Puede pasar porque quitaste el permiso, cambiaste la contraseña de esa cuenta o el permiso venció.',
      'También las devoluciones de lo que ya cobraste con ella esperan a que la conectes.',
    ],
    action: { label: 'Conectar la cuenta', url: `${publicUrl}${href}` },
  })
}
