import { useNavigate } from '@tanstack/react-router'

import type { BookingSearch, BookingStepId } from './booking-search.ts'

/** Updates the choices and the step in the URL: a choice replaces the current history entry, a step adds one. */
export function useBookingUrl(search: BookingSearch) {
  const navigate = useNavigate({ from: '/book/$centerId' })

  function goTo(change: BookingSearch) {
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  }

  async function showStep({ from, to, change }: { from: BookingStepId; to: BookingStepId; change?: BookingSearch }) {
    if (from === to) return
    // Without a step in the URL, going back to this entry would skip to the confirm step once a time is held.
    if (search.step !== from) {
      await navigate({ search: (before) => ({ ...before, step: from }), replace: true, resetScroll: false })
    }
    await navigate({ search: (before) => ({ ...before, ...change, step: to }), resetScroll: false })
  }

  function showBooked(booked: string) {
    void navigate({ search: { booked }, replace: true })
  }

  return { goTo, showStep, showBooked }
}
