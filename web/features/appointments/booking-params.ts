import { isDay } from '#web/platform/local-days.ts'

import { type Place, places } from './places.ts'

/** The choices of a booking, as its address keeps them. */
export type BookingSearch = {
  /** Id of one of the offer's services. */
  offer?: string | undefined
  /** Nobody named: the first one free. */
  professional?: string | undefined
  place?: Place | undefined
  /** The local day that is looked at. */
  date?: string | undefined
  /** A time chosen elsewhere, to be held as soon as the page stands. */
  at?: string | undefined
  /** The appointment that came of it. */
  booked?: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Never throws: what makes no sense is left out. */
export function parseBookingSearch(raw: Record<string, unknown>): BookingSearch {
  const text = (key: string) => (typeof raw[key] === 'string' ? raw[key] : '')
  const id = (key: string) => (uuid.test(text(key)) ? text(key) : undefined)
  const at = text('at')
  return {
    offer: id('offer'),
    professional: id('professional'),
    place: places.find((option) => option === text('place')),
    date: isDay(text('date')) ? text('date') : undefined,
    at: /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(at) && !Number.isNaN(Date.parse(at)) ? at : undefined,
    booked: id('booked'),
  }
}

/** Back to these choices, from signing in. The time isn't in them: the server holds it. */
export function bookingHref({ centerId, search }: { centerId: string; search: BookingSearch }): string {
  const { offer, professional, place, date } = search
  const kept = Object.entries({ offer, professional, place, date }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  return kept.length === 0 ? `/book/${centerId}` : `/book/${centerId}?${new URLSearchParams(kept)}`
}
