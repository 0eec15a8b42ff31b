import { newId } from '#server/platform/ids.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAppointment, buildCenter, buildMember, buildPatient } from '#server/testing/builders.ts'
import { buildConversation } from '#server/testing/conversations.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, staff } from './foreign-row.ts'

/** A conversation as its centre's receptionist uses it; the patient's side is in conversations.routes.test.ts. */
async function ofConversation(platform: TestPlatform, input: Record<string, unknown> = {}): Promise<ForeignRow> {
  const { conversationId, reception, professional } = await buildConversation(platform, { messages: 2 })
  const other = await buildCenter(platform)
  const otherReception = (await buildMember(platform, { ...other, role: 'reception' })).userId
  return {
    input: { conversationId, ...input },
    owner: actorOf(['patient'], reception),
    strangers: {
      'another patient': actorOf(['patient'], (await buildPatient(platform)).patientId),
      'a professional of the centre': actorOf(['patient'], professional),
      'another centre': actorOf(['center'], other.centerId),
      'a receptionist of another centre': actorOf(['patient'], otherReception),
      ...(await staff(platform)),
    },
  }
}

/** A patient who booked at the centre, to whom its reception may write. */
async function ofContact(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ofCenter(platform)
  const { patientId } = await buildAppointment(platform, { centerId: String(row.input.centerId) })
  return { ...row, input: { recipientId: patientId } }
}

/** The conversations of a centre, as its receptionist lists them. */
async function ofCenter(platform: TestPlatform): Promise<ForeignRow> {
  const row = await ofConversation(platform)
  const { center_id: centerId } = await platform.db
    .selectFrom('conversations')
    .where('id', '=', String(row.input.conversationId))
    .select('center_id')
    .executeTakeFirstOrThrow()
  return { ...row, input: { centerId } }
}

export const conversations: ForeignRows<'conversations'> = {
  'conversations.list': ofCenter,
  'conversations.start': ofContact,
  'conversations.get': ofConversation,
  'conversations.messages': ofConversation,
  'conversations.send': (platform) => ofConversation(platform, { id: newId(), content: 'Hola' }),
  'conversations.markRead': (platform) => ofConversation(platform, { number: 1 }),
  'conversations.typing': ofConversation,
  'conversations.report': (platform) => ofConversation(platform, { number: 1, reason: 'Amenaza' }),
  'conversations.block': (platform) => ofConversation(platform, { isBlocked: true }),
}
