/** As the column takes it. */
const nameMax = 200
const ending = '.pdf'

/** Control characters, marks that turn the direction of what follows or can't be seen, and halves of letters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** What some system gives a meaning in a file name. */
const meaningful = /[<>:"|?*]/g

/**
 * The name of an uploaded PDF, fit to be shown and to be saved under: the last part of a path, in one direction, without
 * anything hidden, and ending as what it is.
 */
export function cleanFileName(name: string): string {
  const last = name.replace(unseen, '').split(/[/\\]/).at(-1) ?? ''
  const words = last.replace(meaningful, '-').replace(/\s+/gu, ' ').trim()
  const stem = words
    .replace(/\.pdf$/i, '')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
    .slice(0, nameMax - ending.length)
    // Cut in the middle of a letter.
    .replace(/[\ud800-\udbff]$/, '')
  return `${stem || 'documento'}${ending}`
}
