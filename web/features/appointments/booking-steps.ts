import { type BookingStepId, bookingStepIds } from './booking-search.ts'

const order = (step: BookingStepId) => bookingStepIds.indexOf(step)

/** The step to show: the one that the address names, but never one whose data is missing. */
export function bookingStep({
  query,
  hasOffer,
  hold,
}: {
  query: BookingStepId | undefined
  hasOffer: boolean
  /** `unknown` until the server has said whether this visitor holds a time here. */
  hold: 'yes' | 'no' | 'unknown'
}): BookingStepId {
  if (query === 'confirm' && hold === 'unknown') return query
  const furthest = hold === 'yes' ? 'confirm' : hasOffer ? 'when' : 'what'
  return query !== undefined && order(query) < order(furthest) ? query : furthest
}
