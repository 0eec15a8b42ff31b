import { type RawBuilder, sql } from 'kysely'
import type { AgeGroup, Gender } from '#contract/attended.ts'
import { modalitiesOf, type Place } from '#contract/places.ts'

/** What one service of one professional must meet. `serviceTypes`: one of them. */
export type OfferNeed = {
  serviceTypes: readonly string[] | undefined
  place: Place | undefined
  ages: AgeGroup | undefined
  gender: Gender | undefined
  maxPriceCents: number | undefined
}

export const anyOffer: OfferNeed = {
  serviceTypes: undefined,
  place: undefined,
  ages: undefined,
  gender: undefined,
  maxPriceCents: undefined,
}

/** The conditions of a need on the tables `services` and `professionals`, only those that it has. */
export function offerConditions({ serviceTypes, place, ages, gender, maxPriceCents }: OfferNeed): {
  ofService: RawBuilder<boolean>[]
  ofProfessional: RawBuilder<boolean>[]
} {
  return {
    ofService: [
      ...(serviceTypes === undefined ? [] : [sql<boolean>`services.service_type = any(${serviceTypes}::text[])`]),
      ...(maxPriceCents === undefined ? [] : [sql<boolean>`services.price <= ${maxPriceCents}::integer`]),
    ],
    ofProfessional: [
      ...(place === undefined
        ? []
        : [sql<boolean>`professionals.offered_modalities && ${modalitiesOf[place]}::text[]`]),
      ...(ages === undefined ? [] : [attends(ages)]),
      ...(gender === undefined ? [] : [sql<boolean>`professionals.gender = ${gender}::text`]),
    ],
  }
}

/** The values of conditionsOrNull(). */
export const offerNeedValues = ({ serviceTypes, place, ages, gender, maxPriceCents }: OfferNeed) => ({
  serviceTypes: serviceTypes ?? null,
  modalities: place === undefined ? null : modalitiesOf[place],
  ages: ages ?? null,
  gender: gender ?? null,
  maxPriceCents: maxPriceCents ?? null,
})
export type OfferNeedValues = ReturnType<typeof offerNeedValues>

/** The same conditions for a statement that is built once: a value that is null does not filter. */
export const conditionsOrNull = ({ serviceTypes, modalities, ages, gender, maxPriceCents }: OfferNeedValues) =>
  sql<boolean>`(
    (${serviceTypes}::text[] is null or services.service_type = any(${serviceTypes}))
    and (${modalities}::text[] is null or professionals.offered_modalities && ${modalities})
    and (${ages}::text is null or ${attends(ages)})
    and (${gender}::text is null or professionals.gender = ${gender}::text)
    and (${maxPriceCents}::integer is null or services.price <= ${maxPriceCents}::integer))`

/** Professionals who don't state whom they attend, attend everyone. */
const attends = (ages: string | null) =>
  sql<boolean>`(professionals.ages = '{}' or ${ages}::text = any(professionals.ages))`
