import { visitorDays } from '#contract/question-limits.ts'
import { deleteUser } from '#server/features/auth/repository/abandoned.ts'
import { deleteVisitorName } from '#server/features/auth/repository/new-accounts.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../conversations.errors.ts'
import { refusalOf } from '../conversations.policy.ts'
import { listMessagesBefore } from '../repository/messages.ts'
import {
  deleteExpiredQuestions,
  deleteQuestions,
  deleteUnsent,
  findQuestion,
  lockQuestion,
} from '../repository/questions.ts'
import * as visitors from '../repository/visitors.ts'
import { mailNextLink } from './ask-question.ts'
import { deleteConversations } from './delete-conversations.ts'
import { requireSide } from './require-side.ts'
import { storeMessage } from './send-message.ts'

type OfLink = { token: string }
const shownMessages = 200
/** The maximum of the `number` column: the messages before it are the newest. */
const endOfConversation = 2_147_483_647

/** What the page behind a mailed link shows: the question that waits, or its conversation. @throws questions.not_found */
export async function readQuestion({ db, clock }: Platform, { token }: OfLink) {
  const now = clock.now()
  const linked = await visitors.findLinked(db, { token, now })
  if (!linked) {
    const question = await findQuestion(db, { token, now })
    if (!question) throw fail('questions.not_found')
    // Sent, and its conversation is no visitor's: it is the account's, as long as there is one.
    const isGone = question.sentAt !== null && (await visitors.findProvenAccount(db, question)) === undefined
    if (isGone) throw fail('questions.not_found')
    return { question, conversation: undefined }
  }
  const { visitorId: userId, conversationId } = linked
  const { conversation } = await requireSide(db, { conversationId, userId })
  const rows = await listMessagesBefore(db, { conversationId, before: endOfConversation, limit: shownMessages })
  const mayWrite = refusalOf(conversation, { side: 'patient', now }) === undefined
  return { question: undefined, conversation: { ...linked, ...conversation, rows, mayWrite } }
}

/** @throws questions.not_found, and what sendMessage() throws */
export async function answerAsVisitor(
  platform: Platform,
  { token, ...message }: OfLink & { id: string; content: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const linked = await lockLinked(tx, { token, now: platform.clock.now() })
    if (!linked) throw fail('questions.not_found')
    const { visitorId: userId, conversationId } = linked
    await storeMessage(tx, { platform, userId, conversationId, ...message })
  })
}

/**
 * Deletes the conversation with everything that both sides wrote in it, and every link to it.
 * @throws questions.not_found, questions.under_review
 */
export async function deleteQuestion(platform: Platform, { token }: OfLink): Promise<void> {
  const { db, clock } = platform
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const linked = await lockLinked(tx, { token, now })
    if (linked) {
      await visitors.lockConversationOf(tx, linked)
      if (await visitors.isUnderReview(tx, linked)) throw fail('questions.under_review')
      return deleteVisitor(tx, linked)
    }
    // The address first, as a question that is sent locks it.
    const found = await findQuestion(tx, { token, now })
    if (found) await visitors.lockAddress(tx, found)
    const question = found && (await lockQuestion(tx, { token, now }))
    // A sent one without a visitor is a message of an account.
    if (!question || question.sentAt !== null) throw fail('questions.not_found')
    await deleteUnsent(tx, question)
    // A stranger may have asked with this address; its owner's own question waited for that link.
    await mailNextLink(tx, { platform, email: question.email })
  })
}

/** What the link opens, while no account can take the conversation over. */
async function lockLinked(tx: Tx, input: { token: string; now: Date }): Promise<visitors.LinkedVisitor | undefined> {
  const found = await visitors.findLinked(tx, input)
  if (!found) return undefined
  await visitors.lockAddress(tx, found)
  return visitors.findLinked(tx, input)
}

async function deleteVisitor(
  tx: Tx,
  {
    visitorId,
    isBlocked = false,
    ...ofAddress
  }: Pick<visitors.LinkedVisitor, 'visitorId' | 'email' | 'centerId'> & { isBlocked?: boolean },
): Promise<void> {
  if (isBlocked) {
    await visitors.keepBlocked(tx, { visitorId })
    await deleteVisitorName(tx, { userId: visitorId })
  }
  await deleteConversations(tx, { patientId: visitorId })
  await deleteQuestions(tx, ofAddress)
  if (!isBlocked) await deleteUser(tx, visitorId)
}

const purgedAtOnce = 500

/** Deletes questions and links that have expired, and visitors in whose conversation nothing was written for half a year. */
export async function purgeVisitors(platform: Platform): Promise<void> {
  const { db, clock } = platform
  const now = clock.now()
  for (const email of await deleteExpiredQuestions(db, { now })) {
    await db.transaction().execute(async (tx) => {
      await visitors.lockAddress(tx, { email })
      await mailNextLink(tx, { platform, email })
    })
  }
  await visitors.deleteExpiredLinks(db, { now })
  const before = new Date(now.getTime() - visitorDays * dayMs)
  for (const visitor of await visitors.listQuietVisitors(db, { before, limit: purgedAtOnce })) {
    await db.transaction().execute(async (tx) => {
      await visitors.lockAddress(tx, visitor)
      await visitors.lockConversationOf(tx, visitor)
      // In between, an account may have got the conversation, or a side may have written.
      const [quiet] = await visitors.listQuietVisitors(tx, { before, limit: 1, visitorId: visitor.visitorId })
      if (quiet) await deleteVisitor(tx, quiet)
    })
  }
}
