import { deleteReportsOfPatient } from '#server/features/moderation/repository/reports.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteConversationsOf } from '../repository/conversations.ts'
import { deleteQuestionsOfAddress } from '../repository/questions.ts'

/** Deletes a patient's conversations, in the transaction that deletes the account. Messages that it wrote for a centre stay. */
export async function deleteConversations(tx: Tx, input: { patientId: string }): Promise<void> {
  await deleteReportsOfPatient(tx, input)
  await deleteConversationsOf(tx, input)
}

/** Deletes what was asked with the address without signing in. The caller knows that the address is the account's. */
export async function deleteOwnQuestions(tx: Tx, input: { email: string }): Promise<void> {
  await deleteQuestionsOfAddress(tx, input)
}
