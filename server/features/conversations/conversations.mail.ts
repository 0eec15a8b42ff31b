import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

type Unread = { senderName: string; messages: number; url: string; isToCenter: boolean }

/** Without the text of the messages: a mail is read on shared screens. */
export function unreadMail({ senderName, messages, url, isToCenter }: Unread): MailContent {
  const one = messages === 1
  return mailLayout({
    subject: one ? 'Tienes un mensaje sin leer' : `Tienes ${messages} mensajes sin leer`,
    paragraphs: [
      `${senderName} te escribió en ${brand.name} y todavía no lo leíste.`,
      isToCenter
        ? 'Quien escribe a un centro suele decidir el mismo día: una respuesta corta alcanza.'
        : 'El mensaje te espera en Mensajes; por privacidad no lo copiamos en este correo.',
    ],
    action: { label: one ? 'Leer el mensaje' : 'Leer los mensajes', url },
    footnote: 'Puedes apagar los avisos de mensajes en Mi Cuenta.',
  })
}
