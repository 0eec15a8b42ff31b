import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

type Written = {
  reference: string
  fullName: string
  email: string
  message: string
  from: 'widget' | 'contact'
  userId: string | undefined
}

const places = { widget: 'el soporte de la página de inicio', contact: 'la página de contacto' }

/** To the operator. What the writer chose comes last, so that it cannot pass for one of our own lines. */
export function requestMail({ reference, fullName, email, message, from, userId }: Written): MailContent {
  return mailLayout({
    subject: `Consulta ${reference}`,
    paragraphs: [
      `Llegó desde ${places[from]}.`,
      userId === undefined ? 'La escribió alguien sin sesión.' : `Cuenta: ${userId}`,
      `Nombre: ${fullName}`,
      `Correo: ${email}`,
      'Mensaje:',
      ...message.split(/\n+/),
    ],
    footnote: `Al responder este correo le escribes a ${email}. Conserva la referencia en el asunto.`,
  })
}

/**
 * To the writer. Nothing in it was typed: the address may belong to a stranger, to whom the writer must not be able to send a
 * text in our name.
 */
export function acknowledgementMail({ reference, from }: Pick<Written, 'reference' | 'from'>): MailContent {
  const hours = (from === 'widget' ? brand.widgetHours : brand.supportHours).toLocaleLowerCase('es')
  const numbers = brand.emergency.map(({ name, number }) => `${name} ${number}`).join(', ')
  return mailLayout({
    subject: `Recibimos tu consulta ${reference}`,
    title: 'Recibimos tu consulta',
    paragraphs: [
      `Le dimos la referencia ${reference}. Menciónala si vuelves a escribirnos por lo mismo.`,
      `Te responde una persona a esta dirección. Atendemos de ${hours}.`,
      `Si es una emergencia, no esperes nuestra respuesta: ${numbers}.`,
    ],
    footnote: `Si no nos escribiste, ignora este mensaje: con tu dirección no se hizo nada más en ${brand.name}.`,
  })
}
