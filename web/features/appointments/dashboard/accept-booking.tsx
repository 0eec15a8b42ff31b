import { useMutation } from '@tanstack/react-query'
import type { Appointment } from '#contract/appointments.ts'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

import type { OpenAction } from './appointment-action.ts'

type AcceptBookingProps = {
  appointment: Appointment
  /** Opens the details, which say why the server refused and what the patient can do instead. */
  onAction: OpenAction
  onAccepted?: () => void
  size?: 'small' | 'medium'
}

/** Asks the patient to accept an appointment that the centre booked for them. Renders nothing for any other appointment. */
export function AcceptBooking(props: AcceptBookingProps) {
  if (!props.appointment.can.accept) return null
  return (
    <div className="grid justify-items-start gap-3 rounded-control bg-sand px-4 py-3">
      <p className="text-sm">
        El centro agendó esta cita por ti. Si es tuya, confírmalo antes de que empiece: así, después de la consulta
        podrás calificarla.
      </p>
      <AcceptButton {...props} />
    </div>
  )
}

export function AcceptButton({ appointment, onAction, onAccepted, size = 'medium' }: AcceptBookingProps) {
  const { queries } = useApi()
  const acceptance = useMutation(queries.appointments.accept.mutationOptions())

  async function accept() {
    try {
      await acceptance.mutateAsync({ appointmentId: appointment.id, terms: appointment.terms })
    } catch (error) {
      // The refetched list may no longer show this button.
      onAction('details', appointment, error)
      return
    }
    toast({ kind: 'success', title: 'Gracias', description: 'Ya sabemos que esta cita es tuya.' })
    onAccepted?.()
  }

  if (!appointment.can.accept) return null
  return (
    <Button size={size} pending={acceptance.isPending} pendingLabel="Guardando…" onClick={accept}>
      Sí, es mía
      <span className="sr-only">{`: ${formatLongMoment(appointment.startsAt)}`}</span>
    </Button>
  )
}
