import { wordsOf } from '#contract/folded-text.ts'
import { recognizeSpecialties } from '#contract/recognize-specialties.ts'
import type { CatalogOffer } from '#server/features/appointments/repository/free-times.ts'
import { conditionAt } from './conditions.ts'
import { isEmptyWord } from './empty-words.ts'
import { isTitle } from './words.ts'

export type NamedProfessional = { id: string; name: string }

/** The words of a typed text that may be of a name, folded. */
export const typedNames = (text: string) =>
  wordsOf(text).filter(
    (word) =>
      word.length > 2 &&
      !isTitle(word) &&
      !isEmptyWord(word) &&
      recognizeSpecialties(word).length === 0 &&
      !conditionAt([word], 0),
  )

/** The only professional whose name has the most of these words: at least two, or the only one typed. */
export function namedProfessional(
  offers: readonly Pick<CatalogOffer, 'professionalId' | 'professionalName'>[],
  typed: readonly string[],
): NamedProfessional | undefined {
  if (typed.length === 0) return undefined
  const names = new Map(offers.map(({ professionalId, professionalName }) => [professionalId, professionalName]))
  const candidates = [...names].map(([id, name]) => {
    const nameWords = wordsOf(name)
    return { id, name, count: typed.filter((word) => nameWords.includes(word)).length }
  })
  const highest = Math.max(0, ...candidates.map(({ count }) => count))
  if (highest < Math.min(2, typed.length)) return undefined
  const [best, ...others] = candidates.filter(({ count }) => count === highest)
  return best && others.length === 0 ? { id: best.id, name: best.name } : undefined
}
