import type { Position } from '#server/platform/cursor.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../notifications.errors.ts'
import * as repository from '../repository/notifications.ts'

const retentionMs = 180 * dayMs

type ListPage = { userId: string; onlyUnread: boolean; limit: number; after: Position | undefined }

/** Returns one row more than `limit` when another page follows. */
export async function listNotifications({ db }: Platform, { limit, ...input }: ListPage) {
  return repository.listNotifications(db, { ...input, limit: limit + 1 })
}

/** @throws notifications.not_found */
export async function markRead(
  { db, clock }: Platform,
  { isRead, ...input }: { userId: string; notificationId: string; isRead: boolean },
): Promise<void> {
  if (!(await repository.setReadAt(db, { ...input, readAt: isRead ? clock.now() : null }))) {
    throw fail('notifications.not_found')
  }
}

/** A notification that is stored after `upTo` stays unread. */
export async function markAllRead({ db, clock }: Platform, input: { userId: string; upTo: Date }): Promise<void> {
  await repository.setAllRead(db, { ...input, readAt: clock.now() })
}

export async function deleteOldNotifications({ db, clock }: Platform): Promise<void> {
  await repository.deleteNotificationsBefore(db, { before: new Date(clock.now().getTime() - retentionMs) })
}
