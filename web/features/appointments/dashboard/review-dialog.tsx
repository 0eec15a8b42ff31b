import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { healthWordsIn } from '#contract/health-words.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongDay } from '#web/platform/formats.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { StarPicker } from '#web/ui/star-picker.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

export type ReviewDialogProps = { appointment: Appointment; open: boolean; onClose: () => void; onReviewed: () => void }

/** Keeps its own state: /dashboard would load react-hook-form and zod, 40 KB, for this form alone (decision 0051). */
export function ReviewDialog({ appointment, open, onClose, onReviewed }: ReviewDialogProps) {
  const { queries } = useApi()
  const creation = useMutation(queries.reviews.create.mutationOptions())
  const update = useMutation(queries.reviews.update.mutationOptions())
  const isEdit = appointment.reviewed
  const review = isEdit ? update : creation
  const [rating, setRating] = useState(appointment.rating ?? 0)
  const [comment, setComment] = useState(appointment.reviewComment ?? '')
  const [isRatingMissing, setRatingMissing] = useState(false)
  const healthWords = healthWordsIn(comment)
  // The form warns of the same words only once.
  const [acceptedWords, setAcceptedWords] = useState('')
  const healthWordsText = healthWords.join(', ')

  async function send() {
    try {
      const { author } = await review.mutateAsync({ appointmentId: appointment.id, rating, comment: comment.trim() })
      toast(
        isEdit
          ? { kind: 'success', title: 'Opinión actualizada', description: 'Ya se lee así en el perfil del centro.' }
          : { kind: 'success', title: 'Gracias por tu opinión', description: `Ya se lee en el perfil, como ${author}` },
      )
    } catch {
      // The form shows the error.
      return
    }
    onClose()
    onReviewed()
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setRatingMissing(rating === 0)
    if (rating === 0) event.currentTarget.querySelector('input')?.focus()
    else if (healthWordsText !== '' && acceptedWords !== healthWordsText) setAcceptedWords(healthWordsText)
    else void send()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isEdit ? 'Cambia tu opinión' : 'Califica tu consulta'}
      description={`${appointment.service.name} con ${appointment.professional.name}, ${formatLongDay(appointment.startsAt)}.`}
      pending={review.isPending}
      error={review.isError ? errorMessage(review.error) : undefined}
      notice={
        healthWordsText !== '' && acceptedWords === healthWordsText ? (
          <p role="alert" className="rounded-control bg-amber-soft px-4 py-3 text-sm">
            {`Tu comentario menciona datos de salud (${healthWordsText}) y lo lee cualquiera. Puedes quitarlos, o publicarlo así.`}
          </p>
        ) : undefined
      }
      submitLabel={submitLabelOf({ isEdit, isWarned: healthWordsText !== '' && acceptedWords === healthWordsText })}
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
          setRatingMissing(false)
        }}
        error={isRatingMissing ? 'Elige de una a cinco estrellas' : undefined}
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

function submitLabelOf({ isEdit, isWarned }: { isEdit: boolean; isWarned: boolean }): string {
  if (isWarned) return 'Publicar así'
  return isEdit ? 'Guardar los cambios' : 'Publicar opinión'
}
