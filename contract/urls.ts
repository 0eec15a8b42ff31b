/** The parsed URL; undefined for a text that is none. `URL.canParse` is missing in Safari before 17. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
