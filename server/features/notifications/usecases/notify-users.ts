import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { insertNotifications, type NewNotification, setReadByHref } from '../repository/notifications.ts'

export type { NewNotification } from '../repository/notifications.ts'

/**
 * Stores notifications in the transaction of the event, and queues their push messages.
 * @returns how many it stored, without the subjects of which a user was notified before
 */
export async function notifyUsers(
  tx: Tx | Db,
  { platform, entries }: { platform: Platform; entries: readonly NewNotification[] },
): Promise<number> {
  if (entries.length === 0) return 0
  return insertNotifications(tx, { entries, now: platform.clock.now() })
}

export async function markSeen(
  { db, clock }: Platform,
  input: { userIds: readonly string[]; href: string },
): Promise<void> {
  await setReadByHref(db, { ...input, readAt: clock.now() })
}
