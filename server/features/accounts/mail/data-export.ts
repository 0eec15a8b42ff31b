import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

export function exportReadyMail({ expiresAt, publicUrl }: { publicUrl: string; expiresAt: Date }): MailContent {
  const day = expiresAt.toLocaleDateString('es-UY', { timeZone: zone, dateStyle: 'long' })
  return mailLayout({
    subject: 'Tu copia está lista',
    paragraphs: [
      `Reunimos todo lo que ${brand.name} guarda de ti. Puedes descargarlo en Mi Cuenta hasta el ${day}.`,
      'Es información privada: guárdala donde solo tú la leas.',
    ],
    action: { label: 'Descargar mi copia', url: `${publicUrl}/account` },
    footnote: `Si no la pediste, cambia tu contraseña cuanto antes y escríbenos a ${brand.email}.`,
  })
}
