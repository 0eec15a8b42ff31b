import type { ConversationSide } from '#contract/conversations.ts'
import { isBlocked } from '#server/features/auth/rules/account-status.ts'
import { isVisibleCenter } from '#server/features/centers/usecases/lock-center.ts'
import { findMembership } from '#server/features/centers/usecases/require-member.ts'
import { isContact } from '#server/features/contacts/usecases/list-contacts.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt, takeWithin } from '#server/platform/rate-limit.ts'
import { fail } from '../conversations.errors.ts'
import * as repository from '../repository/conversations.ts'
import { findAccount } from '../repository/participants.ts'
import { listDesksOf } from './require-side.ts'

type Start = { userId: string; recipientId: string; asCenterId?: string | undefined }
type Pair = { patientId: string; centerId: string; startedBy: ConversationSide }

const hourSeconds = 3600
/** New conversations of an account. */
const startsPerHour = 20
/** Requests of an account, also refused ones, so that it cannot probe many ids. */
const triesPerHour = 100

/**
 * Starts a conversation between a patient and a centre, from either side.
 * @throws conversations.exists, conversations.self, conversations.no_recipient, conversations.too_many_started
 */
export async function startConversation(
  platform: Platform,
  input: Start,
): Promise<{ id: string; side: ConversationSide }> {
  const { userId: key } = input
  await countAttempt(platform, { name: 'conversations.tries', key, limit: triesPerHour, windowSeconds: hourSeconds })
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const pair = await findPair(tx, { platform, ...input, now })
    const { startedBy: side } = pair
    const other = await findAccount(tx, { userId: side === 'patient' ? pair.centerId : pair.patientId })
    if (!other || isBlocked({ account: other, now })) throw fail('conversations.no_recipient')
    const id = newId()
    const isNew = await repository.insertConversation(tx, { id, ...pair, now })
    if (isNew) {
      const limit = { name: 'conversations.starts', key, limit: startsPerHour, windowSeconds: hourSeconds }
      if (await takeWithin(tx, { ...limit, secret: platform.secret })) return { id, side }
      throw fail('conversations.too_many_started', { retryAfterSeconds: hourSeconds })
    }
    const known = await repository.findConversationBetween(tx, pair)
    if (!known) throw new Error('A conversation that prevented another one is missing.')
    // Only the other side started it, and has written nothing yet: this side did not know of it.
    const isUnknown = known.lastNumber === 0 && known.startedBy !== side && known.startedBy !== 'both'
    if (!isUnknown) throw fail('conversations.exists', { conversationId: known.id })
    await repository.setStartedByBoth(tx, known)
    return { id: known.id, side }
  })
}

/** Who would talk to whom. A centre's id is the id of its owner's account. */
async function findPair(
  tx: Tx,
  { platform, userId, recipientId, asCenterId, now }: Start & { platform: Platform; now: Date },
): Promise<Pair> {
  const desks = await listDesksOf(tx, { userId })
  if (recipientId === userId || desks.includes(recipientId)) throw fail('conversations.self')
  if (await isVisibleCenter(platform, { centerId: recipientId })) {
    // A professional reads none of the centre's conversations, and would be on both sides of this one.
    if (await findMembership(tx, { centerId: recipientId, userId })) throw fail('conversations.self')
    return { patientId: userId, centerId: recipientId, startedBy: 'patient' }
  }
  const centerIds = asCenterId === undefined ? desks : desks.filter((centerId) => centerId === asCenterId)
  for (const centerId of centerIds) {
    const member = await findMembership(tx, { centerId, userId })
    const person = { kind: 'patient', id: recipientId } as const
    const known = await repository.findConversationBetween(tx, { patientId: recipientId, centerId })
    const hasWritten = known !== undefined && known.lastNumber > 0
    if (member && (hasWritten || (await isContact(tx, { member, person, now })))) {
      return { patientId: recipientId, centerId, startedBy: 'center' }
    }
  }
  throw fail('conversations.no_recipient')
}
