import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

type Request = { professionalName: string; centerName: string; url: string; unsubscribeUrl: string }

/** Names neither service nor specialty, because other people may see the screen. */
export function reviewRequestMail({ professionalName, centerName, url, unsubscribeUrl }: Request): MailContent {
  return mailLayout({
    subject: '¿Cómo te fue en tu cita?',
    paragraphs: [
      `Hace un rato tuviste una cita con ${professionalName}, en ${centerName}.`,
      'Contarlo lleva un minuto y ayuda a otras personas a elegir. Tu opinión se publica con tu nombre y la inicial de tu apellido.',
    ],
    action: { label: 'Calificar la cita', url },
    footnote: 'Recibes este correo una sola vez por cita.',
    settings: { label: 'Dejar de recibir estos correos', url: unsubscribeUrl },
  })
}
