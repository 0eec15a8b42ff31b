import type { ServiceSlug } from '#contract/specialties.ts'
import type { Coordinates } from '#server/features/centers/centers.types.ts'

/** Met by a centre that offers one of the services, or that names a word beginning with one of the terms. */
export type SpecialtyNeed = { services: readonly ServiceSlug[]; terms: readonly string[] }

/** One typed word, folded. It is met by text that contains it, or by the specialties that it points to. */
export type WordNeed = { text: string; specialties: SpecialtyNeed | undefined }

/** What a centre has to meet; whatever is undefined doesn't matter. */
export type CenterFilter = {
  words: readonly WordNeed[]
  /** How much of a word without a known meaning has to be right, 0 to 1; undefined: all of it. */
  likeness: number | undefined
  /** Each of them has to be met. */
  specialties: readonly SpecialtyNeed[]
  service: ServiceSlug | undefined
  minRating: number | undefined
  /** Centres without coordinates are inside every area. */
  area: (Coordinates & { radiusMeters: number | undefined }) | undefined
}
