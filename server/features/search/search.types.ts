import type { RawBuilder } from 'kysely'
import type { AgeGroup } from '#contract/attended.ts'
import type { CoverKey } from '#contract/cover-labels.ts'
import type { LanguageKey } from '#contract/languages.ts'
import type { MapArea } from '#contract/map-area.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import type { OfferNeed } from '#server/features/appointments/repository/offer-need.ts'
import type { Coordinates } from '#server/features/centers/centers.types.ts'

/** A centre meets it if it offers one of the services, or a word of its text begins with one of the terms. */
export type SpecialtyNeed = { services: readonly ServiceSlug[]; terms: readonly string[] }

/**
 * A typed word or phrase, folded. A centre meets it if its text has the word, or if it has the specialties that the word means.
 * `offers`: the services of a card that treat it. `says`: beginnings of words of a centre that treats just this; it comes first.
 * `tells`: words and phrases of a profile that names it, of which the last word may go on, or ends with `=`.
 * `similar`: the words of centres that the typed one may be a misspelling of.
 */
export type WordNeed = {
  text: string
  specialties: SpecialtyNeed | undefined
  offers: readonly ServiceSlug[]
  says: readonly string[]
  tells: readonly string[]
  /** Whether few treat it, so that they come before nearer ones. */
  isRare?: boolean | undefined
  similar?: readonly string[]
}

/**
 * A centre belongs to it if it offers one of the services, and says one of each list: beginnings of words of its text or offer.
 * `ages`: or a professional states that they attend this age, which the last list names. `tells`: its profile also has one of each list.
 */
export type Tier = {
  services: readonly ServiceSlug[]
  says: readonly (readonly string[])[]
  tells?: readonly (readonly string[])[]
  ages?: { group: AgeGroup; says: readonly string[] } | undefined
  /** The neighbourhood, or else the department, of its address. */
  place?: string | undefined
}

/** The place that a text names. `isFar`: so few match around it that farther centres are listed, too. */
export type NamedArea = { name: string; isCity: boolean; isFar?: boolean }

/**
 * `distance`: centres without coordinates come last. `rating`: weighted by the number of reviews. `any`: for a map, whose order is
 * not seen; of too many matches, those that are found first.
 */
export type CenterOrder = 'distance' | 'rating' | 'relevance' | 'any'

/** Purposes as bits of `services.purposes`: those that a service must not have, and each that it must have. */
export type PurposeNeed = { excluded: number; required: { purpose: number; ofService: boolean }[] }

/** A centre meets it if a service that fits the visitor's need has a free time. */
export type FreeNeed = {
  /** A condition on the table `services`. */
  hasFreeStart: RawBuilder<boolean>
  offer: OfferNeed
  purposes: PurposeNeed
  /** The day on which the centre's licence must be valid. */
  day: string
}

/** `isNearCheap`: the text asks for a low price, and means one that is near. */
export type SearchArea = Coordinates & {
  radiusMeters: number | undefined
  named?: NamedArea | undefined
  isNearCheap?: boolean
}

/** The filter of a search. A field that is undefined does not filter. */
export type CenterFilter = {
  words: readonly WordNeed[]
  /** The required similarity of words without a known meaning, from 0 to 1. Undefined requires an exact match. */
  likeness: number | undefined
  /** A centre must meet all of them. */
  specialties: readonly SpecialtyNeed[]
  /** A centre must belong to all of the first, and to none of the others, which are listed before. */
  within: readonly Tier[]
  outside: readonly Tier[]
  service: ServiceSlug | undefined
  /** Undefined unless it asks for more than the type of a service. */
  offer: OfferNeed | undefined
  /** Centres that accept one of them. */
  covers: readonly CoverKey[] | undefined
  language: LanguageKey | undefined
  minRating: number | undefined
  /** Centres with the badge on this day. */
  verifiedOn: string | undefined
  free: FreeNeed | undefined
  /** Centres without coordinates are inside every area. */
  area: SearchArea | undefined
  /** Centres on this part of the map. `isSparse`: they are few enough to read all of them. */
  box: (MapArea & { isSparse: boolean }) | undefined
  centerId: string | undefined
  /** Where only a part of the matches is read: these conditions of the whole search, whose matches decide how it is widened. */
  whole: Pick<CenterFilter, 'box' | 'centerId'> | undefined
  /** Only these centres, or only the others. */
  only: readonly string[] | undefined
  without: readonly string[]
}
