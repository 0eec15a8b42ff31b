import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import type { CenterProfile } from '#contract/centers.ts'

import { accessDraft } from './access/access-draft.ts'
import { bookingChoice } from './booking-choice.ts'
import type { BookingSearch, BookingStepId } from './booking-search.ts'
import { bookingStep } from './booking-steps.ts'
import { payHref } from './deposit-text.ts'
import { useBookingMessages } from './use-booking-messages.ts'
import { useBookingUrl } from './use-booking-url.ts'
import { useChooseTime } from './use-choose-time.ts'
import { useConfirmStep } from './use-confirm-step.ts'
import { useHeldTime } from './use-hold.ts'

/** A booking at one centre: its choices and its step (in the URL), the held time (on the server), and its actions. */
export function useBooking({ center, search }: { center: CenterProfile; search: BookingSearch }) {
  const url = useBookingUrl(search)
  const router = useRouter()
  const held = useHeldTime({ centerId: center.id })
  const { hold, holdElsewhere, isKnown, pendingAt } = held
  const messages = useBookingMessages()
  const choice = bookingChoice({ center, search, hold })
  const step = bookingStep({
    requested: search.step,
    hasOffer: choice.offer !== undefined,
    hold: hold ? 'yes' : isKnown ? 'no' : 'unknown',
  })
  const choosing = useChooseTime({ center, search, step, choice, held, url, messages })
  const { isConfirmed, ...confirming } = useConfirmStep({
    step,
    attendee: search.attendee,
    held,
    messages,
    onBooked: ({ id, status }) => {
      accessDraft.delete()
      if (status === 'held') return router.history.push(payHref(id))
      url.showBooked(id)
      held.clear()
    },
  })

  // A reload, a bookmark or the browser's history named the confirm step of a hold that is gone.
  const isStale = search.step === 'confirm' && step !== 'confirm' && !confirming.isConfirming && !isConfirmed
  const leaveStaleStep = useEffectEvent(() => {
    if (held.isGone) messages.setTrouble((before) => before ?? { gone: true, holdId: search.hold, startsAt: undefined })
    url.goTo({ step, hold: undefined })
  })
  useEffect(() => {
    if (isStale) leaveStaleStep()
  }, [isStale])

  async function openStep(to: BookingStepId) {
    messages.clear()
    await url.showStep({ from: step, to, change: to === 'confirm' && hold ? { hold: hold.id } : {} })
    messages.focusStep(to)
  }

  return {
    choice,
    hold,
    holdElsewhere,
    step,
    pendingAt,
    ...choosing,
    ...confirming,
    goTo: url.goTo,
    openStep: (to: BookingStepId) => void openStep(to),
    headings: messages.headings,
    trouble: messages.trouble,
    dismissTrouble: () => messages.setTrouble(undefined),
    incomplete: messages.incomplete,
    addressError: messages.addressError,
    newDependantErrors: messages.newDependantErrors,
    expire: () => {
      messages.setTrouble({ expired: true, startsAt: hold?.startsAt })
      held.clear()
    },
  }
}
