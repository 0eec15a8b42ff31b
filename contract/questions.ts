import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { centerErrors } from './centers.ts'
import { chatMessage, conversationErrors, messageContent } from './conversations.ts'
import { pastedEmail } from './credentials.ts'
import { pickErrors } from './errors.ts'
import { typedName } from './names.ts'
import { questionMax } from './question-limits.ts'
import { route } from './route.ts'
import { id, instant, typedText } from './values.ts'

export const questionErrors = {
  'questions.not_found': {
    status: 404,
    message: 'Este enlace ya no funciona. Si quieres preguntar algo, escríbele al centro desde su página.',
  },
  'questions.under_review': {
    status: 409,
    message: 'Un mensaje de esta conversación está denunciado. Puedes borrarla cuando nuestro equipo lo revise.',
  },
} as const satisfies ErrorMap

export const questionForm = z.object({
  name: typedName({ min: 1, max: 200, message: 'Escribe tu nombre' }),
  email: pastedEmail.min(1, 'Escribe tu correo').pipe(z.email({ error: 'Correo no válido' }).max(255)),
  content: typedText({ min: 1, max: questionMax, message: 'Escribe tu pregunta' }),
})

/** What the page behind a mailed link shows. The link proves the address, and no name. */
export const question = z.object({
  /** The one that its browser chose; null once it is a conversation. */
  id: id.nullable(),
  center: z.object({ id, name: z.string() }),
  /** `unsent`: the page sends it. `inAccount`: it is among the messages of the account with the address. */
  status: z.enum(['unsent', 'open', 'inAccount']),
  name: z.string(),
  /** Of an unsent question. */
  content: z.string(),
  /** Of an open conversation, oldest first; the newest 200. */
  messages: z.array(chatMessage).max(200),
  /** When the link stops working. */
  expiresAt: instant,
  can: z.object({ write: z.boolean() }),
})

const tags = ['Preguntas']
const token = z.string().max(100)
const notFound = pickErrors(questionErrors, 'questions.not_found')
const refused = pickErrors(
  conversationErrors,
  'conversations.blocked',
  'conversations.blocked_by_you',
  'conversations.unavailable',
  'conversations.too_fast',
)

/** A visitor without an account asks a centre, and reads the answers by mail. */
export const questions = {
  ask: route({
    method: 'POST',
    path: '/questions',
    access: 'public',
    changes: [],
    summary: 'Le pregunta algo a un centro sin tener una cuenta',
    description:
      'El centro recibe la pregunta cuando se abre el enlace que mandamos al correo. La misma clave la guarda una sola vez. Hay límites por correo, por red y por centro.',
    tags,
  })
    .input(
      questionForm.extend({
        id,
        centerId: id,
        /** Hidden from people: only a program fills it in. */
        website: z.string().max(200).optional(),
      }),
    )
    .output(z.object({ isStored: z.literal(true) }))
    .errors(pickErrors(centerErrors, 'centers.not_found')),
  read: route({
    method: 'GET',
    path: '/questions/{token}',
    access: 'public',
    summary: 'La pregunta y las respuestas a las que lleva un enlace recibido por correo',
    tags,
  })
    .input(z.object({ token }))
    .output(question)
    .errors(notFound),
  send: route({
    method: 'POST',
    path: '/questions/{token}/send',
    access: 'public',
    returns: 'questions.read',
    changes: ['conversations'],
    summary: 'Le envía al centro la pregunta de un enlace recibido por correo',
    description: 'Repetirlo no la envía otra vez.',
    tags,
  })
    .input(z.object({ token }))
    .output(question)
    .errors({ ...notFound, ...pickErrors(centerErrors, 'centers.not_found'), ...refused }),
  answer: route({
    method: 'POST',
    path: '/questions/{token}/messages',
    access: 'public',
    returns: 'questions.read',
    summary: 'Escribe otra vez en la conversación de un enlace recibido por correo',
    tags,
  })
    .input(z.object({ token, id, content: messageContent }))
    .output(question)
    .errors({ ...notFound, ...refused }),
  delete: route({
    method: 'DELETE',
    path: '/questions/{token}',
    access: 'public',
    changes: ['questions'],
    summary: 'Borra la pregunta y todo lo que se escribió en su conversación',
    description: 'Mientras un mensaje esté denunciado y sin revisar, no se puede.',
    tags,
  })
    .input(z.object({ token }))
    .output(z.object({ isDeleted: z.literal(true) }))
    .errors(pickErrors(questionErrors, 'questions.not_found', 'questions.under_review')),
}
