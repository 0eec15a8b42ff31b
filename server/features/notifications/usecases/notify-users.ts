import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { deleteUnread, insertNotifications, type NewNotification, setReadByHref } from '../repository/notifications.ts'

export type { NewNotification } from '../repository/notifications.ts'

/**
 * Stores notifications in the transaction of the event, and queues their push messages.
 * @returns how many it stored, without the subjects of which a user was notified before
 */
export async function notifyUsers(
  tx: Tx | Db,
  { platform, entries }: { platform: Pick<Platform, 'clock'>; entries: readonly NewNotification[] },
): Promise<number> {
  return notifyAt(tx, { entries, now: platform.clock.now() })
}

export async function notifyAt(
  tx: Tx | Db,
  { entries, now }: { entries: readonly NewNotification[]; now: Date },
): Promise<number> {
  return entries.length === 0 ? 0 : insertNotifications(tx, { entries, now })
}

/** Withdraws what its readers have not read, because it is no longer true. */
export async function withdrawUnread(tx: Tx, input: { thread: string }): Promise<void> {
  await deleteUnread(tx, input)
}

export async function markSeen(
  { db, clock }: Platform,
  input: { userIds: readonly string[]; href: string },
): Promise<void> {
  await setReadByHref(db, { ...input, readAt: clock.now() })
}
