import { useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'

import { useReleaseHold } from './api/release-hold.ts'
import { useHold } from './use-hold.ts'

export function useHeldTime({ centerId }: { centerId: string }) {
  const { appointment: current, isKnown, refetch, clear } = useHold()
  const release = useReleaseHold()
  // The server shows a hold of an account only to that account's session, so this copy stays while the user signs in again.
  const [holdCopy, setHoldCopy] = useState<Appointment>()
  const hold = current?.center.id === centerId ? current : current ? undefined : holdCopy
  return {
    isKnown,
    /** The server responded that the visitor holds no time. */
    isGone: current === null,
    hold,
    holdElsewhere: current && !hold ? current : undefined,
    refetch,
    keepCopy: () => setHoldCopy(hold),
    discardCopy: () => setHoldCopy(undefined),
    clear: () => {
      setHoldCopy(undefined)
      clear()
    },
    release: () => {
      if (hold) release.mutate(undefined)
      setHoldCopy(undefined)
    },
  }
}

export type HeldTime = ReturnType<typeof useHeldTime>
