import { useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

import { useObjectToRecord } from '../api/object-to-record.ts'
import { objectionLabel } from './appointment-action.ts'

export type ObjectDialogProps = {
  appointment: Appointment
  open: boolean
  onClose: () => void
  onObjected: () => void
}

/** The patient says that they came to an appointment that the centre marked as a no-show, or that they did not cancel it. */
export function ObjectDialog({ appointment, open, onClose, onObjected }: ObjectDialogProps) {
  const [comment, setComment] = useState('')
  const objection = useObjectToRecord()
  const { center, professional, startsAt, objectUntil } = appointment
  const isMissed = appointment.status === 'no_show'

  async function object() {
    await objection.mutateAsync({ appointmentId: appointment.id, comment: comment.trim() })
    toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Nuestro equipo lo revisa y te responde.' })
    onObjected()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={isMissed ? '¿Fuiste a esta cita?' : '¿No cancelaste esta cita?'}
      consequences={[
        `${formatLongMoment(startsAt)}, con ${professional.name}. ${center.name} anotó que ${isMissed ? 'no fuiste' : 'pediste cancelarla'}.`,
        'Nuestro equipo lo revisa con el centro, decide y les avisa a los dos.',
        isMissed
          ? 'Si te da la razón, la cita queda como completada: la puedes calificar y suma los puntos que le correspondan.'
          : 'Si te da la razón, figura como cancelada por el centro: no te cuesta nada, y el centro devuelve todo lo que hayas pagado. La hora no se recupera.',
        ...(objectUntil === null ? [] : [`Puedes decirlo hasta el ${formatLongMoment(objectUntil)}.`]),
      ]}
      confirmLabel={objectionLabel(appointment)}
      onConfirm={object}
    >
      <TextArea
        label="¿Quieres contarnos algo?"
        optional
        rows={3}
        maxLength={1000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
