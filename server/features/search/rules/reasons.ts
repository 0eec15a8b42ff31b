import { foldText, wordsOf } from '#contract/folded-text.ts'
import { type Place, placeLabels } from '#contract/places.ts'
import { readWords } from './words.ts'

type Center = { specialties: readonly string[] }
type Offer = {
  group: readonly { name: string; specialties: string }[]
  professional: { name: string } | undefined
}
type Search = {
  /** The need, without the words of intent. */
  q: string
  offer: Offer | undefined
  distanceMeters: number | null
  modality: Place | undefined
}

const most = 2

/** Why a search lists a centre: what of the typed text it meets, and how. Each is true of the centre by itself. */
export function reasonsOf(center: Center, { q, offer, distanceMeters, modality }: Search): string[] {
  const professional = offer?.professional
  const offered = professional ? undefined : closestOffer({ center, offer, q })
  return [
    ...(professional ? [`Atiende ${professional.name}`] : []),
    ...(offered === undefined ? [] : [`Ofrece ${offered}`]),
    ...(modality ? [placeLabels[modality]] : []),
    ...(distanceMeters === null ? [] : [distanceMeters < 50 ? 'A pasos' : `A ${formatDistance(distanceMeters)}`]),
  ].slice(0, most)
}

/** The specialty or service with the most of the typed words, or else of their meanings. */
function closestOffer({
  center,
  offer,
  q,
}: {
  center: Center
  offer: Offer | undefined
  q: string
}): string | undefined {
  if (q === '') return undefined
  const needs = readWords(q)
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

const tenths = new Intl.NumberFormat('es-UY', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Like the distances that the browser formats: tens of metres, then tenths of a kilometre, then whole ones. */
export function formatDistance(meters: number): string {
  const tens = Math.round(meters / 10) * 10
  if (tens < 1000) return `${tens}\u00A0m`
  return `${meters < 9950 ? tenths.format(meters / 1000) : Math.round(meters / 1000)}\u00A0km`
}
