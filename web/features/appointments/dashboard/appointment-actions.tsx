import type { Appointment } from '#contract/appointments.ts'
import { formatLongMoment } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'

import type { Act, OpenAct } from './appointment-act.ts'

export type AppointmentActionsProps = { appointment: Appointment; onAct: OpenAct; size?: 'small' | 'medium' }

/** What may be done with an appointment to come, as the server says. Buttons of the same name differ for a screen reader. */
export function AppointmentActions({ appointment, onAct, size = 'medium' }: AppointmentActionsProps) {
  const { can, startsAt } = appointment
  const actions: { act: Act; label: string; shown: boolean }[] = [
    { act: 'details', label: 'Ver detalles', shown: true },
    { act: 'move', label: 'Mover', shown: can.move },
    { act: 'cancel', label: 'Cancelar', shown: can.cancel },
  ]
  return actions
    .filter(({ shown }) => shown)
    .map(({ act, label }) => (
      <Button
        key={act}
        size={size}
        variant={act === 'cancel' ? 'quietDanger' : 'secondary'}
        {...opensDialog}
        onClick={() => onAct(act, appointment)}
      >
        {label}
        <span className="sr-only">{`: ${formatLongMoment(startsAt)}`}</span>
      </Button>
    ))
}
