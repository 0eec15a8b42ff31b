import { sendMessage } from '#server/features/conversations/usecases/send-message.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { buildCenter, buildMember, buildPatient, buildProfessional } from './builders.ts'
import type { TestPlatform } from './platform.ts'

/** A patient, a centre with a receptionist and a professional, and a conversation with that many messages of the patient. */
export async function buildConversation(platform: TestPlatform, { messages = 1 }: { messages?: number } = {}) {
  const { patientId } = await buildPatient(platform, { verified: true })
  const { centerId } = await buildCenter(platform)
  const { professionalId } = await buildProfessional(platform, { centerId })
  const reception = (await buildMember(platform, { centerId, role: 'reception' })).userId
  const professional = (await buildMember(platform, { centerId, role: 'professional', professionalId })).userId
  const { id: conversationId } = await startConversation(platform, { userId: patientId, recipientId: centerId })
  const write = (userId: string, content: string) =>
    sendMessage(platform, { userId, conversationId, id: newId(), content })
  for (let n = 1; n <= messages; n++) await write(patientId, `Mensaje ${n}`)
  return { patientId, centerId, reception, professional, conversationId, write }
}
