import { dayOf, idOf, oneOf, textOf } from '#web/platform/search-params.ts'

import { type Place, places } from './places.ts'

export const bookingStepIds = ['what', 'when', 'confirm'] as const
export type BookingStepId = (typeof bookingStepIds)[number]

/** The choices of a booking, as its address keeps them. */
export type BookingSearch = {
  /** Id of one of the offer's services. */
  offer?: string
  /** Nobody named: the first one free. */
  professional?: string
  place?: Place
  /** The local day that is looked at. */
  date?: string
  /** A time chosen elsewhere, to be held as soon as the page stands. */
  at?: string
  /** The step that the visitor is on. None: the furthest that the choices allow. */
  step?: BookingStepId
  /** The appointment that came of it. */
  booked?: string
}

/** Never throws: what makes no sense is left out. */
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

/** Back to these choices, from signing in. The time isn't in them: the server holds it. */
export function bookingHref({ centerId, search }: { centerId: string; search: BookingSearch }): string {
  const { offer, professional, place, date, step } = search
  const kept = Object.entries({ offer, professional, place, date, step }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  return kept.length === 0 ? `/book/${centerId}` : `/book/${centerId}?${new URLSearchParams(kept)}`
}
