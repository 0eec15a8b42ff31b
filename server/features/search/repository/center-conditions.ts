import { type RawBuilder, sql } from 'kysely'
import type { MapArea } from '#contract/map-area.ts'
import { modalitiesOf } from '#contract/places.ts'
import { type OfferNeed, offerConditions } from '#server/features/appointments/repository/offer-need.ts'
import { boxCorners } from '../rules/boxes.ts'
import { chordMeters, pointOf } from '../rules/distances.ts'
import type { CenterFilter, FreeNeed, SpecialtyNeed, Tier, WordNeed } from '../search.types.ts'
import { createLookUps, type LookUps, wordsOfText } from './vocabulary.ts'

export const visible = sql`is_public and approved_at is not null`
export const weight = sql`weighted_rating(rating, total_reviews)`

export const and = (parts: readonly RawBuilder<unknown>[]) => sql`${sql.join(parts, sql` and `)}`
const or = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts, sql` or `)})`

export const point = (area: NonNullable<CenterFilter['area']>) => sql`cube(${pointOf(area)}::float8[])`

export function chord({ area }: CenterFilter) {
  return area ? sql`position <-> ${point(area)}` : sql`null::float8`
}

export function inRadius({ area }: CenterFilter) {
  if (area?.radiusMeters === undefined) return []
  return [sql`(position is null or position <-> ${point(area)} <= ${chordMeters(area.radiusMeters)}::float8)`]
}

/** True for the centres of the area, and for some beside it. The index of positions serves it. */
export function inCube(area: MapArea) {
  const { low, high } = boxCorners(area)
  return sql`position <@ cube(${low}::float8[], ${high}::float8[])`
}

function inBox({ south, west, north, east }: MapArea) {
  return sql`(latitude between ${south}::float8 and ${north}::float8 and longitude between ${west}::float8 and ${east}::float8)`
}

/** `byRow`: the condition is checked on rows that are read anyway. `byIndex`: an index must find the rows. */
type ReadBy = 'byRow' | 'byIndex'

export function conditions(
  {
    words,
    likeness,
    specialties,
    within,
    outside,
    service,
    offer,
    covers,
    language,
    minRating,
    verifiedOn,
    free,
    box,
    centerId,
    only,
    without,
  }: CenterFilter,
  { id, lookUps, readBy = 'byRow' }: { id: RawBuilder<unknown>; lookUps: LookUps; readBy?: ReadBy },
) {
  return [
    ...(centerId === undefined ? [] : [sql`${id} = ${centerId}::uuid`]),
    ...(only === undefined ? [] : [sql`${id} = any(${only}::uuid[])`]),
    ...(without.length === 0 ? [] : [sql`${id} <> all(${without}::uuid[])`]),
    ...(box === undefined ? [] : [inBox(box)]),
    ...words.map((word) => matchesWord(word, { likeness, readBy, lookUps })),
    ...specialties.map((need) => or(specialtyAlternatives(need, { readBy, lookUps }))),
    ...within.map((tier) => belongsTo(tier, { id, readBy, lookUps })),
    // No index serves it.
    ...outside.map((tier) => sql`not ${belongsTo(tier, { id, readBy: 'byRow', lookUps })}`),
    ...(service === undefined ? [] : [sql`services @> array[${service}]`]),
    ...(covers === undefined ? [] : [sql`covers && ${covers}::text[]`]),
    ...(language === undefined ? [] : [sql`language_keys @> array[${language}::text]`]),
    ...(offer === undefined ? [] : [offers(offer, id)]),
    ...(minRating === undefined ? [] : [sql`rating >= ${minRating}`]),
    ...(verifiedOn === undefined ? [] : [hasBadge(verifiedOn, id)]),
    // Last, because it is the most expensive.
    ...(free === undefined ? [] : [isFree(free, id)]),
  ]
}

/** It uses a subquery with a limit, because the planner would compute EXISTS for all centres in advance. */
function isFree({ hasFreeStart, offer, purposes, day }: FreeNeed, id: RawBuilder<unknown>) {
  const { ofService, ofProfessional } = offerConditions(offer)
  const professional = (condition: RawBuilder<unknown>) => sql`coalesce((
    select ${condition} from professionals where professionals.id = services.professional_id), false)`
  const fitting = [
    sql`services.center_id = ${id}`,
    sql`services.is_active`,
    sql`services.service_type = any(services)`,
    ...ofService,
    sql`services.purposes & ${purposes.excluded}::integer = 0`,
    ...purposes.required.map(({ purpose, ofService: isOfService }) => {
      const named = sql`services.purposes & ${purpose}::integer <> 0`
      if (isOfService) return named
      return or([named, professional(sql`purposes_of(array_to_string(specialties, ' ')) & ${purpose}::integer <> 0`)])
    }),
    ...(ofProfessional.length === 0 ? [] : [professional(and(ofProfessional))]),
    hasFreeStart,
  ]
  // The function is expensive, so it runs only for the few centres with such a document.
  const mayHaveLapsed = sql`coalesce((
    select true from compliance_checks where center_id = ${id} and check_type = 'license'
      and (status in ('rejected', 'expired') or expiry_date < ${day}::date or status = 'pending' and was_approved)
    limit 1), false)`
  return sql`(coalesce((select true from services where ${and(fitting)} limit 1), false)
    and case when ${mayHaveLapsed} then not license_lapsed(${id}, services, ${day}::date) else true end)`
}

/** The decision is the same as hasBadge() of `features/centers`, in SQL. */
function hasBadge(day: string, id: RawBuilder<unknown>) {
  return sql`(verified and compliance_status = 'compliant' and not license_lapsed(${id}, services, ${day}::date))`
}

/** Whether a need asks for what no column of a centre has, so that each centre's services must be read. */
export const isOfOffers = ({ offer }: Pick<CenterFilter, 'offer'>) =>
  offer !== undefined && [offer.ages, offer.gender, offer.maxPriceCents].some((value) => value !== undefined)

/** True if the centre offers a service that meets the need. */
function offers(need: OfferNeed, id: RawBuilder<unknown>) {
  const { ofService, ofProfessional } = offerConditions(need)
  const fitting = sql`from services join professionals on professionals.id = services.professional_id
    where services.center_id = ${id} and services.is_active and professionals.is_active
      and services.service_type = any(services) and professionals.offered_modalities <> '{}'
      and ${and([...ofService, ...ofProfessional])}`
  // As in isFree(). A kind of place alone is planned for its value, and is frequent.
  const isOffered = isOfOffers({ offer: need })
    ? sql`coalesce((select true ${fitting} limit 1), false)`
    : sql`exists (select ${fitting})`
  return need.place === undefined
    ? isOffered
    : sql`(modalities && ${modalitiesOf[need.place]}::text[] and ${isOffered})`
}

function specialtyAlternatives(
  { services, terms }: SpecialtyNeed,
  { readBy, lookUps }: { readBy: ReadBy; lookUps: LookUps },
) {
  // The terms are Senda's own words, without special characters of regular expressions.
  const offered = services.length > 0 ? [sql`services && ${services}::text[]`] : []
  if (terms.length === 0) return offered.length > 0 ? offered : [sql`false`]
  const named = sql`search_text ~ ${`\\m(${terms.join('|')})`}`
  const byName =
    readBy === 'byRow' ? named : and([sql`${wordsOfText.search} && ${lookUps.beginningWithTerms(terms)}`, named])
  return [...offered, byName]
}

type Reading = { id: RawBuilder<unknown>; readBy: ReadBy; lookUps: LookUps }

function belongsTo({ services, says, tells = [], ages, place }: Tier, { id, readBy, lookUps }: Reading) {
  const saying = (beginnings: readonly string[]) => {
    const typed = `\\m(${beginnings.join('|')})`
    return sql`(search_text ~ ${typed} or offer_text ~ ${typed})`
  }
  const said = says.map((beginnings) => {
    const inRow = saying(beginnings)
    if (readBy === 'byRow') return inRow
    const words = lookUps.beginningWithTerms(beginnings)
    return and([or([sql`${wordsOfText.search} && ${words}`, sql`${wordsOfText.offer} && ${words}`]), inRow])
  })
  const offered = services.length === 0 ? [] : [sql`services && ${services}::text[]`]
  const attending = ages
    ? [
        sql`(${saying(ages.says)} or coalesce((select true from professionals
          where professionals.center_id = ${id} and is_active and ${ages.group}::text = any(professionals.ages) limit 1), false))`,
      ]
    : []
  const inProfile = tells.map((phrases) => sql`profile_words @@ ${profileQuery(phrases)}::tsquery`)
  const placed = place === undefined ? [] : [sql`coalesce(neighborhood, department) = ${place}`]
  return sql`(${and([sql`true`, ...placed, ...offered, ...said, ...attending, ...inProfile])})`
}

/** The words of each phrase in this order; its last word may go on, unless the phrase ends with `=`. */
function profileQuery(phrases: readonly string[]): string {
  const alternatives = phrases.flatMap((phrase) => {
    const words = phrase.match(/[\p{L}\p{N}]+/gu) ?? []
    const quoted = words.map((word) => `'${word}'`).join(' <-> ')
    return words.length === 0 ? [] : [`(${quoted}${phrase.endsWith('=') ? '' : ':*'})`]
  })
  return alternatives.join(' | ')
}

/** The number of the first tier that a centre belongs to; null for none. */
export function tierOf(tiers: readonly Tier[], id: RawBuilder<unknown>) {
  const lookUps = createLookUps()
  const cases = tiers.map(
    (tier, index) => sql`when ${belongsTo(tier, { id, readBy: 'byRow', lookUps })} then ${index}::int`,
  )
  return sql<number | null>`case ${sql.join(cases, sql` `)} end`
}

/** A subquery, so that it runs once and not for each centre. */
const pattern = (before: '' | '%' | '% ', text: string) => sql`(select ${sql.lit(before)} || fold(${text}) || '%')`

/** So few letters begin other words by accident: «tea» is no word of «teatro», nor of «estea». They match a whole word. */
const isShort = ({ text }: WordNeed) => [...text].length < shortLetters
const shortLetters = 5
/** A word's end in a text, where a comma or a bracket may follow it. */
const whole = (text: string) => `\\m${text}\\M`

function contains(word: WordNeed) {
  const { text } = word
  return isShort(word) ? sql`search_text ~ ${whole(text)}` : sql`search_text like ${pattern('%', text)}`
}

/** In professionals' names and specialties and in services' names, a longer word matches the beginning of a word. */
function isOffered(word: WordNeed) {
  const { text } = word
  if (isShort(word)) return sql`offer_text ~ ${whole(text)}`
  return sql`(offer_text like ${pattern('%', text)} and ' ' || offer_text like ${pattern('% ', text)})`
}

/** The alternatives of contains() and isOffered() for the index of words. */
function nameAlternatives(word: WordNeed, { likeness, lookUps }: { likeness: number | undefined; lookUps: LookUps }) {
  const { text } = word
  const inText = isShort(word) ? lookUps.whole(text) : lookUps.containing(text)
  const inOffer = isShort(word) ? lookUps.whole(text) : lookUps.beginning(text)
  return [
    sql`${wordsOfText.search} && ${inText}`,
    sql`${wordsOfText.offer} && ${inOffer}`,
    ...(likeness === undefined ? [] : similarAlternatives(word)),
  ]
}

const similarAlternatives = ({ similar = [] }: WordNeed) =>
  similar.length === 0
    ? []
    : [wordsOfText.search, wordsOfText.offer].map((words) => sql`${words} && ${similar}::text[]`)

type MatchOptions = { likeness: number | undefined; readBy: ReadBy; lookUps: LookUps }

function matchesWord(word: WordNeed, { likeness, readBy, lookUps }: MatchOptions) {
  const named =
    readBy === 'byRow' ? [contains(word), isOffered(word)] : nameAlternatives(word, { likeness: undefined, lookUps })
  if (word.specialties) return or([...named, ...specialtyAlternatives(word.specialties, { readBy, lookUps })])
  return or([...named, ...(likeness === undefined ? [] : similarAlternatives(word))])
}

export const isName = ({ specialties }: WordNeed) => specialties === undefined

/** Each combination of alternatives takes an index look-up. */
const maxNamesByIndex = 2

/**
 * A condition for the index of words on the longest names, which are the rarest, and the first specialty. It lists all
 * combinations of alternatives, because an index intersects a rare word with a frequent service at the cost of the rare one.
 */
export function matchesNames({ words, likeness, specialties }: CenterFilter, lookUps: LookUps) {
  const names = words.filter(isName).toSorted((a, b) => b.text.length - a.text.length)
  const [need] = specialties
  const needs = [
    ...names.slice(0, maxNamesByIndex).map((name) => nameAlternatives(name, { likeness, lookUps })),
    ...(need ? [specialtyAlternatives(need, { readBy: 'byIndex', lookUps })] : []),
  ]
  const combined = needs.reduce<RawBuilder<unknown>[][]>(
    (all, ways) => all.flatMap((parts) => ways.map((way) => [...parts, way])),
    [[]],
  )
  return names.length === 0 ? [] : [or(combined.map(and))]
}

/**
 * 4: the centre's name contains all words, or a professional's or a service's name contains them in this order. Otherwise 2 if
 * the centre's text contains them, plus 1 if they mean its first specialty.
 */
export function relevance({ words, specialties }: CenterFilter) {
  const terms = [...words.flatMap((word) => word.specialties ?? []), ...specialties].flatMap((need) => need.terms)
  const isMainField = terms.length === 0 ? sql`false` : sql`fold(specialties[1]) ~ ${`\\m(${terms.join('|')})`}`
  const main = sql`case when ${isMainField} then 1 else 0 end`
  if (words.length === 0) return main
  const inName = words.map(({ text }) => sql`left(search_text, length(center_name)) like ${pattern('%', text)}`)
  const inText = words.map((word) => contains(word))
  // A single word occurs in too many names of services.
  const phrase = words.length > 1 ? words.map(({ text }) => text).join(' ') : undefined
  const inOfferedName = phrase === undefined ? [] : [sql`' ' || offer_text like ${pattern('% ', phrase)}`]
  return sql`case when ${or([and(inName), ...inOfferedName])} then 4 when ${and(inText)} then 2 + ${main} else ${main} end`
}
