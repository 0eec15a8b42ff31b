import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteConversationsOf } from '../repository/conversations.ts'
import { deleteReportsOfPatient } from '../repository/message-queue.ts'

/** With both sides' messages: the patient's account is being deleted. What the account wrote as a centre stays with its patients. */
export async function deleteConversations(tx: Tx, input: { patientId: string }): Promise<void> {
  await deleteReportsOfPatient(tx, input)
  await deleteConversationsOf(tx, input)
}
