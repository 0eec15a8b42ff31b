import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'

import { type MeasureOutcomes, measureReason } from '#contract/moderation.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { OutcomeDialog } from '../measures/outcome-dialog.tsx'
import { useReviewDocuments } from './api/review-documents.ts'

export type Reviewed = { id: string; name: string; expiryDate: string | null; lastMeasureId: string | null }
export type Review = 'approve' | 'reject'

const texts = {
  approve: { title: 'Aprobar el documento', submit: 'Aprobar', done: 'Documento aprobado' },
  reject: { title: 'Rechazar el documento', submit: 'Rechazar', done: 'Documento rechazado' },
} as const

const reviewForm = z.object({
  /** As a date field gives it: empty for a document that does not lapse. */
  expiryDate: z.union([z.literal(''), z.iso.date('No es una fecha válida')]),
  reason: measureReason,
})
type Values = z.input<typeof reviewForm>

export type ReviewDialogProps = { review: Review; document: Reviewed; open: boolean; onClose: () => void }

/** Approves a document until a day, or rejects it with the reason that its centre reads. */
export function ReviewDialog({ review, document, open, onClose }: ReviewDialogProps) {
  const { approve, reject } = useReviewDocuments()
  const [outcomes, setOutcomes] = useState<MeasureOutcomes>()
  const form = useForm<Values>({
    resolver: formResolver(reviewForm),
    defaultValues: { expiryDate: document.expiryDate ?? '', reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { title, submit, done } = texts[review]

  async function send({ expiryDate, reason }: Values) {
    const targets = [{ id: document.id, lastMeasureId: document.lastMeasureId }]
    let result: MeasureOutcomes
    try {
      result =
        review === 'approve'
          ? await approve.mutateAsync({ targets, expiryDate: expiryDate || null, reason })
          : await reject.mutateAsync({ targets, reason })
    } catch (error) {
      applyServerErrors(form, error, { fields: ['expiryDate', 'reason'] })
      return
    }
    if (result.items.some(({ isDone }) => !isDone)) return setOutcomes(result)
    toast({ kind: 'success', title: done, description: document.name })
    onClose()
  }

  if (outcomes) {
    return <OutcomeDialog open={open} onClose={onClose} outcomes={outcomes} targets={[document]} />
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={submit}
      onSubmit={form.handleSubmit(send)}
    >
      <p className="font-semibold wrap-anywhere">{document.name}</p>
      {review === 'approve' && (
        <TextField
          {...form.register('expiryDate')}
          label="Vence el"
          hint="Vacío si no vence."
          type="date"
          error={errors.expiryDate?.message}
        />
      )}
      <TextArea
        {...form.register('reason')}
        label="Motivo"
        hint="Lo lee el centro en su correo, y queda en el registro."
        required
        rows={3}
        maxLength={1000}
        error={errors.reason?.message}
      />
    </FormDialog>
  )
}
