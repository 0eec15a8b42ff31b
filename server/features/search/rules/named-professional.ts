import { wordsOf } from '#contract/folded-text.ts'
import { recognizeSpecialties } from '#contract/specialties.ts'
import type { CatalogOffer } from '#server/features/appointments/usecases/list-catalog.ts'

export type NamedProfessional = { id: string; name: string }

/** Titles, which visitors type before a name. */
const titles = new Set(['dr', 'dra', 'lic', 'mg', 'doctor', 'doctora', 'licenciado', 'licenciada'])

/** The only professional whose name has all of the typed words, or the most and at least two. */
export function namedProfessional(
  offers: readonly Pick<CatalogOffer, 'professionalId' | 'professionalName'>[],
  text: string,
): NamedProfessional | undefined {
  const typed = wordsOf(text).filter(
    (word) => word.length > 2 && !titles.has(word) && recognizeSpecialties(word).length === 0,
  )
  if (typed.length === 0) return undefined
  const names = new Map(offers.map(({ professionalId, professionalName }) => [professionalId, professionalName]))
  const counted = [...names].map(([id, name]) => {
    const nameWords = wordsOf(name)
    return { id, name, count: typed.filter((word) => nameWords.includes(word)).length }
  })
  const most = Math.max(0, ...counted.map(({ count }) => count))
  if (most < Math.min(2, typed.length)) return undefined
  const [best, ...others] = counted.filter(({ count }) => count === most)
  return best && others.length === 0 ? { id: best.id, name: best.name } : undefined
}
