import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

export function passwordChangedMail({ recoveryUrl }: { recoveryUrl: string }): MailContent {
  return mailLayout({
    subject: 'Tu contraseña cambió',
    paragraphs: [
      `Se cambió la contraseña de tu cuenta en ${brand.name}, y se cerraron las demás sesiones.`,
      `Si no fuiste tú, elige otra cuanto antes y escríbenos a ${brand.email}.`,
    ],
    action: { label: 'Recuperar mi cuenta', url: recoveryUrl },
  })
}
