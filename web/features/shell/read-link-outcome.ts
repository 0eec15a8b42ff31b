/** `halfway`: a change of address waits for the other mailbox's link. `unserved`: the link is as good as before. */
export type LinkOutcome = 'confirmed' | 'halfway' | 'failed' | 'unserved'

const confirming = ['signup', 'email', 'email_change']

/** What the fragment of an address says about a mailed link; undefined when it is about something else. */
export function readLinkOutcome(fragment: string): LinkOutcome | undefined {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  if (values.get('error') === 'server_error') return 'unserved'
  if (values.has('error') || values.has('error_code')) return 'failed'
  if (values.has('access_token') && confirming.includes(values.get('type') ?? '')) return 'confirmed'
  return values.has('message') ? 'halfway' : undefined
}
