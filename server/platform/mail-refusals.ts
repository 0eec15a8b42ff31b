/** The parts of nodemailer's errors that say which command the mail server refused, and how. */
type Refused = { command?: string; responseCode?: number; response?: string }

/**
 * `recipient or content`: every attempt would be refused like this one. `full mailbox`: it ends by itself. `our account`: the
 * operator can repair it, or a new day ends it: a password, a quota, a sender, or the authorization of a relay.
 */
export type RefusalCause = 'recipient or content' | 'full mailbox' | 'our account'

/**
 * What RFC 3463 calls an unusable recipient or message. Left out are 5.1.0, 5.1.7 and 5.1.8, with which servers refuse the sender,
 * also as a reply to RCPT TO, and 5.7, with which they refuse both mails and accounts.
 */
const permanentStatuses = /^5\.(?:1\.(?:1|2|3|4|6|10)|2\.[13]|3\.4|6\.\d{1,3})$/
/** Without an enhanced status code: as replies to RCPT TO, RFC 5321 has these for a mailbox that does not exist. */
const permanentCodes = [550, 551, 553]

/** Why the mail server refused a mail with a 5xx reply; undefined for a 4xx reply, or an error that is no reply. */
export function refusalCause(error: Error): RefusalCause | undefined {
  const { command, responseCode = 0, response = '' } = error as Refused
  if (responseCode < 500 || responseCode > 599) return undefined
  // Every command before these two is about the connection, the account or the sender.
  if (command !== 'RCPT TO' && command !== 'DATA') return 'our account'
  const status = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (status === '5.2.2') return 'full mailbox'
  const isPermanent =
    status === undefined
      ? command === 'RCPT TO' && permanentCodes.includes(responseCode)
      : permanentStatuses.test(status)
  return isPermanent ? 'recipient or content' : 'our account'
}
