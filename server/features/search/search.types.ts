import type { RawBuilder } from 'kysely'
import type { MapArea } from '#contract/map-area.ts'
import type { Place } from '#contract/places.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import type { Coordinates } from '#server/features/centers/centers.types.ts'

/** Met by a centre that offers one of the services, or whose text has a word beginning with one of the terms. */
export type SpecialtyNeed = { services: readonly ServiceSlug[]; terms: readonly string[] }

/** One typed word, folded. Met by a text that contains it, or by the specialties that it means. */
export type WordNeed = { text: string; specialties: SpecialtyNeed | undefined }

/** distance: those without coordinates last. rating: weighted by the number of reviews. */
export type CenterOrder = 'distance' | 'rating' | 'relevance'

/** Purposes as the bits of services.purposes: those that a service may not have, and each one that it must have. */
export type PurposeNeed = { excluded: number; required: { purpose: number; ofService: boolean }[] }

/** A service that fits the visitor's need has a free time. */
export type FreeNeed = {
  /** A condition on the query `services`. */
  hasFreeStart: RawBuilder<boolean>
  serviceTypes: readonly string[] | undefined
  place: Place | undefined
  purposes: PurposeNeed
  /** The day on which the centre's licence has to be in force. */
  day: string
}

/** The filter of a search; undefined parts do not filter. */
export type CenterFilter = {
  words: readonly WordNeed[]
  /** The required similarity of a word without a known meaning, 0 to 1; undefined: exact. */
  likeness: number | undefined
  /** All of them must be met. */
  specialties: readonly SpecialtyNeed[]
  service: ServiceSlug | undefined
  /** Centres where a professional attends at this kind of place; `serviceTypes`: with one of these services. */
  place: { kind: Place; serviceTypes: readonly string[] | undefined } | undefined
  minRating: number | undefined
  /** Centres with the badge on this day. */
  verifiedOn: string | undefined
  free: FreeNeed | undefined
  /** Centres without coordinates are inside every area. */
  area: (Coordinates & { radiusMeters: number | undefined }) | undefined
  /** Centres on this part of the map. `isSparse`: its centres are few enough to read all of them. */
  box: (MapArea & { isSparse: boolean }) | undefined
  centerId: string | undefined
}
