export type ContactQuery = { words: string[]; digits: string | undefined }

/** Fewer digits would match too many people. */
const minDigits = 3

/**
 * Reads a receptionist's search text as a telephone number in any spelling, without its country code and leading zero, or else
 * as words of a name.
 */
export function readQuery(text: string): ContactQuery {
  const isNumber = /^[\d\s+().-]+$/.test(text)
  const digits = text
    .replaceAll(/\D/g, '')
    .replace(/^(?:00)?598(?=\d{4})/, '')
    .replace(/^0+/, '')
  if (isNumber && digits.length >= minDigits) return { words: [], digits }
  return { words: text.split(/\s+/).filter(Boolean), digits: undefined }
}
