import { hrefOf } from '#web/platform/search-params.ts'

import type { BookingSearch } from './booking-search.ts'

/** The link back to these choices after signing in. It contains no time: the server holds that. */
export function bookingHref({ centerId, search }: { centerId: string; search: BookingSearch }): string {
  const { offer, professional, place, date, step, hold, attendee } = search
  return hrefOf(`/book/${centerId}`, { offer, professional, place, date, step, hold, attendee })
}
