import { hourMs } from '#server/platform/local-time.ts'
import type { Method } from '../auth.types.ts'

type Kind = {
  type: string
  /** The lifetime of link and code. */
  lifetimeMs: number
  /** The session's method after following the link. */
  method: Method
  /** The user's column with the time of the last mail. */
  sentAt: 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at' | undefined
}

const emailChange = {
  type: 'email_change',
  lifetimeMs: 24 * hourMs,
  method: 'email_change',
  sentAt: 'email_change_sent_at',
} as const

export const kinds = {
  signup: { type: 'signup', lifetimeMs: 24 * hourMs, method: 'email/signup', sentAt: 'confirmation_sent_at' },
  magiclink: { type: 'magiclink', lifetimeMs: hourMs, method: 'magiclink', sentAt: 'recovery_sent_at' },
  recovery: { type: 'recovery', lifetimeMs: hourMs, method: 'recovery', sentAt: 'recovery_sent_at' },
  email_change_current: emailChange,
  email_change_new: emailChange,
  /** Only a code, for the session that requested it. It opens no session. */
  reauthentication: { type: '', lifetimeMs: hourMs / 4, method: 'otp', sentAt: undefined },
} as const satisfies Record<string, Kind>
export type TokenKind = keyof typeof kinds

/** The tokens that a `type` of the protocol may consume. The first sign-in by mail is a sign-up. */
const kindsOfType = new Map<string, readonly TokenKind[]>([
  ['signup', ['signup']],
  ['magiclink', ['magiclink', 'signup']],
  ['email', ['magiclink', 'signup']],
  ['recovery', ['recovery']],
  ['email_change', ['email_change_current', 'email_change_new']],
  // The protocol has this type; the service mails none.
  ['invite', []],
])

export function isKnownType(type: string): boolean {
  return kindsOfType.has(type)
}

export function kindsOf(type: string): readonly TokenKind[] {
  return kindsOfType.get(type) ?? []
}
