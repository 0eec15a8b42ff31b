import type { Appointment } from '#contract/appointments.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'

import type { AppointmentAction, OpenAction } from './appointment-action.ts'

export type AppointmentActionsProps = { appointment: Appointment; onAction: OpenAction; size?: 'small' | 'medium' }

/** The actions that the server allows. For screen readers, the date distinguishes buttons with the same label. */
export function AppointmentActions({ appointment, onAction, size = 'medium' }: AppointmentActionsProps) {
  const { can, startsAt } = appointment
  const actions: { action: AppointmentAction; label: string; shown: boolean }[] = [
    { action: 'details', label: 'Ver detalles', shown: true },
    { action: 'pay', label: 'Pagar', shown: can.pay },
    { action: 'move', label: 'Mover', shown: can.move },
    { action: 'cancel', label: 'Cancelar', shown: can.cancel },
  ]
  return actions
    .filter(({ shown }) => shown)
    .map(({ action, label }) => (
      <Button
        key={action}
        size={size}
        variant={action === 'cancel' ? 'quietDanger' : 'secondary'}
        {...opensDialog}
        onClick={() => onAction(action, appointment)}
      >
        {label}
        <span className="sr-only">{`: ${formatLongMoment(startsAt)}`}</span>
      </Button>
    ))
}
