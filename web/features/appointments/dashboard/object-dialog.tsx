import { useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

import { useObjectToRecord } from '../api/object-to-record.ts'
import { objectionWords } from './appointment-action.ts'

export type ObjectDialogProps = {
  appointment: Appointment
  open: boolean
  onClose: () => void
  onObjected: () => void
}

/** The patient says that the centre recorded the appointment wrongly: a no-show, a cancellation, or a visit before the agreed start. */
export function ObjectDialog({ appointment, open, onClose, onObjected }: ObjectDialogProps) {
  const [comment, setComment] = useState('')
  const objection = useObjectToRecord()
  const { center, professional, startsAt, objectUntil } = appointment
  const words = objectionWords(appointment)

  async function object() {
    await objection.mutateAsync({ appointmentId: appointment.id, comment: comment.trim() })
    toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Nuestro equipo lo revisa y te responde.' })
    onObjected()
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={words.question}
      consequences={[
        `${formatLongMoment(startsAt)}, con ${professional.name}. ${center.name} anotó que ${words.recorded}.`,
        'Nuestro equipo lo revisa con el centro, decide y les avisa a los dos.',
        `Si te da la razón, ${words.outcome}`,
        ...(objectUntil === null ? [] : [`Puedes decirlo hasta el ${formatLongMoment(objectUntil)}.`]),
      ]}
      confirmLabel={words.label}
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
