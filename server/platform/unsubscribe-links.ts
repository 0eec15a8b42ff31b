import { type NotificationKind, notificationKinds } from '#contract/notifications.ts'
import type { Platform } from './platform.ts'
import { seal, unseal } from './secrets.ts'

const purpose = 'unsubscribe links'
const encoding = 'base64url'

/** The account and the kind of mail that a link turns off. */
export type Unsubscribe = { userId: string; kind: NotificationKind }

/**
 * The address at which the reader of a promotional mail stops such mails without signing in. It never expires, because readers
 * keep mails for years, and it names neither the account nor the kind.
 */
export function unsubscribeUrl(
  { secret, settings }: Pick<Platform, 'secret' | 'settings'>,
  { userId, kind }: Unsubscribe,
): string {
  const token = seal({ secret, purpose, text: `${userId} ${kind}` }).toString(encoding)
  return `${settings.publicUrl}/baja/${token}`
}

/** Undefined for a token that this server has not made. */
export function readUnsubscribe({ secret }: Pick<Platform, 'secret'>, token: string): Unsubscribe | undefined {
  if (token.length > 200) return undefined
  const [userId = '', name] = unseal({ secret, purpose, sealed: Buffer.from(token, encoding) })?.split(' ') ?? []
  const kind = notificationKinds.find((each) => each === name)
  return kind && { userId, kind }
}
