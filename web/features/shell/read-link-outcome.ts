import { blockedSentence } from '#web/features/auth/blocked-message.ts'

type Kind = 'confirmed' | 'halfway' | 'failed' | 'unserved'

/**
 * `halfway`: a change of address waits for the other mailbox's link. `unserved`: the link is as good as before.
 * `word`: what the service calls it, and `message` its sentence; both count only if it is really the service's.
 */
export type LinkOutcome = { kind: Kind; word: string; message?: string }

const confirming = ['signup', 'email', 'email_change']

/** What the fragment of an address says about a mailed link; undefined when it is about something else. */
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

/** Why the account may not be used, in Spanish; undefined for links that failed in any other way. */
export function blockedReason(outcome: LinkOutcome): string | undefined {
  return outcome.word === 'user_banned' ? blockedSentence(outcome.message ?? '') : undefined
}
