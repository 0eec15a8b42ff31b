import { useForm } from 'react-hook-form'
import { z } from 'zod'

import type { OwnReview } from '#contract/reviews.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

import { useReplyToReview } from './api/reply-to-review.ts'
import { useReportReview } from './api/report-review.ts'

type ReviewDialogProps = { review: OwnReview; open: boolean; onClose: () => void }

type Props = ReviewDialogProps & {
  title: string
  description: string
  label: string
  max: number
  missing: string
  submitLabel: string
  pendingLabel: string
  send: (review: OwnReview, text: string) => Promise<void>
}

const formOf = (missing: string) => z.object({ text: z.string().refine((text) => text.trim() !== '', missing) })

/** One text about a review: the centre's reply, or the reason of a report. */
function ReviewTextDialog({ review, label, max, missing, send, ...dialog }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<{ text: string }>({
    resolver: formResolver(formOf(missing)),
    defaultValues: { text: '' },
  })
  const { errors, isSubmitting } = formState

  async function submit({ text }: { text: string }) {
    try {
      await send(review, text)
    } catch (error) {
      applyServerErrors({ setError }, error, { fields: ['text'], renamed: { reason: 'text' } })
    }
  }

  return (
    <FormDialog {...dialog} pending={isSubmitting} error={formFault(errors)} onSubmit={handleSubmit(submit)}>
      {review.comment && (
        <blockquote className="border-l-2 border-path pl-4 text-ink-soft wrap-anywhere whitespace-pre-line">
          {review.comment}
        </blockquote>
      )}
      <TextArea {...register('text')} label={label} rows={5} maxLength={max} error={errors.text?.message} />
    </FormDialog>
  )
}

export function ReplyDialog({ centerId, ...dialog }: { centerId: string } & ReviewDialogProps) {
  const reply = useReplyToReview()
  return (
    <ReviewTextDialog
      {...dialog}
      title="Responder la opinión"
      description="La respuesta es pública y se escribe una sola vez. No menciones nada de la consulta."
      label="Tu respuesta"
      max={2000}
      missing="Escribe la respuesta"
      submitLabel="Publicar respuesta"
      pendingLabel="Publicando…"
      send={async (review, text) => {
        await reply.mutateAsync({ centerId, reviewId: review.id, text })
        toast({ kind: 'success', title: 'Respuesta publicada', description: 'Se lee debajo de la opinión.' })
        dialog.onClose()
      }}
    />
  )
}

export function ReportDialog({ centerId, ...dialog }: { centerId: string } & ReviewDialogProps) {
  const report = useReportReview()
  return (
    <ReviewTextDialog
      {...dialog}
      title="Reportar la opinión"
      description="Cuéntanos qué tiene de malo: un insulto, datos de alguien, o de quien no fue paciente. Mientras la revisamos se sigue viendo."
      label="Motivo"
      max={1000}
      missing="Cuéntanos qué tiene de malo"
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      send={async (review, reason) => {
        await report.mutateAsync({ centerId, reviewId: review.id, reason })
        toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Vamos a revisar esa opinión.' })
        dialog.onClose()
      }}
    />
  )
}
