import { countReport, sendReport } from '#server/features/moderation/usecases/write-reports.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../conversations.errors.ts'
import { sharedNumbers } from '../conversations.rules.ts'
import { findMessageOf } from '../repository/messages.ts'
import { requireSide } from './require-side.ts'

type Report = { userId: string; conversationId: string; number: number; reason: string }

/**
 * Reports a message of the other side to staff, who can then read it and those around it. A second report replaces the reason.
 * @throws conversations.not_found, conversations.no_message, conversations.own_message, conversations.message_removed,
 * request.too_many
 */
export async function reportMessage(platform: Platform, input: Report): Promise<void> {
  const { userId, number, reason } = input
  await countReport(platform, { userId })
  await platform.db.transaction().execute(async (tx) => {
    const { conversation, side } = await requireSide(tx, input)
    const message = await findMessageOf(tx, input)
    if (!message) throw fail('conversations.no_message')
    if (message.senderType === side) throw fail('conversations.own_message')
    if (message.removedAt !== null) throw fail('conversations.message_removed')
    const { lastNumber } = conversation
    await sendReport(tx, {
      kind: 'message',
      subjectId: message.id,
      centerId: side === 'center' ? conversation.centerId : null,
      reportedBy: userId,
      reason,
      shared: sharedNumbers({ number, lastNumber }),
      now: platform.clock.now(),
    })
  })
}
