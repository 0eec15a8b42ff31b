export type ContactQuery = { words: string[]; digits: string | undefined }

/** Fewer digits would match half of the list. */
const fewestDigits = 3

/**
 * The search text of a receptionist: a telephone number in any spelling, without its country code and leading zero;
 * otherwise words of the name.
 */
export function readQuery(text: string): ContactQuery {
  const isNumber = /^[\d\s+().-]+$/.test(text)
  const digits = text
    .replaceAll(/\D/g, '')
    .replace(/^(?:00)?598(?=\d{4})/, '')
    .replace(/^0+/, '')
  if (isNumber && digits.length >= fewestDigits) return { words: [], digits }
  return { words: text.split(/\s+/).filter(Boolean), digits: undefined }
}
