export type Reading<T> = { value: T } | { problem: string }
export type Variable<T> = {
  /** One Spanish sentence, shown beside a problem and in .env.example. */
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
    : { problem: `debe tener al menos ${secretMinLength} caracteres` }
}

export function readInteger(range: { min: number; max: number }): (text: string) => Reading<number> {
  return (text) => {
    const value = Number(text)
    const inRange = /^\d+$/.test(text) && value >= range.min && value <= range.max
    return inRange ? { value } : { problem: `debe ser un número entero de ${range.min} a ${range.max}` }
  }
}

export function readOneOf(choices: readonly string[]): (text: string) => Reading<string> {
  return (text) => (choices.includes(text) ? { value: text } : { problem: `debe ser uno de: ${choices.join(', ')}` })
}

export function readUrl(protocols: readonly string[]): (text: string) => Reading<string> {
  return (text) => {
    const known = protocols.some((protocol) => text.startsWith(`${protocol}://`))
    const problem = `debe ser una dirección que empiece con ${protocols.map((p) => `${p}://`).join(' o ')}`
    return known && URL.canParse(text) ? { value: text } : { problem }
  }
}

export function readOrigin(text: string): Reading<string> {
  const url = readUrl(['http', 'https'])(text)
  if ('problem' in url) return url
  const { origin, pathname, search, hash } = new URL(text)
  if (pathname !== '/' || search || hash) return { problem: 'debe ser solo protocolo, dominio y puerto, sin ruta' }
  return { value: origin }
}

export function readBoolean(text: string): Reading<boolean> {
  if (text === 'true' || text === '1') return { value: true }
  if (text === 'false' || text === '0') return { value: false }
  return { problem: 'debe ser true o false' }
}

/** Addresses with an optional path, separated by commas. */
export function readAddresses(text: string): Reading<readonly string[]> {
  const problem = 'debe ser una lista de direcciones http o https, separadas por comas'
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
    : { problem: 'debe ser una clave privada PKCS#8 en formato PEM' }
}
