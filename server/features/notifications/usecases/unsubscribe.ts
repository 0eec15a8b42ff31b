import type { Platform } from '#server/platform/platform.ts'
import type { Unsubscribe } from '#server/platform/unsubscribe-links.ts'
import { setSwitchOfAccount } from '../repository/preferences.ts'
import { wantsMail } from './preferences.ts'

export function receivesMails({ db }: Platform, link: Unsubscribe): Promise<boolean> {
  return wantsMail(db, link)
}

/** Idempotent. The link of an account that was deleted since changes nothing, because it receives no mails. */
export async function setMailsByLink(
  platform: Platform,
  { isOn, ...link }: Unsubscribe & { isOn: boolean },
): Promise<void> {
  await setSwitchOfAccount(platform.db, { ...link, byMail: isOn, now: platform.clock.now() })
}
