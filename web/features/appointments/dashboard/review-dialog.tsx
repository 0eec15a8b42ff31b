import { type SyntheticEvent, useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongDay } from '#web/platform/formats.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { StarPicker } from '#web/ui/star-picker.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

import { useCreateReview } from '../api/create-review.ts'

export type ReviewDialogProps = { appointment: Appointment; open: boolean; onClose: () => void; onReviewed: () => void }

/** Keeps its own state: /dashboard would load react-hook-form and zod, 40 KB, for this form alone (decision 0051). */
export function ReviewDialog({ appointment, open, onClose, onReviewed }: ReviewDialogProps) {
  const review = useCreateReview()
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)

  async function send() {
    try {
      const { author } = await review.mutateAsync({ appointmentId: appointment.id, rating, comment: comment.trim() })
      toast({ kind: 'success', title: 'Gracias por tu reseña', description: `Ya se lee en el perfil, como ${author}` })
    } catch {
      // The form shows the error.
      return
    }
    onClose()
    onReviewed()
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setMissing(rating === 0)
    if (rating === 0) event.currentTarget.querySelector('input')?.focus()
    else void send()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Califica tu consulta"
      description={`${appointment.service.name} con ${appointment.professional.name}, ${formatLongDay(appointment.startsAt)}.`}
      pending={review.isPending}
      error={review.isError ? errorMessage(review.error) : undefined}
      submitLabel="Publicar reseña"
      pendingLabel="Enviando…"
      cancelLabel="Volver"
      onSubmit={submit}
    >
      <StarPicker
        legend="¿Cómo fue?"
        name="rating"
        value={rating}
        onChange={(event) => {
          setRating(Number(event.currentTarget.value))
          setMissing(false)
        }}
        error={missing ? 'Elige de una a cinco estrellas' : undefined}
      />
      <TextArea
        label="Cuéntalo con tus palabras"
        optional
        maxLength={2000}
        hint="La leen todos en el perfil del centro, con tu nombre e inicial. No escribas datos de salud que quieras guardar para ti."
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
