import { useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'

import { useReleaseHold } from './api/release-hold.ts'
import { useHold } from './use-hold.ts'

/** The visitor's held time, as the booking page of one centre sees it. */
export function useHeldTime({ centerId }: { centerId: string }) {
  const { appointment: current, isKnown, refetch, clear } = useHold()
  const release = useReleaseHold()
  // The server shows a hold of an account only to that account's session, so this copy stays while the user signs in again.
  const [keptHold, setKeptHold] = useState<Appointment>()
  const hold = current?.center.id === centerId ? current : current ? undefined : keptHold
  return {
    isKnown,
    /** The server responded that the visitor holds no time. */
    isGone: current === null,
    hold,
    /** A time that this visitor holds at another centre. */
    holdElsewhere: current && !hold ? current : undefined,
    refetch,
    keep: () => setKeptHold(hold),
    discardKept: () => setKeptHold(undefined),
    clear: () => {
      setKeptHold(undefined)
      clear()
    },
    release: () => {
      if (hold) release.mutate(undefined)
      setKeptHold(undefined)
    },
  }
}

export type HeldTime = ReturnType<typeof useHeldTime>
