import type { DocumentAbilities } from '#contract/center-records.ts'
import type { CheckType } from '#contract/check-types.ts'
import { type ComplianceCheck, expiryWarnings } from '#contract/compliance.ts'
import type { Publication } from '#contract/publication.ts'
import { addDays } from '#server/platform/local-time.ts'
import type { Consequence } from '../mail/documents.ts'

/** The maximum length of the column. */
const nameMax = 200
const ending = '.pdf'
const endings = /\.(?:pdf|jpe?g|png|webp|avif|heic|heif)$/i
/**
 * This is more than the 255 characters that file systems allow, because some are removed. No regular expression reads a
 * longer text.
 */
const readableMax = 400

/** Control characters, direction marks, invisible characters and lone surrogates. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Characters that some operating system reserves in file names. */
const reserved = /[<>:"|?*]/g

/**
 * The name of an uploaded PDF, or of the picture that becomes one, safe to show and to save: the last part of its path, without direction marks and invisible
 * characters, and with the ending .pdf. A name that is too long is cut before the ending.
 */
export function cleanFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).slice(0, readableMax)
  const words = last.replace(invisible, '').replace(reserved, '-').replace(/\s+/gu, ' ').trim()
  const stem = trimDots(words.replace(endings, ''))
    .slice(0, nameMax - ending.length)
    // The cut may have left half of a surrogate pair.
    .replace(/[\ud800-\udbff]$/, '')
  return `${trimDots(stem) || 'documento'}${ending}`
}

/** Trims spaces and dots with a loop, because a regular expression for the end would take quadratic time. */
function trimDots(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isDot(text[start])) start += 1
  while (end > start && isDot(text[end - 1])) end -= 1
  return text.slice(start, end)
}

function isDot(letter: string | undefined): boolean {
  return letter === '.' || letter?.trim() === ''
}

type DocumentState = Pick<ComplianceCheck, 'status' | 'fileName' | 'requestReason'> & {
  isReplaced: boolean
  /** Whether the member of staff works at the document's centre. */
  isOwn: boolean
}

/**
 * What staff may do with a document: approve or reject a pending one, reject an approved one, and request a replacement for
 * the newest one of its type.
 */
export function documentAbilities({
  status,
  fileName,
  requestReason,
  isReplaced,
  isOwn,
}: DocumentState): DocumentAbilities {
  if (fileName === null || isOwn) return { approve: false, reject: false, request: false }
  return {
    approve: status === 'pending',
    reject: status === 'pending' || status === 'approved',
    request: requestReason === null && !isReplaced,
  }
}

export function consequenceOf(type: CheckType, { isApproved, documents }: Publication): Consequence {
  const isRequired = documents.some((document) => document.type === type && document.need === 'required')
  if (!isApproved) return isRequired ? 'approval' : 'none'
  return type === 'license' && isRequired ? 'bookings' : 'badge'
}

type Warning = (typeof expiryWarnings)[number]

/**
 * The due warnings about a document's last day, the most urgent first. The caller sends only the most urgent one.
 */
export function warningsDue({ expiryDate, today }: { expiryDate: string; today: string }): Warning[] {
  if (expiryDate < today) return []
  return expiryWarnings.filter((days) => expiryDate <= addDays({ day: today, days })).toReversed()
}

/** The median of fewer reviews means little. */
const minReviews = 10

/** The median in whole hours, rounded up; undefined after too few reviews. */
export function usualReviewHours(hours: readonly number[]): number | undefined {
  if (hours.length < minReviews) return undefined
  const sorted = hours.toSorted((a, b) => a - b)
  return Math.max(1, Math.ceil(sorted[Math.floor((sorted.length - 1) / 2)] ?? 1))
}
