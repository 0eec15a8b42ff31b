/** The parsed URL; undefined for a text that is none. `URL.canParse` is missing in Safari before 17. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** A whole address of the web, however its protocol is spelled: a telephone begins a typed text with a capital. */
export const isWebAddress = (text: string): boolean => webProtocol.test(text) && parseUrl(text) !== undefined

/** A typed address with its protocol in lower case; any other text as it is. */
export const withLowercaseProtocol = (text: string): string =>
  text.replace(webProtocol, (protocol) => protocol.toLowerCase())

const webProtocol = /^https?:\/\//i
