import { createHash } from 'node:crypto'
import { failRequest } from '#contract/errors.ts'

/** Short texts, numbers, booleans, dates, and lists of them, by name. */
type Shown = Readonly<Record<string, unknown>>

/**
 * The version of what a caller sees of a stored thing. A write carries it, and the use case compares it under the row's lock
 * with the version of what is stored then. It covers only what the caller sees, so a change of another column refuses nothing.
 */
export function versionOf(shown: Shown): string {
  const entries = Object.entries(shown).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 22)
}

/** `seen`: the version that the caller read; undefined for a server's own write, which reads and writes under one lock. */
type Compared = { seen: string | undefined; current: string }

/**
 * Refuses a write when another one came between, unless that one stored what this one would store (`next`): then the
 * request is a repetition.
 */
export function requireVersion({ seen, current, next }: Compared & { next?: string }): void {
  if (seen !== undefined && seen !== current && next !== current) throw failRequest('request.changed_meanwhile')
}

/** What the caller agreed to is no longer what applies. @throws request.terms_changed */
export function requireTerms({ seen, current }: Compared): void {
  if (seen !== undefined && seen !== current) throw failRequest('request.terms_changed')
}
