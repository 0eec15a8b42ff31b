import type { ConversationSide } from '#contract/conversations.ts'
import { isBlocked } from '#server/features/auth/rules/account-status.ts'
import { isVisible } from '#server/features/centers/repository/centers.ts'
import { reachesPatients } from '#server/features/centers/repository/closed.ts'
import { findMembership } from '#server/features/centers/repository/members.ts'
import { findBookable } from '#server/features/contacts/usecases/list-contacts.ts'
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
/** New conversations of an account. A desk, which writes only to patients of its centre, may tell a whole day's patients. */
const startsPerHour = { patient: 20, center: 120 }
/** Requests of an account, including refused ones, so that it cannot probe many ids. */
const requestsPerHour = 200

/**
 * Starts a conversation between a patient and a centre, from either side.
 * @throws conversations.exists, conversations.self, conversations.no_recipient, conversations.too_many_started,
 *   conversations.closed_by_staff
 */
export async function startConversation(
  platform: Platform,
  input: Start,
): Promise<{ id: string; side: ConversationSide }> {
  const { userId: key } = input
  await countAttempt(platform, { name: 'conversations.tries', key, limit: requestsPerHour, windowSeconds: hourSeconds })
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const pair = await findPair(tx, { platform, ...input, now })
    const { startedBy: side } = pair
    const other = await findAccount(tx, { userId: side === 'patient' ? pair.centerId : pair.patientId })
    if (!other || isBlocked({ account: other, now })) throw fail('conversations.no_recipient')
    const id = newId()
    const isClosed = side === 'center' && !(await reachesPatients(tx, { ...pair, now }))
    const isNew = await repository.insertConversation(tx, { id, ...pair, now })
    if (isNew) {
      if (isClosed) throw fail('conversations.closed_by_staff')
      const limit = { name: 'conversations.starts', key, limit: startsPerHour[side], windowSeconds: hourSeconds }
      if (await takeWithin(tx, { ...limit, secret: platform.secret })) return { id, side }
      throw fail('conversations.too_many_started', { retryAfterSeconds: hourSeconds })
    }
    const existing = await repository.findConversationBetween(tx, pair)
    if (!existing) throw new Error('The conversation that conflicts with the new one is missing.')
    // The other side started it but has not written, so this side cannot see it yet.
    const isHidden = existing.lastNumber === 0 && existing.startedBy !== side && existing.startedBy !== 'both'
    if (!isHidden) throw fail('conversations.exists', { conversationId: existing.id })
    if (isClosed) throw fail('conversations.closed_by_staff')
    await repository.setStartedByBoth(tx, existing)
    return { id: existing.id, side }
  })
}

/** The patient and the centre of the new conversation. A centre's id is the id of its owner's account. */
async function findPair(
  tx: Tx,
  { platform, userId, recipientId, asCenterId, now }: Start & { platform: Platform; now: Date },
): Promise<Pair> {
  const desks = await listDesksOf(tx, { userId })
  if (recipientId === userId || desks.includes(recipientId)) throw fail('conversations.self')
  if (await isVisible(platform.db, { centerId: recipientId })) {
    // A member of the centre's team would write to their own centre.
    if (await findMembership(tx, { centerId: recipientId, userId })) throw fail('conversations.self')
    return { patientId: userId, centerId: recipientId, startedBy: 'patient' }
  }
  const centerIds = asCenterId === undefined ? desks : desks.filter((centerId) => centerId === asCenterId)
  for (const centerId of centerIds) {
    const member = await findMembership(tx, { centerId, userId })
    const person = { kind: 'patient', id: recipientId } as const
    const existing = await repository.findConversationBetween(tx, { patientId: recipientId, centerId })
    const hasWritten = existing !== undefined && existing.lastNumber > 0
    if (member && (hasWritten || (await findBookable(tx, { member, person, now })))) {
      return { patientId: recipientId, centerId, startedBy: 'center' }
    }
  }
  throw fail('conversations.no_recipient')
}
