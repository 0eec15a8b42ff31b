import { foldText, wordsOf } from '#contract/folded-text.ts'
import { type Place, placeLabels } from '#contract/places.ts'
import type { WordNeed } from '../search.types.ts'

type Center = { specialties: readonly string[] }
type Offer = {
  group: readonly { name: string; specialties: string }[]
  professional: { name: string } | undefined
}
type Search = {
  /** Of the typed text without the words of intents. */
  needs: readonly WordNeed[]
  offer: Offer | undefined
  modality: Place | undefined
}

/** Why a search lists a centre. The card shows a named professional and the distance separately. */
export function reasonsOf(center: Center, { needs, offer, modality }: Search): string[] {
  const offered = offer?.professional ? undefined : closestOffer({ center, offer, needs })
  return [...(offered === undefined ? [] : [`Ofrece ${offered}`]), ...(modality ? [placeLabels[modality]] : [])]
}

/** The specialty or service that contains the most typed words, or else one of their synonyms. */
function closestOffer({
  center,
  offer,
  needs,
}: {
  center: Center
  offer: Offer | undefined
  needs: readonly WordNeed[]
}): string | undefined {
  if (needs.length === 0) return undefined
  const terms = needs.flatMap(({ specialties }) => specialties?.terms ?? [])
  const group = offer?.group ?? []
  const named = [
    ...center.specialties,
    ...group.flatMap(({ specialties }) => specialties.split('\n')),
    ...group.map(({ name }) => name),
  ].filter(Boolean)
  const scored = [...new Set(named)].map((name) => {
    const words = wordsOf(name)
    const folded = ` ${foldText(name)}`
    const typed = needs.filter(
      ({ text }) => text.length > 2 && words.some((word) => word.slice(0, 5) === text.slice(0, 5)),
    )
    return { name, typed: typed.length, meant: terms.filter((term) => folded.includes(` ${term}`)).length > 0 ? 1 : 0 }
  })
  const [best] = scored.toSorted((a, b) => b.typed - a.typed || b.meant - a.meant)
  return best && best.typed + best.meant > 0 ? best.name : undefined
}
