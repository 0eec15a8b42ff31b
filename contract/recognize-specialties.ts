import { wordsOf } from './folded-text.ts'
import { serviceSynonyms } from './service-keywords.ts'
import { specialtyTerms } from './specialties.ts'
import { type ServiceSlug, type SpecialtyKey, specialtyKeys } from './specialty-keys.ts'

// In a file of its own, because the browser lists the specialties but recognizes none in a text.

const synonyms = new Map(
  Object.entries(serviceSynonyms).map(([slug, { words, phrases = [] }]) => [slug, [...words.split(/\s+/), ...phrases]]),
)

export function synonymsOfService(slug: ServiceSlug): readonly string[] {
  return synonyms.get(slug) ?? []
}

/** The service whose everyday words mean this option. */
const synonymOptions: Readonly<Partial<Record<SpecialtyKey, ServiceSlug>>> = {
  psicologia: 'psicoterapia',
  fisioterapia: 'fisioterapia',
  'terapia-ocupacional': 'terapia-ocupacional',
  logopedia: 'logopedia',
  nutricion: 'nutricion',
  osteopatia: 'osteopatia',
  quiropractica: 'quiropracticos',
  kinesiologia: 'kinesiologia',
  'masaje-terapeutico': 'masajistas',
  reiki: 'reiki',
  radiestesia: 'radiestesia',
  acupuntura: 'acupuntura',
  'terapias-complementarias': 'terapias-complementarias',
}

/** The everyday words of an option, which only typed texts are compared with. */
export function synonymsOf(key: SpecialtyKey): readonly string[] {
  const service = synonymOptions[key]
  return service === undefined ? [] : synonymsOfService(service)
}

/**
 * The options that match a typed text: a term or an everyday word is a prefix of one of its words, or a word of at least 4
 * letters is a prefix of a term.
 */
export function recognizeSpecialties(text: string): SpecialtyKey[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const folded = ` ${words.join(' ')}`
  const begins = (term: string) => folded.includes(` ${term}`)
  return specialtyKeys.filter(
    (key) =>
      specialtyTerms[key].terms.some(
        (term) => begins(term) || words.some((word) => word.length >= 4 && term.startsWith(word)),
      ) || synonymsOf(key).some(begins),
  )
}
