import type { AgeGroup } from '#contract/attended.ts'
import type { NamedArea, Tier, WordNeed } from '../search.types.ts'
import { isRegulated } from './regulated-services.ts'

/**
 * Whether a regulated service comes before the others: a complaint that both treat, where the text asks for none of the
 * complementary ones by its name.
 */
export function prefersRegulated(words: readonly WordNeed[]): boolean {
  const offered = words.map(({ offers }) => offers).filter(({ length }) => length > 0)
  return (
    requestedServices(words).length === 0 &&
    offered.some((offers) => offers.some(isRegulated) && !offers.every(isRegulated))
  )
}

/** The complementary services that the text names: who offers «reiki para la angustia» comes before a psychologist. */
const requestedServices = (words: readonly WordNeed[]) =>
  words.flatMap(({ offers }) => (offers.some(isRegulated) ? [] : offers))

/** What a centre says that attends people of this age; every centre attends adults. */
const saidOfAges: Readonly<Record<AgeGroup, readonly string[]>> = {
  children: ['infantil', 'nino', 'nina', 'pediatr', 'bebe'],
  teenagers: ['adolescen'],
  adults: [],
  older: ['adultos mayores', 'personas mayores', 'geriatr'],
}

export const saysOfAges = (ages: AgeGroup | undefined): readonly string[] => (ages ? saidOfAges[ages] : [])

type TierOptions = {
  says?: readonly (readonly string[])[]
  ages?: AgeGroup | undefined
  /** The order is by distance, and what many treat isn't worth a longer way. */
  isByDistance?: boolean
  /** What the text names. */
  place?: NamedArea | undefined
}

/** The order of the matches of a text, the first tiers of it. `says`: what else a centre should say. */
export function tiersOf(
  words: readonly WordNeed[],
  { says = [], ages: group, isByDistance = false, place }: TierOptions = {},
): Tier[] {
  const onlyRare = isByDistance && !place?.isCity
  const offers = new Set(words.flatMap((word) => word.offers))
  const services = prefersRegulated(words) ? [...offers].filter(isRegulated) : []
  const ofNeeds = words.flatMap((word) => (word.says.length > 0 && (word.isRare || !onlyRare) ? [word.says] : []))
  const inProfile = words.flatMap(({ tells }) => (tells.length > 0 ? [tells] : []))
  const profiles: Tier[] = inProfile.length > 0 && !onlyRare ? [{ services, says: [], tells: inProfile }] : []
  const ages = group && !onlyRare && saidOfAges[group].length > 0 ? { group, says: saidOfAges[group] } : undefined
  const isMore = says.length > 0 || ages !== undefined
  // Who says it among what they treat comes before those who only state whom they attend.
  const said = ages ? [ages.says] : []
  const all = [...ofNeeds, ...says]
  const requested = areApart(words) ? requestedServices(words) : []
  // Who names all the complaints comes before who says just one of them among what they treat.
  const areMoreInProfile = !ages && inProfile.length > all.length
  const ofNeed: Tier[] = [
    ...(areMoreInProfile ? profiles : []),
    ...(ages ? [{ services, says: [...all, ...said], ages }] : []),
    ...(all.length > 0 ? [{ services, says: all, ages }] : []),
    ...(ofNeeds.length > 0 && isMore ? [{ services, says: ofNeeds }] : []),
    ...(ages && all.length > 0 ? [{ services, says: said, ages }] : []),
    ...(ages ? [{ services, says: [], ages }] : []),
    ...(areMoreInProfile ? [] : profiles),
    ...(services.length > 0 ? [{ services, says: [] }] : []),
    ...(requested.length > 0 ? [{ services: requested, says: [] }] : []),
  ]
  if (!place) return ofNeed
  const neighbours: Tier = { services: [], says: [], place: place.name }
  const here = ofNeed.map((tier) => ({ ...tier, place: place.name }))
  if (place.isFar) return [...here, neighbours]
  // Who treats what few treat, elsewhere in the city, comes before the neighbours who don't say so, and so does a regulated
  // service before a complementary one.
  const isSaid = (tier: Tier) => tier.says.length > 0 || tier.ages !== undefined
  const others = ofNeed.filter((tier) => !isSaid(tier))
  return [
    ...here.filter(isSaid),
    ...ofNeed.filter(isSaid),
    ...here.filter((tier) => !isSaid(tier)),
    ...(services.length > 0 ? [...others, neighbours] : [neighbours, ...others]),
  ]
}

/** Whether the text has needs that no service has in common: a centre for all of them is best, and one for any of them helps. */
export function areApart(words: readonly WordNeed[]): boolean {
  const offered = words.map(({ offers }) => offers).filter(({ length }) => length > 0)
  return offered.some((one) => offered.some((other) => !one.some((slug) => other.includes(slug))))
}
