/** Why an account may not be used: it was closed for good, or suspended, perhaps until an instant. */
export type BlockedAccount = { isClosed: boolean; until: string | undefined; reason: string | undefined }

/**
 * The English sentence of the authentication protocol's `user_banned`. Its errors carry no more than a code and a sentence,
 * so the facts stand in the sentence, and `parseBlockedAccount` reads them out of it for the screen.
 */
export function blockedMessage({ isClosed, until, reason }: BlockedAccount): string {
  const end = until === undefined ? '' : ` until ${until}`
  return `User is ${isClosed ? 'banned' : 'suspended'}${end}.${reason ? ` Reason: ${reason}` : ''}`
}

/** Undefined for any other sentence. */
export function parseBlockedAccount(message: string): BlockedAccount | undefined {
  const found = /^User is (banned|suspended)(?: until (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z))?\.?(?: Reason: (.+))?$/s.exec(
    message,
  )
  return found ? { isClosed: found[1] === 'banned', until: found[2], reason: found[3] } : undefined
}
