/** Why an account is blocked: it was closed for good, or suspended, possibly until an instant. */
export type BlockedAccount = { isClosed: boolean; until: string | undefined; reason: string | undefined }

/**
 * The English message of the authentication protocol's `user_banned`. The protocol's errors carry only a code and a message,
 * so the message contains the facts, and `parseBlockedAccount` reads them for the screen. */
export function blockedMessage({ isClosed, until, reason }: BlockedAccount): string {
  const end = until === undefined ? '' : ` until ${until}`
  return `User is ${isClosed ? 'banned' : 'suspended'}${end}.${reason ? ` Reason: ${reason}` : ''}`
}

/** Undefined for any other message. */
export function parseBlockedAccount(message: string): BlockedAccount | undefined {
  const match = /^User is (banned|suspended)(?: until (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z))?\.?(?: Reason: (.+))?$/s.exec(
    message,
  )
  return match ? { isClosed: match[1] === 'banned', until: match[2], reason: match[3] } : undefined
}
