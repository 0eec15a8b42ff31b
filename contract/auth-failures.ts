/**
 * The authentication protocol's errors carry a code and an English sentence, and its client passes nothing else on. A fact that
 * the code does not contain is therefore part of the sentence: the server writes it with this file, and the browser parses it.
 */

export const mailTooSoonMessage = (seconds: number) =>
  `For security purposes, you can only request this after ${seconds} seconds.`
export const factorLockedMessage = (seconds: number) =>
  `Too many invalid TOTP codes, try again after ${seconds} seconds.`

/** How long the caller must wait; undefined when the sentence does not contain it. */
export function parseWaitSeconds(message: string): number | undefined {
  const [, seconds] = /\bafter (\d{1,9}) seconds?/.exec(message) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** Whether `over_request_rate_limit` locks a second factor, rather than the caller's address. */
export const isFactorLocked = (message: string) => message.startsWith('Too many invalid TOTP codes')

export const passwordTooShort = (least: number) => `Password should be at least ${least} characters.`

export function parseLeastLength(message: string): number | undefined {
  const [, least] = /\bat least (\d{1,4}) characters/.exec(message) ?? []
  return least === undefined ? undefined : Number(least)
}

export const validationFaults = {
  name: 'A name has no line breaks, addresses, links or @',
  phone: 'Invalid telephone number',
  outdatedTerms: 'These terms are no longer in effect',
  email: 'Unable to validate email address: invalid format',
  longPassword: 'Password cannot be longer than 72 characters',
  passwordCharacters: 'password contains characters that cannot be stored',
} as const
export type ValidationFault = keyof typeof validationFaults

/** Undefined for a fault that none of our forms can cause. */
export function parseValidationFault(message: string): ValidationFault | undefined {
  // A name and a telephone number follow the path of their field: `data.phone: Invalid telephone number`.
  const fault = message.replace(/^data\.\w{1,60}: /, '')
  const known = (Object.keys(validationFaults) as ValidationFault[]).find((key) => validationFaults[key] === fault)
  if (known) return known
  // Every other fault of a field begins with the field's name.
  if (message.startsWith('email')) return 'email'
  return message.startsWith('password') ? 'passwordCharacters' : undefined
}

export type BlockedAccount = { isClosed: boolean; until: string | undefined; reason: string | undefined }

/** The sentence of `user_banned`. */
export function blockedMessage({ isClosed, until, reason }: BlockedAccount): string {
  const end = until === undefined ? '' : ` until ${until}`
  return `User is ${isClosed ? 'banned' : 'suspended'}${end}.${reason ? ` Reason: ${reason}` : ''}`
}

/** Undefined for any other sentence. */
export function parseBlockedAccount(message: string): BlockedAccount | undefined {
  const match = /^User is (banned|suspended)(?: until (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z))?\.?(?: Reason: (.+))?$/s.exec(
    message,
  )
  return match ? { isClosed: match[1] === 'banned', until: match[2], reason: match[3] } : undefined
}
