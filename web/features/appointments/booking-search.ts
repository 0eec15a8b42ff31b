import { places } from '#contract/places.ts'
import { dayOf, idOf, instantOf, searchParser } from '#web/platform/search-params.ts'

export const bookingStepIds = ['what', 'when', 'confirm'] as const
export type BookingStepId = (typeof bookingStepIds)[number]

export const parseBookingSearch = searchParser({
  /** Id of one of the offer's services. */
  offer: idOf,
  /** Without one, the first free professional is chosen. */
  professional: idOf,
  place: places,
  /** The local day in view. */
  date: dayOf,
  /** A time chosen on another page, to be held as soon as this page has loaded. */
  at: instantOf,
  /** The current step. Without one: the furthest that the choices allow. */
  step: bookingStepIds,
  /** The held time that the confirm step is about, so that the page can tell what became of it. */
  hold: idOf,
  booked: idOf,
  /** The dependant for whom the link was made. */
  attendee: idOf,
})
export type BookingSearch = ReturnType<typeof parseBookingSearch>
