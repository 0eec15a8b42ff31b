import { refusalOfReported } from '#server/features/moderation/moderation.policy.ts'
import type {
  OneReportMeasure,
  QueueFilter,
  QueuePage,
  ReportMeasure,
  UndoneMeasure,
} from '#server/features/moderation/moderation.types.ts'
import { closeReports, reopenReports } from '#server/features/moderation/repository/reports.ts'
import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../conversations.errors.ts'
import { type MessageDecision, messageMeasureMail } from '../conversations.mail.ts'
import * as queue from '../repository/message-queue.ts'

export type QueuedMessage = queue.QueuedMessage

export function listMessageQueue({ db }: Platform, page: QueuePage): Promise<QueuedMessage[]> {
  return queue.listQueued(db, page)
}

export function countMessageQueue({ db }: Platform, view: QueueFilter & { limit: number }): Promise<number> {
  return queue.countQueued(db, view)
}

/** Applies a measure to each message, in a transaction per message. Every measure closes the message's open reports. */
export async function measureMessages(platform: Platform, { targets, ...input }: ReportMeasure): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: 'message',
    targets,
    apply: (tx, target) => measureMessage(tx, platform, { ...input, ...target }),
  })
}

/** @throws reports.not_found, reports.own, reports.of_staff, reports.removed, moderation.changed */
async function measureMessage(tx: Tx, platform: Platform, input: OneReportMeasure): Promise<void> {
  const { id, lastMeasureId, actor, measure, reason } = input
  const now = platform.clock.now()
  const message = await lockReported(tx, { messageId: id, staffId: actor.userId })
  const target = { targetType: 'message', targetId: id } as const
  // Checked first, so that the second of two members of staff learns that the first has decided.
  await requireUnchanged(tx, { ...target, lastMeasureId })
  const refusal = refusalOfReported({ actor, reported: message })
  if (refusal) throw fail(refusal)
  const closed = await closeReports(tx, { kind: 'message', subjectId: id, now })
  if (measure === 'delete') await setRemoved(tx, { message, removedAt: now })
  if (measure !== 'approve') await mailSender(tx, platform, { message, decision: measure, reason })
  const details = { before: { reports: closed } }
  await recordAction(tx, { ...target, moderatorId: actor.userId, actionType: measure, reason, details, now })
}

/**
 * Undoes a measure on a message: shows its text again and reopens its reports.
 * @returns the details of the new measure
 * @throws reports.not_found when the conversation was deleted with the patient's account
 */
export async function undoMessageMeasure(
  tx: Tx,
  platform: Platform,
  { actor, targetId, actionType, details, reason }: UndoneMeasure,
): Promise<Record<string, unknown>> {
  const message = await lockReported(tx, { messageId: targetId, staffId: actor.userId })
  const { reports } = details.before as { reports: string[] }
  if (actionType === 'delete') await setRemoved(tx, { message, removedAt: null })
  await reopenReports(tx, { reportIds: reports })
  if (actionType !== 'approve') {
    await mailSender(tx, platform, { message, decision: actionType === 'delete' ? 'restore' : 'unwarn', reason })
  }
  return {}
}

/** Staff decide only about messages that were reported. @throws reports.not_found */
async function lockReported(tx: Tx, input: { messageId: string; staffId: string }): Promise<QueuedMessage> {
  const message = await queue.lockQueued(tx, input)
  if (!message || message.reports.length === 0) throw fail('reports.not_found')
  return message
}

async function setRemoved(
  tx: Tx,
  { message, removedAt }: { message: QueuedMessage; removedAt: Date | null },
): Promise<void> {
  await queue.setRemovedAt(tx, { messageId: message.id, removedAt })
  await queue.announceChange(tx, message)
}

type Notice = { message: QueuedMessage; decision: MessageDecision; reason: string }

async function mailSender(tx: Tx, platform: Platform, { message, decision, reason }: Notice): Promise<void> {
  const { authorId, authorEmail: to } = message
  if (to === null) return
  await queueMail(tx, {
    platform,
    to,
    kind: 'conversations.measure',
    userId: authorId,
    aboutId: message.id,
    ...messageMeasureMail({ decision, reason }),
  })
}
