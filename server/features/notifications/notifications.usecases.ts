import { failField } from '#contract/errors.ts'
import type { NotificationKind, NotificationPreference } from '#contract/notifications.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

import { deleteSwitches, findSwitches, setSwitch } from './notifications.repository.ts'
import { isSentKind, preferencesOf, type SentKind } from './notifications.rules.ts'

/** Whether to mail the person about this kind of thing. For whoever queues such a mail, in the same transaction. */
export async function wantsMail(db: Db | Tx, o: { userId: string; kind: SentKind }): Promise<boolean> {
  const preferences = preferencesOf(await findSwitches(db, o))
  return preferences.some(({ kind, byMail }) => kind === o.kind && byMail)
}

export async function listPreferences(platform: Platform, o: { userId: string }): Promise<NotificationPreference[]> {
  return preferencesOf(await findSwitches(platform.db, o))
}

/** Refuses a kind that nothing sends: a switch for it would be a promise. */
export async function setPreference(
  platform: Platform,
  o: { userId: string; kind: NotificationKind; byMail: boolean },
): Promise<void> {
  if (!isSentKind(o.kind)) {
    throw failField('kind', 'Por ahora no enviamos estos avisos')
  }
  await setSwitch(platform.db, { ...o, now: platform.clock.now() })
}

export async function forgetPreferences(tx: Tx, o: { userId: string }): Promise<void> {
  await deleteSwitches(tx, o)
}
