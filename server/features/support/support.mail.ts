import { brand } from '#contract/brand.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'

type RequestText = {
  reference: string
  fullName: string
  email: string
  message: string
  from: 'widget' | 'contact'
  userId: string | undefined
  /** The hidden field of the form was filled in. */
  isSuspect: boolean
}

const places = { widget: 'el soporte de la página de inicio', contact: 'la página de contacto' }

/** The mail to the operator. The sender's texts come last, so that they cannot pass for Senda's own lines. */
export function requestMail({
  reference,
  fullName,
  email,
  message,
  from,
  userId,
  isSuspect,
}: RequestText): MailContent {
  return mailLayout({
    subject: `${isSuspect ? '[¿Robot?] ' : ''}Consulta ${reference}`,
    paragraphs: [
      ...(isSuspect
        ? ['Llenó un campo que las personas no ven: puede ser un robot, o un navegador que completa solo.']
        : []),
      `Llegó desde ${places[from]}.`,
      userId === undefined ? 'La escribió alguien sin sesión.' : `Cuenta: ${userId}`,
      `Nombre: ${fullName}`,
      `Correo: ${email}`,
      'Mensaje:',
      ...message.split(/\n+/),
    ],
    footnote: `Al responder este correo le escribes a ${email}. Conserva la referencia en el asunto.`,
    writing: 'by reply',
  })
}

/**
 * The mail to the sender of the request. It contains nothing that the sender typed, because the address may belong to
 * another person, to whom the sender must not be able to mail a text in Senda's name.
 */
export function acknowledgementMail({ reference, from }: Pick<RequestText, 'reference' | 'from'>): MailContent {
  const hours = (from === 'widget' ? brand.widgetHours : brand.supportHours).toLocaleLowerCase('es')
  const numbers = brand.emergency.map(({ name, number }) => `${name} ${number}`).join(', ')
  return mailLayout({
    subject: `Recibimos tu consulta ${reference}`,
    title: 'Recibimos tu consulta',
    paragraphs: [
      `Le dimos la referencia ${reference}. Menciónala si vuelves a escribirnos por lo mismo.`,
      `Te responde una persona a esta dirección. Nuestro horario: ${hours}.`,
      `Si es una emergencia, no esperes nuestra respuesta: ${numbers}.`,
    ],
    footnote: `Si no nos escribiste, ignora este mensaje: con tu dirección no se hizo nada más en ${brand.name}.`,
  })
}
