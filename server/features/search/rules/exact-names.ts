import { foldText, wordsOf } from '#contract/folded-text.ts'
import { recognizeSpecialties } from '#contract/recognize-specialties.ts'
import { conditionAt } from './conditions.ts'
import { isEmptyWord } from './empty-words.ts'
import { isTitle } from './words.ts'

/** A name that has the typed words: that of a professional who works at the centre, or that of the centre itself. */
export type NameRow = { centerId: string; kind: 'professional' | 'center'; name: string }

/** The words of a name without its title, folded: `ana`, `suarez` of «Lic. Ana Suárez». */
const wordsOfName = (name: string) => new Set(wordsOf(name).filter((word) => !isTitle(word) && !isEmptyWord(word)))

/**
 * What of a typed text may be a name, folded: all of its words, and those that mean no specialty, as «ana suárez» of
 * «psicóloga Ana Suárez». At most ten words each, and none for a text without such words.
 */
export function nameReadings(text: string): string[][] {
  const all = [...wordsOfName(text)].slice(0, 10)
  const names = all.filter((word) => recognizeSpecialties(word).length === 0 && !conditionAt([word], 0))
  if (names.length === 0) return []
  return names.length === all.length ? [all] : [all, names]
}

/**
 * The centres that the text names, each with its rank: 1 for a professional with exactly this name, 2 for a centre with exactly
 * this name, 3 for a professional whose name has at least two typed words, and more.
 */
export function rankNames(
  rows: readonly NameRow[],
  readings: readonly (readonly string[])[],
): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  for (const { centerId, kind, name } of rows) {
    const rank = Math.min(...readings.map((words) => rankOf(wordsOfName(name), { kind, words })))
    if (rank < notNamed) ranks.set(centerId, Math.min(rank, ranks.get(centerId) ?? notNamed))
  }
  return ranks
}

/** These folded words as they were typed, or folded where the search read another word: `Etchegaray` of «Dra. Etchegaray». */
export function asTyped(text: string, words: readonly string[]): string {
  const typed = text.split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.map((word) => typed.find((each) => foldText(each) === word) ?? word).join(' ')
}

const notNamed = 4

function rankOf(
  nameWords: ReadonlySet<string>,
  { kind, words }: { kind: NameRow['kind']; words: readonly string[] },
): number {
  if (!words.every((word) => nameWords.has(word))) return notNamed
  if (nameWords.size === words.length) return kind === 'professional' ? 1 : 2
  return kind === 'professional' && words.length > 1 ? 3 : notNamed
}
