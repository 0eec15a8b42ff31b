import type { DocumentAbilities } from '#contract/center-records.ts'
import type { CheckType } from '#contract/check-types.ts'
import { type ComplianceCheck, expiryWarnings } from '#contract/compliance.ts'
import type { Publication } from '#contract/publication.ts'
import { addDays } from '#server/platform/local-time.ts'
import type { Consequence } from './compliance.mail.ts'

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

type DocumentState = Pick<ComplianceCheck, 'status' | 'fileName' | 'requestReason'> & {
  /** The centre uploaded another document of this type later. */
  isReplaced: boolean
  /** The member of staff works at its centre. */
  isOwn: boolean
}

/**
 * What staff may do with a document: decide about one that waits, reject an approved one, and ask for another one in place of
 * the newest of its type.
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

/** What a centre loses while a document of this type is not in force. */
export function consequenceOf(type: CheckType, { isApproved, documents }: Publication): Consequence {
  const isRequired = documents.some((document) => document.type === type && document.need === 'required')
  if (!isApproved) return isRequired ? 'approval' : 'none'
  return type === 'license' && isRequired ? 'bookings' : 'badge'
}

type Warning = (typeof expiryWarnings)[number]

/**
 * The warnings that are due before the last day of a document, the most urgent first. A centre that missed one gets only the
 * most urgent one.
 */
export function warningsDue({ expiryDate, today }: { expiryDate: string; today: string }): Warning[] {
  if (expiryDate < today) return []
  return expiryWarnings.filter((days) => expiryDate <= addDays({ day: today, days })).toReversed()
}
