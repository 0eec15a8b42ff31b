import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

/** `runningSince`: when the attempt began that has not ended, as text; `lastGood`: the moment of the last complete backup, as text; undefined when there is none. */
export function failedBackupMail({
  lastGood,
  publicUrl,
  ...cause
}: ({ reason: string } | { runningSince: string }) & { lastGood: string | undefined; publicUrl: string }): MailContent {
  const isFailed = 'reason' in cause
  return mailLayout({
    subject: isFailed ? 'Falló la copia de seguridad' : 'La copia de seguridad no termina',
    paragraphs: [
      isFailed
        ? 'La última copia de seguridad no se pudo hacer. El servidor vuelve a intentarlo cada hora, si la carpeta responde.'
        : `La copia de seguridad que empezó el ${cause.runningSince} todavía corre. Revisa que su carpeta responda, sobre todo si está en otro equipo: mientras tanto no empieza otra.`,
      lastGood === undefined
        ? 'Todavía no hay ninguna copia completa.'
        : `La última copia completa es del ${lastGood}.`,
      ...(isFailed ? [`Motivo: ${cause.reason}`] : []),
    ],
    action: { label: 'Ver la salud del servicio', url: `${publicUrl}/admin/dashboard?seccion=salud` },
  })
}
