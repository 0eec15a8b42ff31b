import { refusalOfReported } from '#server/features/moderation/moderation.policy.ts'
import type { QueueFilter, QueuePage } from '#server/features/moderation/moderation.types.ts'
import {
  closeReportsOf,
  reopenReportsOf,
  reportResults,
  warnAndCloseReportsOf,
} from '#server/features/moderation/usecases/close-reports.ts'
import { queueWarning, warningThread } from '#server/features/moderation/usecases/queue-warning.ts'
import {
  type ActionTarget,
  type Details,
  defineAction,
  type Run,
} from '#server/features/moderation/usecases/staff-actions.ts'
import type { NewNotification } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../conversations.errors.ts'
import { type MessageDecision, messageActionMail, messageActionText } from '../conversations.mail.ts'
import * as queue from '../repository/message-queue.ts'
import { conversationHref } from './notify-unread.ts'

export type QueuedMessage = queue.QueuedMessage

export function listMessageQueue({ db }: Platform, page: QueuePage): Promise<QueuedMessage[]> {
  return queue.listQueued(db, page)
}

export function countMessageQueue({ db }: Platform, view: QueueFilter & { limit: number }): Promise<number> {
  return queue.countQueued(db, view)
}

const message: ActionTarget<QueuedMessage> = {
  type: 'message',
  lock: (tx, { targetId, actor }) => lockReported(tx, { messageId: targetId, staffId: actor.userId }),
}

/** @throws reports.own, reports.of_staff, reports.removed */
function check(_tx: Tx, { actor, row }: Run<QueuedMessage>): void {
  const refusal = refusalOfReported({ actor, reported: row })
  if (refusal) throw fail(refusal)
}

/** What staff do with messages. Each closes the message's open reports, and its undo opens them again. */
export const messageActions = {
  approve: defineAction({
    target: message,
    type: 'approve',
    check,
    apply: closeReportsOf('message'),
    mail: 'none',
    bell: (_tx, run, { closed }) => bellOfReporters(run, { closed, action: 'approve' }),
    undo: { apply: reopenReportsOf, mail: 'none', bell: 'none' },
  }),

  delete: defineAction({
    target: message,
    type: 'delete',
    check,
    async apply(tx, run) {
      const closed = await closeReportsOf('message')(tx, run)
      await setRemoved(tx, { message: run.row, removedAt: run.now })
      return closed
    },
    mail: (tx, run) => mailSender(tx, run, 'delete'),
    bell: (_tx, run, { closed }) => [
      ...bellOfSender(run, 'delete'),
      ...bellOfReporters(run, { closed, action: 'delete' }),
    ],
    undo: {
      async apply(tx, run) {
        await setRemoved(tx, { message: run.row, removedAt: null })
        return reopenReportsOf(tx, run)
      },
      mail: (tx, run) => mailSender(tx, run, 'restore'),
      bell: (_tx, run) => bellOfSender(run, 'restore'),
    },
  }),

  warn: defineAction({
    target: message,
    type: 'warn',
    check,
    apply: warnAndCloseReportsOf('message'),
    mail: (tx, run) => queueWarning(tx, warningMail(run, 'warn')),
    bell: (_tx, run, { closed, details }) => [
      ...bellOfSender({ ...run, details }, 'warn'),
      ...bellOfReporters(run, { closed, action: 'warn' }),
    ],
    undo: {
      apply: reopenReportsOf,
      async mail(tx, run) {
        const mail = warningMail(run, 'unwarn')
        if (mail) await queueMail(tx, mail)
      },
      bell: (_tx, run) => bellOfSender(run, 'unwarn'),
    },
  }),
}

/** Empty when the sender has deleted the account. A removal and its undo are one thread. */
function bellOfSender(
  { row, reason, details = {} }: Run<QueuedMessage> & { details?: Details },
  decision: MessageDecision,
): NewNotification[] {
  const { id, authorId, authorEmail, conversationId } = row
  if (authorEmail === null) return []
  const { subject: title, text: message } = messageActionText({ decision, reason })
  const content = { to: { userId: authorId }, title, message, href: conversationHref(conversationId), about: null }
  return decision === 'warn' || decision === 'unwarn'
    ? [{ ...content, event: 'conversations.warning', thread: warningThread(details, { subject: `message ${id}` }) }]
    : [{ ...content, event: 'conversations.measure', about: { subject: 'message', id } }]
}

function bellOfReporters(
  run: Run<QueuedMessage>,
  result: Pick<Parameters<typeof reportResults>[1], 'closed' | 'action'>,
): NewNotification[] {
  const href = conversationHref(run.row.conversationId)
  return reportResults(run, { ...result, reported: 'un mensaje', hrefOf: () => href })
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

/** Undefined when the sender has deleted the account. */
function warningMail({ platform, row, reason }: Run<QueuedMessage>, decision: 'warn' | 'unwarn') {
  const { authorId, authorEmail: to } = row
  if (to === null) return undefined
  const kind = 'conversations.warning' as const
  return { platform, to, kind, userId: authorId, ...messageActionMail({ decision, reason }) }
}

async function mailSender(
  tx: Tx,
  { platform, row, reason }: Run<QueuedMessage>,
  decision: Exclude<MessageDecision, 'warn' | 'unwarn'>,
): Promise<void> {
  const { authorId, authorEmail: to } = row
  if (to === null) return
  const mail = messageActionMail({ decision, reason })
  await queueMail(tx, { platform, to, kind: 'conversations.measure', userId: authorId, aboutId: row.id, ...mail })
}
