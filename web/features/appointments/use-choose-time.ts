import { useEffect, useEffectEvent } from 'react'

import type { CenterProfile } from '#contract/centers.ts'
import { localMoment, localToday } from '#web/platform/local-days.ts'
import { serverNow } from '#web/platform/server-time.ts'

import { type BookingChoice, bookingChoice } from './booking-choice.ts'
import type { BookingSearch, BookingStepId } from './booking-search.ts'
import type { FreeTime } from './day-time-picker.tsx'
import type { BookingMessages } from './use-booking-messages.ts'
import type { useBookingUrl } from './use-booking-url.ts'
import type { HeldTime } from './use-hold.ts'

type BookingState = {
  center: CenterProfile
  search: BookingSearch
  step: BookingStepId
  choice: BookingChoice
  held: HeldTime
  url: ReturnType<typeof useBookingUrl>
  messages: BookingMessages
}

export function useChooseTime(state: BookingState) {
  const { step, choice, held, url, messages } = state
  const { hold } = held

  function holdTime({ serviceId, startsAt }: Pick<FreeTime, 'serviceId' | 'startsAt'>, place = choice.place) {
    if (!place) return
    messages.clear()
    held.holding.mutate(
      { serviceId, startsAt, place },
      {
        onSuccess: ({ id }) => {
          held.discardCopy()
          void url
            .showStep({ from: step, to: 'confirm', change: { hold: id } })
            .then(() => messages.focusStep('confirm'))
        },
        onError: (error) => messages.setTrouble({ error, startsAt, isOfHold: true }),
      },
    )
  }

  /** A change of professional or place releases the held time. */
  function change(next: Partial<BookingSearch>) {
    messages.clear()
    const holdSearch = hold && { offer: hold.service.id, place: hold.place, date: localMoment(hold.startsAt).date }
    held.release()
    url.goTo({ ...holdSearch, ...next })
  }

  /** A change of service releases the held time, unless it is held for that service. */
  function chooseOffer(offerId: string, serviceIds: readonly string[]) {
    messages.clear()
    if (hold && !serviceIds.includes(hold.service.id)) held.release()
    const holdSearch = hold && { place: hold.place, date: localMoment(hold.startsAt).date }
    void url.showStep({ from: step, to: 'when', change: { ...holdSearch, offer: offerId } })
  }

  return {
    holdTime,
    change,
    chooseOffer,
    ...useLinkedTime({ ...state, holdTime }),
  }
}

/**
 * Holds the time in the URL, which the visitor chose on a card or a profile, once the server has responded which time the
 * visitor holds. While that is a time at another centre, a notice asks first: a link must not replace a hold.
 */
function useLinkedTime({
  center,
  search,
  held,
  url,
  messages,
  holdTime,
}: BookingState & {
  holdTime: (time: { serviceId: string; startsAt: string }, place: BookingChoice['place']) => void
}) {
  const { isKnown, hold, holdElsewhere } = held
  const { at, offer } = search
  const linkedTime = holdElsewhere && at && offer ? { serviceId: offer, startsAt: at } : undefined
  const placeOf = () => bookingChoice({ center, search, hold: undefined }).place

  const holdLinkedTime = useEffectEvent(() => {
    if (!at) return
    const isHeldAlready = hold?.startsAt === at && hold.service.id === offer
    if (Date.parse(at) <= serverNow()) messages.setTrouble({ passed: true, startsAt: at })
    else if (offer && !isHeldAlready) holdTime({ serviceId: offer, startsAt: at }, placeOf())
    const { date } = localMoment(at)
    url.goTo({ at: undefined, date: date < localToday() ? undefined : date })
  })
  const isHeldElsewhere = holdElsewhere !== undefined
  useEffect(() => {
    if (isKnown && !isHeldElsewhere) holdLinkedTime()
  }, [isKnown, isHeldElsewhere])

  return {
    /** The time in the URL, while the visitor holds a time at another centre. */
    linkedTime,
    takeLinkedTime: () => {
      if (!linkedTime) return
      holdTime(linkedTime, placeOf())
      url.goTo({ at: undefined, date: localMoment(linkedTime.startsAt).date })
    },
  }
}
