import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { cursorInput, id, instant, pageOf, typedText } from './values.ts'

export const maxMessageLength = 4000
export const messagesPerPage = 50
/** The server forwards at most one «is typing» in this time; it is shown for twice as long. */
export const typingEveryMs = 3000
/** A message that stays unread for this long is mailed. */
export const unreadMailMinutes = 15

export const conversationErrors = {
  'conversations.not_found': { status: 404, message: 'Conversación no encontrada.' },
  'conversations.exists': {
    status: 409,
    message: 'Ya existe una conversación con este usuario.',
    data: z.object({ conversationId: id }),
  },
  'conversations.self': { status: 422, message: 'Este ID es tuyo: no puedes escribirte a ti mismo.' },
  // The same for an unknown id, a patient who is not the centre's, and a blocked account, so that no id can be probed.
  'conversations.no_recipient': {
    status: 404,
    message:
      'No se pudo crear la conversación. Revisa el ID: puedes escribirle a un centro, o a pacientes de tu centro que reservaron o te escribieron.',
  },
  'conversations.too_many_started': {
    status: 429,
    message: 'Iniciaste muchas conversaciones en poco tiempo. Espera un rato y vuelve a intentarlo.',
    data: z.object({ retryAfterSeconds: z.number().int() }),
  },
  'conversations.blocked': { status: 403, message: 'No puedes enviar mensajes en esta conversación.' },
  'conversations.blocked_by_you': { status: 409, message: 'Bloqueaste esta conversación. Desbloquéala para escribir.' },
  'conversations.unavailable': { status: 409, message: 'Esta cuenta no recibe mensajes por ahora.' },
  'conversations.closed_by_staff': {
    status: 409,
    message:
      'Nuestro equipo suspendió a este centro o no lo tiene aprobado: por ahora el centro no puede escribirles a sus pacientes.',
  },
  'conversations.email_unverified': {
    status: 409,
    message: 'El centro recibe tu primer mensaje cuando confirmes tu correo con el enlace que te enviamos.',
  },
  'conversations.no_message': { status: 404, message: 'No encontramos ese mensaje.' },
  'conversations.own_message': { status: 422, message: 'Este mensaje es de tu lado de la conversación.' },
  'conversations.message_removed': { status: 409, message: 'Este mensaje ya se retiró.' },
  'conversations.too_fast': {
    status: 429,
    message: 'Estás enviando mensajes muy rápido. Espera unos segundos y se enviarán.',
    data: z.object({ retryAfterSeconds: z.number().int() }),
  },
} as const satisfies ErrorMap

/** The two sides of a conversation. Owner and reception of a centre write as the centre. */
export const conversationSides = ['patient', 'center'] as const
export type ConversationSide = (typeof conversationSides)[number]

/** `number`: 1, 2, 3… in its conversation, without gaps. `id` was chosen by the client that sent it. */
export const chatMessage = z.object({
  id,
  number: z.number().int(),
  senderType: z.enum(conversationSides),
  /** The patient reads the centre's name, and the centre the member's. */
  senderName: z.string(),
  /** Whether the caller's account sent it. */
  isOwn: z.boolean(),
  /** Empty once staff removed it. */
  content: z.string(),
  isRemoved: z.boolean(),
  createdAt: instant,
})
export type ChatMessage = z.output<typeof chatMessage>

export const conversation = z.object({
  id,
  /** The caller's side. */
  side: z.enum(conversationSides),
  /** The other side: the centre for a patient, the patient for a centre. */
  other: z.object({ id, name: z.string(), pictureUrl: z.string().nullable() }),
  center: z.object({ id, name: z.string() }),
  /** The newest message, with its first 200 characters. Null in a conversation without messages. */
  lastMessage: chatMessage
    .pick({ number: true, senderType: true, isOwn: true, isRemoved: true, createdAt: true })
    .extend({ excerpt: z.string() })
    .nullable(),
  lastNumber: z.number().int(),
  /** The numbers of the newest messages that the caller's side and the other side have read. */
  readNumber: z.number().int(),
  otherReadNumber: z.number().int(),
  /** Messages of the other side that the caller's side has not read, counted up to 100. */
  unread: z.number().int(),
  updatedAt: instant,
  /** Whether the caller's side has blocked the other one. */
  isBlocked: z.boolean(),
  /** Whether the patient's side is a visitor without an account, of whom only the address is confirmed. */
  isVisitor: z.boolean(),
  can: z.object({ write: z.boolean() }),
})
export type Conversation = z.output<typeof conversation>

/** Typed text of one message. At most four combining marks follow a letter, so that no message covers its neighbours. */
export const messageContent = typedText({ min: 1, max: maxMessageLength, message: 'Escribe un mensaje' }).overwrite(
  (text) => text.replace(/(\p{M}{4})\p{M}+/gu, '$1'),
)

const tags = ['Mensajes']
const ofConversation = { conversationId: id }
const number = z.coerce.number().int().min(0).max(2_147_483_647)
const notFound = pickErrors(conversationErrors, 'conversations.not_found')

export const conversations = {
  list: route({
    method: 'GET',
    path: '/conversations',
    access: 'signedIn',
    summary: 'Las conversaciones propias y las de los centros donde se atiende, la última primero',
    tags,
  })
    .input(
      z.object({
        q: typedText({ max: 100 }).optional(),
        /** `patient`: only those that the caller has as a patient. */
        side: z.literal('patient').optional(),
        /** Only those of this centre, for which the caller writes. */
        centerId: id.optional(),
        ...cursorInput,
      }),
    )
    .output(pageOf(conversation))
    .errors(notFound),
  unread: route({
    method: 'GET',
    path: '/conversations/unread',
    access: 'signedIn',
    summary: 'En cuántas conversaciones hay mensajes sin leer: propias, y de cada centro por el que se escribe',
    tags,
  }).output(
    // Each count goes up to 100.
    z.object({
      own: z.number().int(),
      centers: z.array(z.object({ centerId: id, count: z.number().int() })),
    }),
  ),
  start: route({
    method: 'POST',
    path: '/conversations',
    access: 'signedIn',
    changes: ['conversations.list'],
    summary: 'Inicia una conversación con un centro, o de un centro con un paciente suyo',
    description: 'Si ya existe, el error dice cuál es.',
    tags,
    successStatus: 201,
  })
    .input(
      z.object({
        recipientId: z.string().trim().pipe(id),
        /** The centre that writes. Without it, the first of the caller's centres that may write to the patient. */
        asCenterId: id.optional(),
      }),
    )
    .output(conversation)
    .errors(
      pickErrors(
        conversationErrors,
        'conversations.exists',
        'conversations.self',
        'conversations.no_recipient',
        'conversations.too_many_started',
        'conversations.closed_by_staff',
      ),
    ),
  get: route({
    method: 'GET',
    path: '/conversations/{conversationId}',
    access: 'signedIn',
    summary: 'Una conversación, y cuánto suele tardar el centro en responder',
    tags,
  })
    .input(z.object(ofConversation))
    .output(
      conversation.extend({
        /** The median of the centre's last replies, in minutes; null before its third one. */
        usualReplyMinutes: z.number().int().nullable(),
        /** Whether the caller's first message waits until the address of their account is confirmed. */
        awaitsProof: z.boolean(),
      }),
    )
    .errors(notFound),
  messages: route({
    method: 'GET',
    path: '/conversations/{conversationId}/messages',
    access: 'signedIn',
    summary: 'Los mensajes de una conversación: los últimos, los anteriores a un número o los que le siguen',
    tags,
  })
    .input(
      z.object({
        ...ofConversation,
        before: number.optional(),
        after: number.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(messagesPerPage),
      }),
    )
    .output(
      z.object({
        /** The messages are in ascending order. */
        items: z.array(chatMessage),
        lastNumber: z.number().int(),
        otherReadNumber: z.number().int(),
      }),
    )
    .errors(notFound),
  send: route({
    method: 'POST',
    path: '/conversations/{conversationId}/messages',
    access: 'signedIn',
    changes: ['conversations.list', 'conversations.unread', 'conversations.get'],
    summary: 'Envía un mensaje; repetido con el mismo id, se guarda una sola vez',
    tags,
    successStatus: 201,
  })
    .input(z.object({ ...ofConversation, id, content: messageContent }))
    .output(chatMessage)
    .errors(
      pickErrors(
        conversationErrors,
        'conversations.not_found',
        'conversations.blocked',
        'conversations.blocked_by_you',
        'conversations.unavailable',
        'conversations.closed_by_staff',
        'conversations.email_unverified',
        'conversations.too_fast',
      ),
    ),
  markRead: route({
    method: 'PUT',
    path: '/conversations/{conversationId}/read',
    access: 'signedIn',
    changes: ['conversations.list', 'conversations.unread', 'conversations.get'],
    summary: 'Marca como leídos los mensajes hasta un número',
    tags,
  })
    .input(z.object({ ...ofConversation, number }))
    .output(z.object({ readNumber: z.number().int() }))
    .errors(notFound),
  typing: route({
    method: 'POST',
    path: '/conversations/{conversationId}/typing',
    access: 'signedIn',
    changes: [],
    summary: 'Muestra a la otra parte que se está escribiendo',
    tags,
  })
    .input(z.object(ofConversation))
    .output(z.object({ shown: z.boolean() }))
    .errors(notFound),
  block: route({
    method: 'PUT',
    path: '/conversations/{conversationId}/block',
    access: 'signedIn',
    changes: ['conversations.list', 'conversations.unread', 'conversations.get'],
    summary: 'Bloquea a la otra parte, o la desbloquea',
    tags,
  })
    .input(z.object({ ...ofConversation, isBlocked: z.boolean() }))
    .output(conversation)
    .errors(notFound),
  report: route({
    method: 'POST',
    path: '/conversations/{conversationId}/messages/{number}/report',
    access: 'signedIn',
    changes: [],
    summary: 'Pide que revisemos un mensaje de la otra parte',
    description: 'Comparte con nuestro equipo el mensaje y los diez de alrededor. Repetirlo cambia el motivo.',
    tags,
  })
    .input(
      z.object({
        ...ofConversation,
        number,
        reason: typedText({ min: 1, max: 1000, message: 'Cuéntanos qué tiene de malo' }),
      }),
    )
    .output(z.object({ isReported: z.literal(true) }))
    .errors(
      pickErrors(
        conversationErrors,
        'conversations.not_found',
        'conversations.no_message',
        'conversations.own_message',
        'conversations.message_removed',
      ),
    ),
}
