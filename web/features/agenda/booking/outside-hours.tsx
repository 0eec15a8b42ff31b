import { useState } from 'react'

import { errorCode } from '#web/platform/error-message.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

import { conflictText } from './conflict-text.ts'

/**
 * The server refuses a time at which the professional doesn't work. The receptionist may insist on it, as long as
 * `combination` (service, day and time) stays the refused one.
 */
export function useOutsideHours(combination: string) {
  const [refused, setRefused] = useState<{ combination: string; reason: string | undefined }>()
  return {
    isRefused: refused?.combination === combination,
    reason: refused?.reason,
    /** Returns whether the error is such a refusal. */
    noteRefusal(error: unknown): boolean {
      if (errorCode(error) !== 'appointments.outside_hours') return false
      setRefused({ combination, reason: conflictText(error) })
      return true
    },
    clear: () => setRefused(undefined),
  }
}

type OutsideHoursBannerProps = {
  outside: ReturnType<typeof useOutsideHours>
  verb: 'agendar' | 'mover'
  professionalName?: string
  onInsist: () => void
}

export function OutsideHoursBanner({ outside, verb, professionalName, onInsist }: OutsideHoursBannerProps) {
  if (!outside.isRefused) return null
  const reason = outside.reason ? `${outside.reason} ` : ''
  return (
    <Banner
      role="alert"
      tone="amber"
      action={
        <Button variant="secondary" size="small" onClick={onInsist}>
          {verb === 'agendar' ? 'Agendar igual' : 'Mover igual'}
        </Button>
      }
    >
      A esa hora {professionalName ? <span translate="no">{professionalName}</span> : 'el profesional'}
      {` no atiende. ${reason}Puedes ${verb} igual, si lo acordaron.`}
    </Banner>
  )
}
