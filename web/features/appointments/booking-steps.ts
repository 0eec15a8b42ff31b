import { type BookingStepId, bookingStepIds } from './booking-search.ts'

const order = (step: BookingStepId) => bookingStepIds.indexOf(step)

/** The step to show: the one that the URL names, unless its data is missing. */
export function bookingStep({
  requested,
  hasOffer,
  hold,
}: {
  requested: BookingStepId | undefined
  hasOffer: boolean
  /** `unknown` until the server has responded whether this visitor holds a time here. */
  hold: 'yes' | 'no' | 'unknown'
}): BookingStepId {
  if (requested === 'confirm' && hold === 'unknown') return requested
  const furthest = hold === 'yes' ? 'confirm' : hasOffer ? 'when' : 'what'
  return requested !== undefined && order(requested) < order(furthest) ? requested : furthest
}
