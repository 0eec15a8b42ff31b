import { type Place, places } from '#contract/places.ts'
import { dayOf, idOf, oneOf, textOf } from '#web/platform/search-params.ts'

export const bookingStepIds = ['what', 'when', 'confirm'] as const
export type BookingStepId = (typeof bookingStepIds)[number]

export type BookingSearch = {
  /** Id of one of the offer's services. */
  offer?: string
  /** Without one, the first free professional is chosen. */
  professional?: string
  place?: Place
  /** The local day in view. */
  date?: string
  /** A time chosen on another page, to be held as soon as this page has loaded. */
  at?: string
  /** The current step. Without one: the furthest that the choices allow. */
  step?: BookingStepId
  booked?: string
}

/** Never throws: invalid parameters are ignored. */
export function parseBookingSearch(raw: Record<string, unknown>): BookingSearch {
  const at = textOf(raw.at) ?? ''
  return {
    offer: idOf(raw.offer),
    professional: idOf(raw.professional),
    place: oneOf(places, raw.place),
    date: dayOf(raw.date),
    at: /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(at) && !Number.isNaN(Date.parse(at)) ? at : undefined,
    step: oneOf(bookingStepIds, raw.step),
    booked: idOf(raw.booked),
  }
}
