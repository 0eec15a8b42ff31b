import { blockedSentence } from '#web/features/auth/blocked-message.ts'

type Kind = 'confirmed' | 'halfway' | 'failed' | 'unserved'

/**
 * `halfway`: a change of address waits for the other mailbox's link. `unserved`: the link is still valid.
 * `word`: the service's code, and `message` its sentence; both are trusted only with proof that the service wrote them.
 */
export type LinkOutcome = { kind: Kind; word: string; message?: string }

const confirming = ['signup', 'email', 'email_change']

/** The outcome of a mailed link in an address's fragment; undefined for any other fragment. */
export function readLinkOutcome(fragment: string): LinkOutcome | undefined {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  if (values.has('error') || values.has('error_code')) {
    const kind = values.get('error') === 'server_error' ? 'unserved' : 'failed'
    return { kind, word: values.get('error_code') ?? '', message: values.get('error_description') ?? '' }
  }
  if (values.has('access_token')) {
    return confirming.includes(values.get('type') ?? '') ? { kind: 'confirmed', word: '' } : undefined
  }
  return values.has('message') ? { kind: 'halfway', word: 'halfway' } : undefined
}

/** Why the account is blocked, in Spanish; undefined for any other failure. */
export function blockedReason(outcome: LinkOutcome): string | undefined {
  return outcome.word === 'user_banned' ? blockedSentence(outcome.message ?? '') : undefined
}
