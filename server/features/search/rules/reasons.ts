import { LRUCache } from 'lru-cache'
import { foldText, wordsOf } from '#contract/folded-text.ts'
import { type Place, placeLabels } from '#contract/places.ts'
import type { WordNeed } from '../search.types.ts'
import { serviceReason, specialtyReason } from './offer-words.ts'

type Center = { specialties: readonly string[] }
type Offer = {
  group: readonly { name: string; specialties: string }[]
  professional: { name: string } | undefined
}
type Search = {
  /** The needs of the typed text without the words of intents. */
  needs: readonly WordNeed[]
  modality: Place | undefined
}

/** @returns a function that tells why this search lists a centre. The card shows a named professional and the distance. */
export function explainResults({ needs, modality }: Search) {
  const request: Request = {
    beginnings: needs.filter(({ text }) => text.length > 2).map(({ text }) => beginningOf(text)),
    terms: needs.flatMap(({ specialties }) => specialties?.terms ?? []).map((term) => ` ${term}`),
  }
  const place = modality ? [placeLabels[modality]] : []
  return (center: Center, offer: Offer | undefined): string[] => {
    const offered = needs.length === 0 || offer?.professional ? undefined : closestOffer(request, { center, offer })
    return [...(offered === undefined ? [] : [offered]), ...place]
  }
}

/** What a search asks for: the beginnings of its words, and its words and their synonyms, each after a space. */
type Request = { beginnings: readonly string[]; terms: readonly string[] }

/** The reason for the specialty or service that contains the most typed words, or else one of their synonyms. */
function closestOffer(
  { beginnings, terms }: Request,
  { center, offer }: { center: Center; offer: Offer | undefined },
): string | undefined {
  const group = offer?.group ?? []
  const specialties = [...center.specialties, ...group.flatMap((service) => service.specialties.split('\n'))]
  const named = [...specialties, ...group.map(({ name }) => name)].filter(Boolean)
  const scored = [...new Set(named)].map((name) => {
    const read = names.memo(name)
    const typed = beginnings.filter((beginning) => read.beginnings.has(beginning)).length
    return { name, typed, meant: terms.some((term) => read.folded.includes(term)) ? 1 : 0 }
  })
  const [best] = scored.toSorted((a, b) => b.typed - a.typed || b.meant - a.meant)
  if (!best || best.typed + best.meant === 0) return undefined
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
