import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

/**
 * To the address that an account has left before confirming it. A typing mistake may have made it a stranger's, so the mail names
 * neither the account's person nor its new address, and its only way on is writing to us.
 */
export function addressCorrectedMail(): MailContent {
  return mailLayout({
    subject: 'Una cuenta dejó de usar esta dirección',
    paragraphs: [
      `Una cuenta de ${brand.name} que se había creado con esta dirección, y que no la había confirmado, pasó a usar otra. Esta dirección ya no es la de ninguna cuenta, y los enlaces que enviamos aquí dejaron de servir.`,
      `Si la cuenta es tuya y no hiciste este cambio, escríbenos cuanto antes a ${brand.email}. Si nunca creaste una cuenta, no tienes que hacer nada: quien la creó escribió mal su dirección.`,
    ],
  })
}
