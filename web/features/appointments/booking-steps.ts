import { type BookingStepId, bookingStepIds } from './booking-search.ts'

const order = (step: BookingStepId) => bookingStepIds.indexOf(step)

/** The step to show: the one that the address names, but never one whose data is missing. */
export function bookingStep({
  asked,
  hasOffer,
  hold,
}: {
  asked: BookingStepId | undefined
  hasOffer: boolean
  /** `unknown` until the server has said whether this visitor holds a time here. */
  hold: 'yes' | 'no' | 'unknown'
}): BookingStepId {
  if (asked === 'confirm' && hold === 'unknown') return asked
  const furthest = hold === 'yes' ? 'confirm' : hasOffer ? 'when' : 'what'
  return asked !== undefined && order(asked) < order(furthest) ? asked : furthest
}
