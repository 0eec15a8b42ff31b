import { blockedSentence } from '#web/features/auth/blocked-message.ts'

type Kind = 'confirmed' | 'halfway' | 'failed' | 'unavailable'

/**
 * `halfway`: a change of address waits for the other mailbox's link. `unavailable`: the service failed, and the link is
 * still valid. `code`: the service's code, and `message` its sentence; both are trusted only with proof that the service
 * wrote them.
 */
export type LinkOutcome = { kind: Kind; code: string; message?: string }

const confirmationTypes = ['signup', 'email', 'email_change']

/** The outcome of a mailed link in an address's fragment; undefined for any other fragment. */
export function readLinkOutcome(fragment: string): LinkOutcome | undefined {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  if (values.has('error') || values.has('error_code')) {
    const kind = values.get('error') === 'server_error' ? 'unavailable' : 'failed'
    return { kind, code: values.get('error_code') ?? '', message: values.get('error_description') ?? '' }
  }
  if (values.has('access_token')) {
    return confirmationTypes.includes(values.get('type') ?? '') ? { kind: 'confirmed', code: '' } : undefined
  }
  return values.has('message') ? { kind: 'halfway', code: 'halfway' } : undefined
}

/** Why the account is blocked, in Spanish; undefined for any other failure. */
export function blockedReason(outcome: LinkOutcome): string | undefined {
  return outcome.code === 'user_banned' ? blockedSentence(outcome.message ?? '') : undefined
}
