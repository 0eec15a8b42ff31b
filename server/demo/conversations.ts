import { sql } from 'kysely'
import { markRead } from '#server/features/conversations/usecases/change-conversation.ts'
import { sendMessage } from '#server/features/conversations/usecases/send-message.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import type { Days } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'

/** `offset`: the day, relative to today. Sides take turns, the patient first, some minutes apart. */
type Stretch = { offset: number; texts: readonly string[] }

const withLucia: readonly Stretch[] = [
  {
    offset: -5,
    texts: [
      'Hola, ¿puedo ir con ropa de trabajo o conviene llevar otra?',
      'Hola, Lucía. Con ropa cómoda alcanza; si tienes un short, mejor.',
      'Perfecto, gracias.',
      'A las órdenes. Cualquier cosa nos escribes por aquí.',
    ],
  },
  {
    offset: -1,
    texts: [
      'Buenas, hice los ejercicios toda la semana y el hombro está bastante mejor.',
      '¡Qué bueno! Sigue con la misma serie hasta la próxima, sin sumar peso todavía.',
    ],
  },
]

const otherConversations: readonly (readonly Stretch[])[] = [
  [
    {
      offset: -2,
      texts: [
        '¿Atienden a domicilio? Es para mi madre, vive en La Blanqueada.',
        'Sí, los martes y jueves por la mañana. Puedes elegirlo al reservar.',
      ],
    },
  ],
  [
    {
      offset: -1,
      texts: ['Hola, ¿dan factura para el seguro?', 'Hola, sí. La pides en recepción después de la consulta.'],
    },
  ],
  [{ offset: -1, texts: ['Buenas tardes. ¿Tienen estacionamiento cerca?'] }],
]

type People = { centerId: string; luciaId: string; patientIds: readonly string[]; days: Days }

/** Conversations of the demonstration's own centre; the last one waits for a reply. */
export async function createConversations(
  platform: DemoPlatform,
  { centerId, luciaId, ...rest }: People,
): Promise<void> {
  const { days, patientIds } = rest
  for (const [index, stretches] of [...otherConversations, withLucia].entries()) {
    const patientId = index < otherConversations.length ? patientIds[index] : luciaId
    if (patientId !== undefined)
      await converse(platform, { centerId, patientId, stretches, days, minute: 600 + index * 90 })
  }
}

type Conversation = { centerId: string; patientId: string; stretches: readonly Stretch[]; days: Days; minute: number }

async function converse(platform: DemoPlatform, conversation: Conversation): Promise<void> {
  const { centerId, patientId, stretches, days, minute } = conversation
  const [first] = stretches
  platform.clock.set(days.at(first?.offset ?? -1, minute))
  const { id: conversationId } = await startConversation(platform, { userId: patientId, recipientId: centerId })
  for (const { offset, texts } of stretches) {
    for (const [index, content] of texts.entries()) {
      platform.clock.set(new Date(days.at(offset, minute).getTime() + index * 7 * minuteMs))
      const userId = index % 2 === 0 ? patientId : centerId
      const { message } = await sendMessage(platform, { userId, conversationId, id: newId(), content })
      const isRead = index < texts.length - 1 || userId === centerId
      const reader = userId === patientId ? centerId : patientId
      if (isRead) await markRead(platform, { userId: reader, conversationId, number: message.number })
    }
  }
}

/** Marks the notifications as read, except those of the last two days. */
export async function readOldNotifications({ db, clock }: DemoPlatform): Promise<void> {
  const before = new Date(clock.now().getTime() - 2 * dayMs)
  await sql`update notifications set read_at = created_at where created_at < ${before}`.execute(db)
}
