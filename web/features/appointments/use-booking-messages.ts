import { useRef, useState } from 'react'

import type { NewDependantErrors } from './attendee-values.ts'
import type { BookingTrouble } from './booking-notice.tsx'
import type { BookingStepId } from './booking-search.ts'

/** The page's messages about the last attempt, and the headings that receive the focus. */
export function useBookingMessages() {
  const [trouble, setTrouble] = useState<BookingTrouble>()
  const [incomplete, setIncomplete] = useState<string>()
  const [addressError, setAddressError] = useState<string>()
  const [newDependantErrors, setNewDependantErrors] = useState<NewDependantErrors>()
  const headings = {
    what: useRef<HTMLHeadingElement>(null),
    when: useRef<HTMLHeadingElement>(null),
    confirm: useRef<HTMLHeadingElement>(null),
  }
  return {
    trouble,
    setTrouble,
    incomplete,
    setIncomplete,
    addressError,
    setAddressError,
    newDependantErrors,
    setNewDependantErrors,
    clear: () => {
      setTrouble(undefined)
      setIncomplete(undefined)
      setAddressError(undefined)
      setNewDependantErrors(undefined)
    },
    headings,
    focusStep: (to: BookingStepId) => {
      requestAnimationFrame(() => {
        headings[to].current?.focus({ preventScroll: true })
        // A phone has room for the summary only below the step's heading.
        const isPhone = matchMedia('(width < 64rem)').matches
        headings[to].current?.scrollIntoView({ block: to === 'confirm' && isPhone ? 'start' : 'nearest' })
      })
    },
  }
}

export type BookingMessages = ReturnType<typeof useBookingMessages>
