import { useEffect, useEffectEvent } from 'react'

import type { CenterProfile } from '#contract/centers.ts'
import { localMoment, localToday } from '#web/platform/local-days.ts'

import { useHoldAppointment } from './api/hold-appointment.ts'
import { type BookingChoice, bookingChoice } from './booking-choice.ts'
import type { BookingSearch, BookingStepId } from './booking-search.ts'
import type { FreeTime } from './day-time-picker.tsx'
import type { useBookingAddress } from './use-booking-address.ts'
import type { BookingMessages } from './use-booking-messages.ts'
import type { HeldTime } from './use-held-time.ts'

type BookingState = {
  center: CenterProfile
  search: BookingSearch
  step: BookingStepId
  choice: BookingChoice
  held: HeldTime
  address: ReturnType<typeof useBookingAddress>
  messages: BookingMessages
}

/** The first two steps: a service, and a time that the server holds. */
export function useChooseTime(state: BookingState) {
  const { step, choice, held, address, messages } = state
  const { hold } = held
  const holding = useHoldAppointment()

  function holdTime({ serviceId, startsAt }: Pick<FreeTime, 'serviceId' | 'startsAt'>, place = choice.place) {
    if (!place) return
    messages.clear()
    holding.mutate(
      { serviceId, startsAt, place },
      {
        onSuccess: () => {
          held.discardKept()
          void address.showStep({ from: step, to: 'confirm' }).then(() => messages.focusStep('confirm'))
        },
        onError: (error) => messages.setTrouble({ error, startsAt }),
      },
    )
  }

  /** Another professional or place is another booking: the time that was held for the first is released. */
  function change(next: Partial<BookingSearch>) {
    messages.clear()
    const ofHold = hold && { offer: hold.service.id, place: hold.place, date: localMoment(hold.startsAt).date }
    held.release()
    address.goTo({ ...ofHold, ...next })
  }

  /** Another service releases the held time; the service that it is held for keeps it. */
  function chooseOffer(offerId: string, serviceIds: readonly string[]) {
    messages.clear()
    if (hold && !serviceIds.includes(hold.service.id)) held.release()
    const ofHold = hold && { place: hold.place, date: localMoment(hold.startsAt).date }
    void address.showStep({ from: step, to: 'when', change: { ...ofHold, offer: offerId } })
  }

  return {
    holdTime,
    change,
    chooseOffer,
    pendingAt: holding.isPending ? holding.variables.startsAt : undefined,
    ...useTappedTime({ ...state, holdTime }),
  }
}

/**
 * The time that the visitor chose on a card or a profile is held as soon as it is known that this visitor doesn't hold it
 * already. While the visitor holds a time at another centre, it stays in the URL: a link must not replace that hold, and the
 * notice asks first.
 */
function useTappedTime({
  center,
  search,
  held,
  address,
  messages,
  holdTime,
}: BookingState & {
  holdTime: (time: { serviceId: string; startsAt: string }, place: BookingChoice['place']) => void
}) {
  const { isKnown, hold, holdElsewhere } = held
  const { at, offer } = search
  const tapped = holdElsewhere && at && offer ? { serviceId: offer, startsAt: at } : undefined
  const placeOf = () => bookingChoice({ center, search, hold: undefined }).place

  const holdTapped = useEffectEvent(() => {
    if (!at) return
    const isOurs = hold?.startsAt === at && hold.service.id === offer
    if (Date.parse(at) <= Date.now()) messages.setTrouble({ passed: true, startsAt: at })
    else if (offer && !isOurs) holdTime({ serviceId: offer, startsAt: at }, placeOf())
    const { date } = localMoment(at)
    address.goTo({ at: undefined, date: date < localToday() ? undefined : date })
  })
  const isHeldElsewhere = holdElsewhere !== undefined
  useEffect(() => {
    if (isKnown && !isHeldElsewhere) holdTapped()
  }, [isKnown, isHeldElsewhere])

  return {
    /** The time that the visitor chose on a card or a profile while holding another. */
    tapped,
    takeTapped: () => {
      if (!tapped) return
      holdTime(tapped, placeOf())
      address.goTo({ at: undefined, date: localMoment(tapped.startsAt).date })
    },
  }
}
