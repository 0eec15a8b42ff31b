import type { ComplianceCheck } from '#contract/compliance.ts'

/** The limit of the column. */
const nameMax = 200
const ending = '.pdf'
/** File systems allow 255; the rest is room for characters that are removed. No pattern runs on a longer text. */
const readMax = 400

/** Control characters, direction marks, invisible characters and lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Characters that have a meaning in file names on some system. */
const meaningful = /[<>:"|?*]/g

/**
 * The name of an uploaded PDF, safe to show and to save: the last part of its path, without direction marks and invisible
 * characters, and with the ending .pdf. A name that is too long is cut before the ending.
 */
export function cleanFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).slice(0, readMax)
  const words = last.replace(unseen, '').replace(meaningful, '-').replace(/\s+/gu, ' ').trim()
  const stem = trimDots(words.replace(/\.pdf$/i, ''))
    .slice(0, nameMax - ending.length)
    // Half of a surrogate pair, where the cut was inside a letter.
    .replace(/[\ud800-\udbff]$/, '')
  return `${trimDots(stem) || 'documento'}${ending}`
}

/** Trims spaces and dots. A loop, because a pattern for the end would take quadratic time. */
function trimDots(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isDot(text[start])) start += 1
  while (end > start && isDot(text[end - 1])) end -= 1
  return text.slice(start, end)
}

function isDot(letter: string | undefined): boolean {
  return letter === '.' || letter?.trim() === ''
}

/** Whether staff may approve or reject a document: it was uploaded, and no review has decided about it. */
export function isReviewable({ status, fileName }: Pick<ComplianceCheck, 'status' | 'fileName'>): boolean {
  return status === 'pending' && fileName !== null
}
