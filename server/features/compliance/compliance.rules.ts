/** As the column takes it. */
const nameMax = 200
const ending = '.pdf'
/** File systems allow 255; the spare room is for what is removed. No pattern runs on more than this. */
const readMax = 400

/** Control characters, marks that turn the direction of what follows or can't be seen, and halves of letters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** What some system gives a meaning in a file name. */
const meaningful = /[<>:"|?*]/g

/**
 * The name of an uploaded PDF, fit to be shown and to be saved under: the last part of a path, in one direction, without
 * anything hidden, and ending as what it is. A name that is too long keeps its beginning and its ending.
 */
export function cleanFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).slice(0, readMax)
  const words = last.replace(unseen, '').replace(meaningful, '-').replace(/\s+/gu, ' ').trim()
  const stem = trimDots(words.replace(/\.pdf$/i, ''))
    .slice(0, nameMax - ending.length)
    // Cut in the middle of a letter.
    .replace(/[\ud800-\udbff]$/, '')
  return `${trimDots(stem) || 'documento'}${ending}`
}

/** Without spaces and dots at both ends. A loop, because a pattern for the end tries again at every dot. */
function trimDots(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isDot(text[start])) start += 1
  while (end > start && isDot(text[end - 1])) end -= 1
  return text.slice(start, end)
}

function isDot(letter: string | undefined): boolean {
  return letter === '.' || letter?.trim() === ''
}
