import type { CenterSearch } from '#contract/center-search.ts'
import { coversMeeting } from '#contract/cover-labels.ts'
import type { OfferNeed } from '#server/features/appointments/repository/offer-need.ts'
import type { CenterFilter } from '../search.types.ts'
import { servicesOf, servicesTyped } from './words.ts'

type CareFilters = Pick<
  CenterSearch,
  'q' | 'service' | 'specialties' | 'modality' | 'ages' | 'gender' | 'maxPrice' | 'cover' | 'language'
>

/** What the service on a card must meet, so that its offer and its times are those that the visitor asked for. */
export const offerNeedOf = (search: CareFilters): OfferNeed => ({
  serviceTypes: servicesToOffer(search),
  place: search.modality,
  ages: search.ages,
  gender: search.gender,
  maxPriceCents: search.maxPrice === undefined ? undefined : search.maxPrice * 100,
})

/** The part of the filter that these parameters are. */
export function careFilter(search: CareFilters): Pick<CenterFilter, 'offer' | 'covers' | 'language'> {
  const { serviceTypes: _, ...needs } = offerNeedOf(search)
  const hasNeed = Object.values(needs).some((value) => value !== undefined)
  return {
    offer: hasNeed ? offerNeedOf(search) : undefined,
    covers: search.cover && coversMeeting(search.cover),
    language: search.language,
  }
}

/** The service types whose free times the cards show: for a search for physiotherapy, not the centre's other services. */
function servicesToOffer({ service, specialties, q }: CareFilters): readonly string[] | undefined {
  if (service) return [service]
  const services = specialties && specialties.length > 0 ? servicesOf(specialties) : servicesTyped(q ?? '')
  return services.length > 0 ? services : undefined
}
