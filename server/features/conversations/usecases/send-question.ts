import { failRequest } from '#contract/errors.ts'
import { visitorLinkDays } from '#contract/question-limits.ts'
import { insertVisitorRows } from '#server/features/auth/repository/new-accounts.ts'
import { isBlocked } from '#server/features/auth/rules/account-status.ts'
import { isVisible } from '#server/features/centers/repository/centers.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { fail } from '../conversations.errors.ts'
import { findConversationBetween, insertConversation, setStartedByBoth } from '../repository/conversations.ts'
import { findAccount } from '../repository/participants.ts'
import { findQuestion, lockQuestion, type QuestionRow, setSent } from '../repository/questions.ts'
import * as visitors from '../repository/visitors.ts'
import { mailNextLink } from './ask-question.ts'
import { storeMessage } from './send-message.ts'

const daySeconds = 86_400
const hourSeconds = 3600
/** Questions that a centre receives in a day from visitors. */
const perCenter = 200

/**
 * Makes the stored question a message to the centre: of the account that has proved the address, or of a visitor without one.
 * Repeated, it changes nothing. @throws questions.not_found, centers.not_found, request.too_many, and what
 * sendMessage() throws
 */
export async function sendQuestion(platform: Platform, { token }: { token: string }): Promise<void> {
  const now = platform.clock.now()
  await platform.db.transaction().execute(async (tx) => {
    // The address first, as an account that proves it and a deletion lock it.
    const found = await findQuestion(tx, { token, now })
    if (found) await visitors.lockAddress(tx, found)
    const question = found && (await lockQuestion(tx, { token, now }))
    if (!question) {
      if (await visitors.findLinked(tx, { token, now })) return
      throw fail('questions.not_found')
    }
    if (question.sentAt !== null) return
    if (!(await isVisible(tx, question))) throw fail('centers.not_found')
    const accountId = await visitors.findProvenAccount(tx, question)
    const account = accountId === undefined ? undefined : await findAccount(tx, { userId: accountId })
    // A suspended account writes to no centre, by this way neither.
    if (account && isBlocked({ account, now })) throw fail('conversations.blocked')
    await countAtCenter(tx, { platform, centerId: question.centerId })
    const userId = accountId ?? (await requireVisitor(tx, { question, now }))
    const conversationId = await openConversation(tx, { patientId: userId, centerId: question.centerId, now })
    await storeMessage(tx, { platform, userId, conversationId, id: question.id, content: question.content })
    await setSent(tx, { id: question.id, now })
    await mailNextLink(tx, { platform, email: question.email })
    if (accountId !== undefined) return
    // The link of the question goes on to its conversation.
    const expiresAt = new Date(now.getTime() + visitorLinkDays * dayMs)
    await visitors.insertLink(tx, { visitorId: userId, token, expiresAt })
  })
}

/** Counted here and not when a visitor asks: unconfirmed addresses cost nothing, and could otherwise use a centre's questions up. */
async function countAtCenter(tx: Tx, { platform, centerId }: { platform: Platform; centerId: string }): Promise<void> {
  const attempt = { name: 'questions.center', key: centerId, limit: perCenter, windowSeconds: daySeconds }
  if (await takeWithin(tx, { ...attempt, secret: platform.secret })) return
  throw failRequest('request.too_many', { retryAfterSeconds: hourSeconds })
}

async function requireVisitor(tx: Tx, { question, now }: { question: QuestionRow; now: Date }): Promise<string> {
  const known = await visitors.findVisitor(tx, question)
  if (known?.blockedAt) throw fail('conversations.blocked')
  if (known) return known.id
  const visitorId = newId()
  await insertVisitorRows(tx, { userId: visitorId, fullName: question.fullName, now })
  await visitors.insertVisitor(tx, { visitorId, ...question, now })
  return visitorId
}

async function openConversation(tx: Tx, pair: { patientId: string; centerId: string; now: Date }): Promise<string> {
  const id = newId()
  if (await insertConversation(tx, { id, ...pair, startedBy: 'patient' })) return id
  const existing = await findConversationBetween(tx, pair)
  if (!existing) throw new Error('The conversation that conflicts with the new one is missing.')
  if (existing.lastNumber === 0 && existing.startedBy === 'center') await setStartedByBoth(tx, existing)
  return existing.id
}
