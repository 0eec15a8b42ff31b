import type { Appointment } from '#contract/appointments.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { type Place, places, placesOf } from '#contract/places.ts'
import { findOffer, groupOffers, type Offer } from '#web/features/centers/offers.ts'
import type { BookingSearch } from './booking-search.ts'

export type BookingChoice = {
  /** The offers to choose from: all, or those of the professional in the URL. */
  offers: Offer[]
  offer: Offer | undefined
  professionals: { id: string; name: string; priceCents: number }[]
  professionalId: string | undefined
  places: Place[]
  place: Place | undefined
  serviceIds: string[]
  priceCents: number | undefined
  priceFrom: boolean
}

/** A held time takes precedence over the URL: it names its service and place. */
export function bookingChoice({
  search,
  hold,
  center,
}: {
  center: CenterProfile
  search: BookingSearch
  hold: Appointment | undefined
}): BookingChoice {
  const all = groupOffers(center)
  const requestedProfessional = center.professionals.find(({ id }) => id === search.professional)
  const offers = requestedProfessional
    ? all.filter(({ services }) => services.some(({ professional }) => professional.id === requestedProfessional.id))
    : all
  const namedOffer = findOffer({ offers: all, serviceId: hold?.service.id ?? search.offer })
  const offer = namedOffer ?? (offers.length === 1 ? offers[0] : undefined)
  const offeredServices = offer?.services ?? []
  const professionalId = offeredServices.find(({ professional }) => professional.id === search.professional)
    ?.professional.id
  const candidates = professionalId
    ? offeredServices.filter(({ professional }) => professional.id === professionalId)
    : offeredServices

  const possiblePlaces = new Set(candidates.flatMap(({ professional }) => placesOf(professional.modalities)))
  const allowedPlaces = places.filter((place) => possiblePlaces.has(place))
  const requestedPlace = hold?.place ?? search.place
  const place = allowedPlaces.find((item) => item === requestedPlace) ?? allowedPlaces[0]
  const suitableServices = candidates.filter(
    ({ professional }) => place && placesOf(professional.modalities).includes(place),
  )
  const prices = suitableServices.map(({ service }) => service.priceCents)
  return {
    offers,
    offer,
    professionals: offeredServices.map(({ professional, service }) => ({
      id: professional.id,
      name: professional.name,
      priceCents: service.priceCents,
    })),
    professionalId,
    places: allowedPlaces,
    place,
    serviceIds: suitableServices.map(({ service }) => service.id),
    priceCents: hold?.priceCents ?? (prices.length > 0 ? Math.min(...prices) : undefined),
    priceFrom: !hold && new Set(prices).size > 1,
  }
}
