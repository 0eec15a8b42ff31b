export type Reading<T> = { value: T } | { problem: string }
export type Variable<T> = {
  /** One sentence, shown beside a problem and in .env.example. */
  sentence: string
  /** Said in words where it follows from other variables. */
  default: string
  read(text: string): Reading<T>
}

/** Characters of SECRET_KEY. */
export const secretMinLength = 32

export const readText = (text: string): Reading<string> => ({ value: text })

export function readSecretKey(text: string): Reading<string> {
  return text.length >= secretMinLength
    ? { value: text }
    : { problem: `must have at least ${secretMinLength} characters` }
}

export function readInteger(range: { min: number; max: number }): (text: string) => Reading<number> {
  return (text) => {
    const value = Number(text)
    const inRange = /^\d+$/.test(text) && value >= range.min && value <= range.max
    return inRange ? { value } : { problem: `must be a whole number from ${range.min} to ${range.max}` }
  }
}

export function readOneOf(choices: readonly string[]): (text: string) => Reading<string> {
  return (text) => (choices.includes(text) ? { value: text } : { problem: `must be one of: ${choices.join(', ')}` })
}

export function readUrl(protocols: readonly string[]): (text: string) => Reading<string> {
  return (text) => {
    const known = protocols.some((protocol) => text.startsWith(`${protocol}://`))
    const problem = `must be an address that begins with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`
    return known && URL.canParse(text) ? { value: text } : { problem }
  }
}

export function readOrigin(text: string): Reading<string> {
  const url = readUrl(['http', 'https'])(text)
  if ('problem' in url) return url
  const { origin, pathname, search, hash } = new URL(text)
  if (pathname !== '/' || search || hash) return { problem: 'must be protocol, host and port only, without a path' }
  return { value: origin }
}

export function readBoolean(text: string): Reading<boolean> {
  if (text === 'true' || text === '1') return { value: true }
  if (text === 'false' || text === '0') return { value: false }
  return { problem: 'must be true or false' }
}

/** Addresses with an optional path, separated by commas. */
export function readAddresses(text: string): Reading<readonly string[]> {
  const problem = 'must be a list of http or https addresses, separated by commas'
  const parts = text.split(',').map((part) => part.trim())
  const ok = parts.every((part) => {
    if (!URL.canParse(part)) return false
    const { protocol, username, password, search, hash } = new URL(part)
    return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
  })
  return ok ? { value: parts.map((part) => new URL(part).href) } : { problem }
}

/** A private key in PEM; \n may stand for its line breaks. */
export function readPrivateKey(text: string): Reading<string> {
  const pem = text.replaceAll('\\n', '\n')
  return pem.includes('-----BEGIN PRIVATE KEY-----')
    ? { value: pem }
    : { problem: 'must be a PKCS#8 private key in PEM format' }
}
