import { wordsOf } from '#contract/folded-text.ts'
import { synonymsOfService } from '#contract/recognize-specialties.ts'
import { specialties, specialtyTerms } from '#contract/specialties.ts'
import { type ServiceSlug, serviceSlugs, specialtyKeys } from '#contract/specialty-keys.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { formatDistance } from './distances.ts'
import { serviceReason, specialtyReason } from './offer-words.ts'
import { tellingWords } from './words.ts'

/** The weight of each part. A part that is unknown for all centres, such as the distance without a place, has no weight. */
export const weights = { match: 0.4, rating: 0.25, distance: 0.15, nextTime: 0.1, reliability: 0.1 } as const

/** Every rating is weighted with this many additional reviews of this many stars. */
const prior = { reviews: 5, stars: 4 }
/** At this distance, the score for the distance is one half. */
const halfDistanceMeters = 5_000
/** A next time this far ahead scores zero. */
const farDays = 14
/** A centre that cancels this share of its appointments scores zero. */
const unreliableShare = 0.25
/** The value for a centre with too few appointments for a share. */
const unknownReliability = 0.5

export type Candidate = {
  specialties: readonly string[]
  services: readonly string[]
  rating: number
  totalReviews: number
  /** Null without a place, or without an exact pin. */
  distanceMeters: number | null
  nextTime: Date | undefined
  /** The share of its appointments that the centre cancelled; undefined with too few of them. */
  cancelledShare: number | undefined
}

type Context = { need: string; service: ServiceSlug; hasPlace: boolean; now: Date }
type Part = { weight: number; value: number; reason?: string | undefined }

/** How the words of a need begin. A specialty or a service that has such a word is what the visitor asks for. */
export function needBeginnings(need: string): string[] {
  return [...new Set(tellingWords(need).map((word) => word.slice(0, 5)))]
}

/** What patients say of each service, and what its specialties are called. «Otro» says nothing about a service. */
const wordsOfService = Object.fromEntries(
  serviceSlugs.map((slug) => {
    const keys = specialtyKeys.filter(
      (key) => key !== 'otro' && specialties[key].services.some((each) => each === slug),
    )
    return [slug, [...new Set([...synonymsOfService(slug), ...keys.flatMap((key) => specialtyTerms[key].terms)])]]
  }),
) as Record<ServiceSlug, string[]>

/** The parts of a centre's score, from 0 to 1, each with the reason that visitors read if it favours the centre. */
export function partsOf(candidate: Candidate, context: Context): Record<keyof typeof weights, Part> {
  return {
    match: { weight: context.need === '' ? 0 : weights.match, ...matchOf(candidate, context) },
    rating: { weight: weights.rating, ...ratingOf(candidate) },
    distance: { weight: context.hasPlace ? weights.distance : 0, ...distanceOf(candidate) },
    nextTime: { weight: weights.nextTime, ...nextTimeOf(candidate, context) },
    reliability: { weight: weights.reliability, ...reliabilityOf(candidate) },
  }
}

/** Where the visitor names neither a need nor a place, the rating alone decides. */
export function scoreOf(candidate: Candidate, context: Context): number {
  if (context.need === '' && !context.hasPlace) return ratingOf(candidate).value
  const parts = Object.values(partsOf(candidate, context))
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  return parts.reduce((sum, { weight, value }) => sum + weight * value, 0) / total
}

/** The reasons in favour of a centre, the most important part first. */
export function explain(candidate: Candidate, context: Context): string[] {
  return Object.values(partsOf(candidate, context))
    .toSorted((a, b) => b.weight * b.value - a.weight * a.value)
    .flatMap(({ weight, reason }) => (weight > 0 && reason !== undefined ? [reason] : []))
    .slice(0, 3)
}

type Value = Pick<Part, 'value' | 'reason'>

/** The centre's best specialty or service: 1 for one that the visitor typed, one half for another of the same service. */
function matchOf({ specialties: named, services }: Candidate, { need, service }: Context): Value {
  const typed = needBeginnings(need)
  const meant = synonymsIn(need, service)
  const scored = [...new Set([...named, ...services])].map((name) => {
    const words = wordsOf(name)
    const isTyped = typed.some((beginning) => words.some((word) => word.startsWith(beginning)))
    const folded = ` ${words.join(' ')}`
    const isOfService = wordsOfService[service].some((synonym) => folded.includes(` ${synonym}`))
    return { name, value: isTyped ? 1 : meant.length > 0 && isOfService ? 0.5 : 0 }
  })
  const [best] = scored.toSorted((a, b) => b.value - a.value)
  if (!best || best.value === 0) return { value: 0 }
  const reason = named.includes(best.name) ? specialtyReason(best.name) : serviceReason(best.name)
  return { value: best.value, reason }
}

/**
 * The rating weighted by the number of reviews, so that one review of five stars scores less than forty that average 4.8. It
 * has no reason, because the card shows the stars.
 */
function ratingOf({ rating, totalReviews }: Candidate): Value {
  const stars = (rating * totalReviews + prior.stars * prior.reviews) / (totalReviews + prior.reviews)
  return { value: (stars - 1) / 4 }
}

function distanceOf({ distanceMeters }: Candidate): Value {
  if (distanceMeters === null) return { value: 0 }
  const value = halfDistanceMeters / (halfDistanceMeters + distanceMeters)
  return { value, reason: distanceMeters < 50 ? 'A pasos' : `A ${formatDistance(distanceMeters)}` }
}

function nextTimeOf({ nextTime }: Candidate, { now }: Context): Value {
  if (!nextTime) return { value: 0 }
  const days = (nextTime.getTime() - now.getTime()) / dayMs
  return {
    value: Math.max(0, 1 - days / farDays),
    reason: `Próxima hora: ${dayTime.format(nextTime).replaceAll(/[.,]/g, '')}`,
  }
}

function reliabilityOf({ cancelledShare }: Candidate): Value {
  if (cancelledShare === undefined) return { value: unknownReliability }
  const value = Math.max(0, 1 - cancelledShare / unreliableShare)
  if (cancelledShare >= 0.15) return { value }
  const share = cancelledShare === 0 ? 'no canceló ninguna' : `canceló el ${Math.ceil(cancelledShare * 100)}\u00A0%`
  const label = cancelledShare < 0.05 ? 'Muy confiable' : 'Confiable'
  return { value, reason: `${label}: ${share} de sus citas` }
}

/** A service that clearly fits the need better than this one. */
export function betterService(need: string, service: ServiceSlug): ServiceSlug | null {
  const synonyms = synonymsIn(need, service).length
  const [best] = serviceSlugs
    .map((slug) => ({ slug, hits: synonymsIn(need, slug).length }))
    .toSorted((a, b) => b.hits - a.hits)
  if (!best || best.hits === 0 || best.slug === service) return null
  return synonyms === 0 || best.hits > synonyms + 1 ? best.slug : null
}

function synonymsIn(need: string, service: ServiceSlug): string[] {
  const folded = ` ${wordsOf(need).join(' ')}`
  return wordsOfService[service].filter((synonym) => folded.includes(` ${synonym}`))
}

const dayTime = new Intl.DateTimeFormat('es-UY', {
  timeZone: 'America/Montevideo',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
