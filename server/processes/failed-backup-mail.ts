import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

/** `lastGood`: the moment of the last complete backup, as text; undefined when there is none. */
export function failedBackupMail({
  reason,
  lastGood,
  publicUrl,
}: {
  reason: string
  lastGood: string | undefined
  publicUrl: string
}): MailContent {
  return mailLayout({
    subject: 'Falló la copia de seguridad',
    paragraphs: [
      'La última copia de seguridad no se pudo hacer. El servidor vuelve a intentarlo cada hora.',
      lastGood === undefined
        ? 'Todavía no hay ninguna copia completa.'
        : `La última copia completa es del ${lastGood}.`,
      `Motivo: ${reason}`,
    ],
    action: { label: 'Ver la salud del servicio', url: `${publicUrl}/admin/dashboard?seccion=salud` },
  })
}
