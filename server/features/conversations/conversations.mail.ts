import { brand } from '#contract/brand.ts'
import { questionHours, visitorLinkDays } from '#contract/question-limits.ts'
import { cutText } from '#server/platform/cut-text.ts'
import { type MailContent, mailLayout, settingsLink } from '#server/platform/mail-layout.ts'

type Unread = { senderName: string; messages: number; url: string; isToCenter: boolean }

/** The mail leaves out the messages' text, because other people may see the screen. */
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
    settings: settingsLink({ publicUrl: new URL(url).origin }),
  })
}

/** The mail that asks for the press that sends a question. It has no text of the visitor: the address may be a stranger's. */
export function questionMail({ url }: { url: string }): MailContent {
  return mailLayout({
    subject: 'Confirma tu pregunta',
    paragraphs: [
      `Alguien escribió una pregunta para un centro de salud en ${brand.name} con esta dirección. Si fuiste tú, abre el enlace para enviarla: el centro la recibe recién entonces.`,
    ],
    action: { label: 'Ver y enviar mi pregunta', url },
    footnote: `El enlace vence en ${questionHours} horas. Si no preguntaste nada, ignora este mensaje: la pregunta se borra sola y nadie la lee.`,
  })
}

/** A mail shows this much of the answers; its button leads to all of them. */
const answersLength = 6000
const answerLines = 60

/** The centre's answers to a visitor without an account, as text, in the order in which they were written. */
export function answersMail({
  centerName,
  answers,
  url,
}: {
  centerName: string
  answers: readonly string[]
  url: string
}): MailContent {
  const whole = answers.join('\n')
  const lines = cutText(whole, answersLength)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const quote = lines.slice(0, answerLines)
  const isCut = lines.length > answerLines || whole.length > answersLength
  return mailLayout({
    subject: 'El centro respondió tu pregunta',
    paragraphs: [`${centerName} te respondió:`],
    quote,
    ...(isCut && { afterQuote: 'La respuesta sigue en la página del botón.' }),
    action: { label: 'Leer y responder', url },
    footnote: `El enlace abre solo esta conversación y sirve ${visitorLinkDays} días. Allí también puedes borrarla. Si creas una cuenta en ${brand.name} con esta dirección, la encuentras en Mensajes.`,
    writing: { sentence: 'Para responder, usa el botón.' },
  })
}

/** A decision of staff about a message. `restore` and `unwarn` undo `delete` and `warn`. */
export type MessageDecision = 'delete' | 'warn' | 'restore' | 'unwarn'

const decisions: Record<MessageDecision, { subject: string; sentence: string; mayObject: boolean }> = {
  delete: {
    subject: 'Retiramos un mensaje tuyo',
    sentence: 'Un mensaje que enviaste ya no se muestra.',
    mayObject: true,
  },
  warn: {
    subject: 'Una advertencia sobre un mensaje tuyo',
    sentence: 'Un mensaje que enviaste no cumple del todo nuestras reglas. Se sigue mostrando.',
    mayObject: true,
  },
  restore: {
    subject: 'Tu mensaje vuelve a mostrarse',
    sentence: 'Revisamos lo que decidimos: el mensaje se muestra de nuevo.',
    mayObject: false,
  },
  unwarn: {
    subject: 'Retiramos una advertencia',
    sentence: 'Revisamos lo que decidimos: la advertencia sobre tu mensaje queda sin efecto.',
    mayObject: false,
  },
}

/** The same in the list of notifications. */
export function messageActionText({ decision, reason }: { decision: MessageDecision; reason: string }) {
  const { subject, sentence } = decisions[decision]
  return { subject, text: `${sentence} Motivo: ${reason}` }
}

/** To the sender of a message. Only the conversation shows its text. */
export function messageActionMail({ decision, reason }: { decision: MessageDecision; reason: string }): MailContent {
  const { subject, sentence, mayObject } = decisions[decision]
  return mailLayout({
    subject,
    paragraphs: [
      sentence,
      `Motivo: ${reason}`,
      ...(mayObject ? [`Si no estás de acuerdo, escríbenos a ${brand.email}.`] : []),
    ],
  })
}
