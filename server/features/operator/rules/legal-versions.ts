import { builtInLegalVersions } from '#contract/brand.ts'
import type { LegalDocument } from '#contract/legal-texts.ts'

/** The version of each document that is in effect on a day (YYYY-MM-DD, of Uruguay). `published`: the newest first. */
export function versionsOn(
  today: string,
  published: readonly { document: LegalDocument; version: string }[],
): Record<LegalDocument, string> {
  const of = (document: LegalDocument) =>
    published.find((each) => each.document === document && each.version <= today)?.version ??
    builtInLegalVersions[document]
  return { terms: of('terms'), privacy: of('privacy') }
}
