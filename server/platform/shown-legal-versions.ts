import { builtInLegalVersions, legalVersions } from '#contract/brand.ts'
import { failRequest } from '#contract/errors.ts'
import { type LegalDocument, legalDocuments } from '#contract/legal-texts.ts'

/** A form may stay open for a day after it showed a version, and its sign-up be confirmed a day later. */
export const shownForDays = 2

type Versions = Readonly<Record<LegalDocument, string>>

let recent: readonly Versions[] = [builtInLegalVersions]
let earlier: ReadonlySet<string> = new Set()

/**
 * Replaces what this process knows of versions that pages have shown. `shown`: those in effect on each of the last days.
 * `all`: every version that was ever in effect.
 */
export function applyShownVersions(input: {
  shown: readonly Versions[]
  all: readonly { document: LegalDocument; version: string }[]
}): void {
  recent = input.shown
  earlier = new Set(input.all.map(({ document, version }) => `${document} ${version}`))
}

/** Whether a page that is still open may show this version: it is in effect, or was so until a moment ago. */
export function isShownVersion(document: LegalDocument, version: unknown): version is string {
  if (version === legalVersions[document]) return true
  return recent.some((versions) => versions[document] === version)
}

/** The versions that a form showed; those in effect for one that names none. @throws request.terms_changed for older ones */
export function requireShownVersions(shown: Versions | undefined): Versions {
  const isShown = legalDocuments.every((document) => !shown || isShownVersion(document, shown[document]))
  if (!isShown) throw failRequest('request.terms_changed')
  return shown ?? legalVersions
}

/** Whether it is an earlier version, which was replaced too long ago to be accepted. */
export function isOutdatedVersion(document: LegalDocument, version: unknown): boolean {
  return !isShownVersion(document, version) && earlier.has(`${document} ${String(version)}`)
}
