import { LRUCache } from 'lru-cache'
import type { AgeGroup } from '#contract/attended.ts'
import { foldText, wordsOf } from '#contract/folded-text.ts'
import { type Place, placeLabels } from '#contract/places.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import type { WordNeed } from '../search.types.ts'
import { serviceReason, specialtyReason } from './offer-words.ts'
import { saysOfAges } from './tiers.ts'

type Center = { specialties: readonly string[] }
type Offer = {
  group: readonly { name: string; specialties: string }[]
  professional: { name: string } | undefined
}
type Search = {
  /** The needs of the typed text without the words of intents. */
  needs: readonly WordNeed[]
  modality: Place | undefined
  ages: AgeGroup | undefined
}

/** @returns a function that tells why this search lists a centre. The card shows a named professional and the distance. */
export function explainResults({ needs, modality, ages }: Search) {
  const request: Request = {
    said: [...needs.flatMap(({ says }) => says), ...saysOfAges(ages)].map((beginning) => ` ${beginning}`),
    beginnings: needs.filter(({ text }) => text.length > 2).map(({ text }) => beginningOf(text)),
    terms: needs
      .flatMap(({ specialties, offers }) => [
        ...(specialties?.terms ?? []),
        ...offers.map((slug) => beginningsOf[slug]),
      ])
      .map((term) => ` ${term}`),
  }
  const place = modality ? [placeLabels[modality]] : []
  return (center: Center, offer: Offer | undefined): string[] => {
    const isRequested = needs.length > 0 || request.said.length > 0
    const offered = !isRequested || offer?.professional ? undefined : closestOffer(request, { center, offer })
    return [...(offered === undefined ? [] : [offered]), ...place]
  }
}

/** How specialties that are the name of a service begin. */
const beginningsOf: Readonly<Record<ServiceSlug, string>> = {
  psicoterapia: 'psico',
  fisioterapia: 'fisio',
  'terapia-ocupacional': 'terapia ocupacional',
  logopedia: 'fonoaud',
  nutricion: 'nutri',
  osteopatia: 'osteo',
  quiropracticos: 'quiro',
  kinesiologia: 'kinesi',
  masajistas: 'masaj',
  reiki: 'reiki',
  radiestesia: 'radiest',
  acupuntura: 'acupun',
  'terapias-complementarias': 'terapias',
}

/**
 * What a search asks for: what a centre says that treats just this, the beginnings of its words, and its words and their
 * synonyms; the first and the last each after a space.
 */
type Request = { said: readonly string[]; beginnings: readonly string[]; terms: readonly string[] }

/** The reason for the specialty or service that contains the most typed words, or else one of their synonyms. */
function closestOffer(
  { said, beginnings, terms }: Request,
  { center, offer }: { center: Center; offer: Offer | undefined },
): string | undefined {
  const group = offer?.group ?? []
  // What the professionals of the offered service treat comes before what others of the centre do.
  const specialties = [...group.flatMap((service) => service.specialties.split('\n')), ...center.specialties]
  const named = [...specialties, ...group.map(({ name }) => name)].filter(Boolean)
  const scored = [...new Set(named)].map((name) => {
    const read = names.memo(name)
    const typed = beginnings.filter((beginning) => read.beginnings.has(beginning)).length
    const isSaid = said.some((beginning) => read.folded.includes(beginning)) ? 1 : 0
    return { name, isSaid, typed, meant: terms.some((term) => read.folded.includes(term)) ? 1 : 0 }
  })
  const [best] = scored.toSorted((a, b) => b.isSaid - a.isSaid || b.typed - a.typed || b.meant - a.meant)
  if (!best || best.isSaid + best.typed + best.meant === 0) return undefined
  return specialties.includes(best.name) ? specialtyReason(best.name) : serviceReason(best.name)
}

const beginningOf = (word: string) => word.slice(0, 5)

/** `folded`: after a space, so that a term is found at the beginning of a word. */
type ReadName = { beginnings: ReadonlySet<string>; folded: string }

/** Names of services and specialties repeat across searches. */
const names = new LRUCache<string, ReadName>({
  max: 5000,
  memoMethod: (name) => ({ beginnings: new Set(wordsOf(name).map(beginningOf)), folded: ` ${foldText(name)}` }),
})
