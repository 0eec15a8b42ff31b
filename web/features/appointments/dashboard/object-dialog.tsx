import { useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

import { useObjectToNoShow } from '../api/object-to-no-show.ts'

export type ObjectDialogProps = {
  appointment: Appointment
  open: boolean
  onClose: () => void
  onObjected: () => void
}

/** «Sí fui»: the patient says that they came to an appointment that the centre marked as a no-show. */
export function ObjectDialog({ appointment, open, onClose, onObjected }: ObjectDialogProps) {
  const [comment, setComment] = useState('')
  const objection = useObjectToNoShow()
  const { center, professional, startsAt, objectUntil } = appointment

  async function object() {
    await objection.mutateAsync({ appointmentId: appointment.id, comment: comment.trim() })
    toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Nuestro equipo lo revisa y te responde.' })
    onObjected()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="¿Fuiste a esta cita?"
      consequences={[
        `${formatLongMoment(startsAt)}, con ${professional.name}. ${center.name} anotó que no fuiste.`,
        'Nuestro equipo lo revisa con el centro, decide y les avisa a los dos.',
        'Si te da la razón, la cita queda como completada: la puedes calificar y suma los puntos que le correspondan.',
        ...(objectUntil === null ? [] : [`Puedes decirlo hasta el ${formatLongMoment(objectUntil)}.`]),
      ]}
      confirmLabel="Sí fui"
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
