import { useForm } from 'react-hook-form'
import { z } from 'zod'

import type { OwnReview } from '#contract/reviews.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

export type ReviewDialogProps = { review: OwnReview; open: boolean; onClose: () => void }

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
export function ReviewTextDialog({ review, label, max, missing, send, ...dialog }: Props) {
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
