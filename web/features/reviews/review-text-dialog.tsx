import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { OwnReview, Review, ReviewAction } from '#contract/reviews.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

type DialogProps = { open: boolean; onClose: () => void }
type ReviewDialogProps = DialogProps & { review: OwnReview }

type Props = DialogProps & {
  comment: string
  title: string
  description: string
  label: string
  max: number
  missing: string
  submitLabel: string
  pendingLabel: string
  send: (text: string) => Promise<void>
}

const formOf = (missing: string) => z.object({ text: z.string().refine((text) => text.trim() !== '', missing) })

/** One text about a review: the centre's reply, the reason of a report, or its author's answer to an action. */
function ReviewTextDialog({ comment, label, max, missing, send, ...dialog }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<{ text: string }>({
    resolver: formResolver(formOf(missing)),
    defaultValues: { text: '' },
  })
  const { errors, isSubmitting } = formState

  async function submit({ text }: { text: string }) {
    try {
      await send(text)
    } catch (error) {
      applyServerErrors({ setError }, error, { fields: ['text'], renamed: { reason: 'text' } })
    }
  }

  return (
    <FormDialog {...dialog} pending={isSubmitting} error={formFault(errors)} onSubmit={handleSubmit(submit)}>
      {comment && (
        <blockquote className="border-l-2 border-path pl-4 text-ink-soft wrap-anywhere whitespace-pre-line">
          {comment}
        </blockquote>
      )}
      <TextArea {...register('text')} label={label} rows={5} maxLength={max} error={errors.text?.message} />
    </FormDialog>
  )
}

export function ReplyDialog({ centerId, review, ...dialog }: { centerId: string } & ReviewDialogProps) {
  const { queries } = useApi()
  const reply = useMutation(queries.reviews.reply.mutationOptions())
  return (
    <ReviewTextDialog
      {...dialog}
      comment={review.comment}
      title="Responder la opinión"
      description="La respuesta es pública y se escribe una sola vez. No menciones nada de la consulta."
      label="Tu respuesta"
      max={2000}
      missing="Escribe la respuesta"
      submitLabel="Publicar respuesta"
      pendingLabel="Publicando…"
      send={async (text) => {
        await reply.mutateAsync({ centerId, reviewId: review.id, text })
        toast({ kind: 'success', title: 'Respuesta publicada', description: 'Se lee debajo de la opinión.' })
        dialog.onClose()
      }}
    />
  )
}

export function ReportDialog({ centerId, review, ...dialog }: { centerId: string } & ReviewDialogProps) {
  const { queries } = useApi()
  const report = useMutation(queries.reviews.report.mutationOptions())
  return (
    <ReviewTextDialog
      {...dialog}
      comment={review.comment}
      title="Reportar la opinión"
      description="Cuéntanos qué tiene de malo: un insulto, datos de alguien, o de quien no fue paciente. Mientras la revisamos se sigue viendo."
      label="Motivo"
      max={1000}
      missing="Cuéntanos qué tiene de malo"
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      send={async (reason) => {
        await report.mutateAsync({ centerId, reviewId: review.id, reason })
        toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Vamos a revisar esa opinión.' })
        dialog.onClose()
      }}
    />
  )
}

export function ReaderReportDialog({ review, ...dialog }: DialogProps & { review: Review }) {
  const { queries } = useApi()
  const report = useMutation(queries.reviews.reportAsReader.mutationOptions())
  return (
    <ReviewTextDialog
      {...dialog}
      comment={review.comment}
      title="Reportar la opinión"
      description="Cuéntanos qué tiene de malo: un insulto, datos de alguien, o algo que no es cierto. Mientras la revisamos se sigue viendo."
      label="Motivo"
      max={1000}
      missing="Cuéntanos qué tiene de malo"
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      send={async (reason) => {
        await report.mutateAsync({ reviewId: review.id, reason })
        toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Vamos a revisar esa opinión.' })
        dialog.onClose()
      }}
    />
  )
}

/** The author's one answer to an action of staff on their review. */
export function AnswerDialog({ action, ...dialog }: DialogProps & { action: ReviewAction }) {
  const { queries } = useApi()
  const answer = useMutation(queries.reviews.answerAction.mutationOptions())
  return (
    <ReviewTextDialog
      {...dialog}
      comment={action.comment}
      title="Responder al equipo"
      description="Se responde una sola vez. Lo lee el equipo que decidió, y puede cambiar la decisión."
      label="Tu respuesta"
      max={2000}
      missing="Escribe tu respuesta"
      submitLabel="Enviar respuesta"
      pendingLabel="Enviando…"
      send={async (text) => {
        await answer.mutateAsync({ actionId: action.actionId, text })
        toast({ kind: 'success', title: 'Respuesta enviada', description: 'La lee el equipo de moderación.' })
        dialog.onClose()
      }}
    />
  )
}
