import type { Appointment } from '#contract/appointments.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

import { useAcceptAppointment } from '../api/accept-appointment.ts'

type AcceptBookingProps = { appointment: Appointment; onAccepted?: () => void; size?: 'small' | 'medium' }

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

export function AcceptButton({ appointment, onAccepted, size = 'medium' }: AcceptBookingProps) {
  const acceptance = useAcceptAppointment()

  async function accept() {
    try {
      await acceptance.mutateAsync({ appointmentId: appointment.id })
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
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
