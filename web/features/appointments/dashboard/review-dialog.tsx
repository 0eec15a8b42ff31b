import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongDay } from '#web/platform/formats.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { StarPicker } from '#web/ui/star-picker.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

import { useAppointmentsRefresh } from './use-appointments-refresh.ts'

export type ReviewDialogProps = { appointment: Appointment; open: boolean; onClose: () => void; onReviewed: () => void }

/** Keeps its own state: react-hook-form and zod would come to /dashboard for this form alone, 40 KB. */
export function ReviewDialog({ appointment, open, onClose, onReviewed }: ReviewDialogProps) {
  const { api } = useApi()
  const refresh = useAppointmentsRefresh()
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const send = useMutation({
    mutationFn: () => api.reviews.create({ appointmentId: appointment.id, rating, comment: comment.trim() }),
    onSuccess: async ({ author }) => {
      toast({ kind: 'success', title: 'Gracias por tu reseña', description: `Ya se lee en el perfil, como ${author}` })
      await refresh()
      onClose()
      onReviewed()
    },
  })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setMissing(rating === 0)
    if (rating === 0) event.currentTarget.querySelector('input')?.focus()
    else send.mutate()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Califica tu consulta"
      description={`${appointment.service.name} con ${appointment.professional.name}, ${formatLongDay(appointment.startsAt)}.`}
      pending={send.isPending}
      error={send.isError ? errorMessage(send.error) : undefined}
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
