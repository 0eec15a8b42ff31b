/** The parts of nodemailer's errors that say which command the mail server refused, and how. */
type Refused = { command?: string; responseCode?: number; response?: string }

/**
 * `recipient or content`: every attempt would be refused like this one. `full mailbox`: it ends by itself. `our account`: the
 * operator can repair it, or a new day ends it: a password, a quota, a sender, or the authorization of a relay. `uncertain`: it
 * may be the recipient or our account.
 */
export type RefusalCause = 'recipient or content' | 'full mailbox' | 'our account' | 'uncertain'

/**
 * What RFC 3463 calls an unusable recipient or message. Left out are 5.1.0, 5.1.7 and 5.1.8, with which servers refuse the sender,
 * also as a reply to RCPT TO, and 5.7, with which they refuse both mails and accounts.
 */
const permanentStatuses = /^5\.(?:1\.(?:1|2|3|4|6|10)|2\.[13]|3\.4|6\.\d{1,3})$/
/** Exchange Online has 5.4.1 for an unknown recipient; other servers have both for a route that is missing. */
const uncertainStatuses = ['5.4.1', '5.4.4']
/**
 * As replies to RCPT TO, RFC 5321 has these for a mailbox that does not exist. Submission relays also refuse our account with them,
 * so without an enhanced status code the text decides.
 */
const recipientCodes = [550, 551, 553]
const unknownRecipient =
  /no such (?:user|person|recipient|mailbox|address)|(?:unknown|invalid) (?:user|recipient|mailbox)|(?:user|recipient|mailbox|address) (?:unknown|not found)|no mailbox here|(?:does not|doesn't) exist/i
/** What a refusal of our account or of the moment says, also one that mentions the recipient. */
const anotherReason =
  /quota|limit|exceed|too many|rate|relay|auth|password|sender|\bfrom\b|verif|try|again|later|temporar|block|spam|policy/i
/** Replies are shorter. */
const judgedLength = 2000

/** Why the mail server refused a mail with a 5xx reply; undefined for a 4xx reply, or an error that is no reply. */
export function refusalCause(error: Error): RefusalCause | undefined {
  const { command, responseCode = 0, response = '' } = error as Refused
  if (responseCode < 500 || responseCode > 599) return undefined
  // Every command before these two is about the connection, the account or the sender.
  if (command !== 'RCPT TO' && command !== 'DATA') return 'our account'
  const reply = response.slice(0, judgedLength)
  const status = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/m.exec(reply)?.[1]
  if (status === undefined) {
    if (command !== 'RCPT TO' || !recipientCodes.includes(responseCode)) return 'our account'
    return unknownRecipient.test(reply) && !anotherReason.test(reply) ? 'recipient or content' : 'uncertain'
  }
  if (status === '5.2.2') return 'full mailbox'
  if (uncertainStatuses.includes(status)) return 'uncertain'
  return permanentStatuses.test(status) ? 'recipient or content' : 'our account'
}
