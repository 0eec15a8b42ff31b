import { useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'

/** What can be opened about an appointment. */
export type Act = 'details' | 'move' | 'cancel' | 'review'

export type OpenAct = (act: Act, appointment: Appointment) => void

/** Which dialog stands open, and about what; it stays known while the dialog closes. */
export function useAct() {
  const [open, setOpen] = useState<Act>()
  const [appointment, setAppointment] = useState<Appointment>()
  return {
    appointment,
    isOpen: (act: Act) => open === act,
    show: (act: Act, about: Appointment) => {
      setAppointment(about)
      setOpen(act)
    },
    close: () => setOpen(undefined),
  }
}

/** Said of an appointment that is no longer to come, beyond its status. */
export function endingOf({ status, cancelledBy }: Appointment): string | undefined {
  if (status !== 'cancelled') return undefined
  if (cancelledBy === 'patient') return 'La cancelaste tú'
  return cancelledBy === 'center' ? 'La canceló el centro' : 'El centro no respondió a tiempo'
}
