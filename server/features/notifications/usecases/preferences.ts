import type { NotificationKind, NotificationPreference } from '#contract/notifications.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { preferencesOf } from '../notifications.rules.ts'
import { deleteNotifications } from '../repository/notifications.ts'
import { deleteSwitches, findSwitches, setSwitch } from '../repository/preferences.ts'
import { deletePushSubscriptions as deleteSubscriptions } from '../repository/push.ts'

/** Whether the user receives mails of this kind. Callers check it in the transaction that queues the mail. */
export async function wantsMail(db: Db | Tx, input: { userId: string; kind: NotificationKind }): Promise<boolean> {
  const preferences = preferencesOf(await findSwitches(db, input))
  return preferences.some(({ kind, byMail }) => kind === input.kind && byMail)
}

export async function listPreferences(
  platform: Platform,
  input: { userId: string },
): Promise<NotificationPreference[]> {
  return preferencesOf(await findSwitches(platform.db, input))
}

export async function setPreference(
  platform: Platform,
  input: { userId: string; kind: NotificationKind; byMail?: boolean | undefined; byPush?: boolean | undefined },
): Promise<void> {
  await setSwitch(platform.db, { ...input, now: platform.clock.now() })
}

export async function deleteNotificationData(tx: Tx, input: { userId: string }): Promise<void> {
  await deleteSwitches(tx, input)
  await deleteNotifications(tx, input)
  await deleteSubscriptions(tx, input)
}
