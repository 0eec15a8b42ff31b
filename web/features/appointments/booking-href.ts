import type { BookingSearch } from './booking-search.ts'

/** The link back to these choices after signing in. It contains no time: the server holds that. */
export function bookingHref({ centerId, search }: { centerId: string; search: BookingSearch }): string {
  const { offer, professional, place, date, step } = search
  const params = Object.entries({ offer, professional, place, date, step }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  return params.length === 0 ? `/book/${centerId}` : `/book/${centerId}?${new URLSearchParams(params)}`
}
