import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { useAppointment } from '../api/appointment.ts'
import { useMarkWithUndo } from './use-mark-with-undo.ts'

type CompleteButtonProps = { centerId: string; appointmentId: string; onCompleted: () => void }

/** Completes an appointment that has begun, from the clinical timeline. Nothing while the server does not allow it. */
export function CompleteButton({ centerId, appointmentId, onCompleted }: CompleteButtonProps) {
  const { data: appointment } = useAppointment({ centerId, appointmentId }, { enabled: true })
  const marking = useMarkWithUndo({ centerId, onDone: onCompleted })
  if (!appointment?.can.complete) return null
  return (
    <>
      <Button
        variant="secondary"
        pending={marking.pending !== undefined}
        onClick={() => marking.mark('complete', appointment)}
      >
        Completar la cita
      </Button>
      <FormError error={marking.error ? errorMessage(marking.error) : undefined} />
    </>
  )
}
