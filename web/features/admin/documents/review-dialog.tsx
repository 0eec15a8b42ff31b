import { type RefObject, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'

import { type MeasureOutcomes, measureReason } from '#contract/moderation.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { OutcomeDialog, TargetList } from '../measures/measure-outcome.tsx'
import { MeasureReasonField, submitOnCtrlEnter } from '../measures/measure-reason-field.tsx'
import { showFailure } from '../measures/show-failure.ts'
import { useReviewDocuments } from './api/review-documents.ts'

export type Reviewed = { id: string; name: string; expiryDate: string | null; lastMeasureId: string | null }
/** `request`: staff ask the centre for another document. */
export type Review = 'approve' | 'reject' | 'request'

export const reviewTexts = {
  approve: {
    title: 'Aprobar el documento',
    many: 'Aprobar documentos',
    submit: 'Aprobar',
    done: 'Documento aprobado',
    doneMany: 'Documentos aprobados',
    reason: 'Está completo y vigente.',
  },
  reject: {
    title: 'Rechazar el documento',
    many: 'Rechazar documentos',
    submit: 'Rechazar',
    done: 'Documento rechazado',
    doneMany: 'Documentos rechazados',
    reason: '',
  },
  request: {
    title: 'Pedir otro documento',
    many: 'Pedir otros documentos',
    submit: 'Pedir',
    done: 'Documento pedido',
    doneMany: 'Documentos pedidos',
    reason: '',
  },
} as const

const consequences = {
  approve: undefined,
  reject: 'Deja de valer, también si estaba aprobado. Un centro sin su habilitación vigente no recibe reservas nuevas.',
  request: 'Lo que ya subió el centro sigue como está hasta que revisemos lo nuevo.',
} as const

const reviewForm = z.object({
  /** The value of a date field: empty for a document that doesn't lapse. */
  expiryDate: z.union([z.literal(''), z.iso.date('No es una fecha válida')]),
  reason: measureReason,
})
type Values = z.input<typeof reviewForm>

export type ReviewDialogProps = {
  review: Review
  documents: readonly Reviewed[]
  open: boolean
  onClose: () => void
  /** The element that gets the focus when the dialog closes, and so receives the keys again. */
  finalFocus?: RefObject<HTMLElement | null>
  /** Called once the server has reviewed every document. */
  onDone?: () => void
}

/** Approves a document until a day, rejects it or asks for another one, with the reason that its centre reads. */
export function ReviewDialog({ review, documents, open, onClose, finalFocus, onDone }: ReviewDialogProps) {
  const { form, outcomes, submitReview } = useReviewForm({ review, documents, onClose, onDone })
  const submitButton = useRef<HTMLButtonElement>(null)
  const dayField = useRef<HTMLInputElement | null>(null)
  const reasonField = useRef<HTMLTextAreaElement | null>(null)
  const [dayProps, reasonProps] = [form.register('expiryDate'), form.register('reason')]
  const { errors, isSubmitting } = form.formState
  const { title, many, submit } = reviewTexts[review]
  const isOne = documents.length === 1

  if (outcomes) {
    return <OutcomeDialog open={open} onClose={onClose} outcomes={outcomes} targets={documents} />
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isOne ? title : many}
      description={consequences[review]}
      size="small"
      finalFocus={finalFocus}
      submitRef={submitButton}
      // The day and the reason are often filled in already; Enter then approves.
      initialFocus={review !== 'approve' ? reasonField : isOne && !documents[0]?.expiryDate ? dayField : submitButton}
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={submit}
      onSubmit={form.handleSubmit(submitReview)}
    >
      <TargetList targets={documents} />
      {review === 'approve' && !isOne && <p>Cada uno vence el día que dijo su centro.</p>}
      {review === 'approve' && isOne && (
        <TextField
          {...dayProps}
          ref={(element) => {
            dayProps.ref(element)
            dayField.current = element
          }}
          label="Vence el"
          hint="Vacío si no vence."
          type="date"
          error={errors.expiryDate?.message}
        />
      )}
      <MeasureReasonField
        {...reasonProps}
        ref={(element) => {
          reasonProps.ref(element)
          reasonField.current = element
        }}
        hint="Lo lee el centro en su correo, y queda en el registro. Ctrl + Enter envía."
        onKeyDown={submitOnCtrlEnter}
        error={errors.reason?.message}
      />
    </FormDialog>
  )
}

/** The form, its submission, and the outcomes of a review that the server refused for some of the documents. */
function useReviewForm({
  review,
  documents,
  onClose,
  onDone,
}: Pick<ReviewDialogProps, 'review' | 'documents' | 'onClose' | 'onDone'>) {
  const send = useSendReview({ review, documents })
  const [document, ...others] = documents
  const isOne = others.length === 0
  const { reason, done, doneMany } = reviewTexts[review]
  const [outcomes, setOutcomes] = useState<MeasureOutcomes>()
  const form = useForm<Values>({
    resolver: formResolver(reviewForm),
    defaultValues: { expiryDate: (isOne && document?.expiryDate) || '', reason },
  })

  async function submitReview(values: Values) {
    let result: MeasureOutcomes
    try {
      result = await send(values)
    } catch (error) {
      showFailure(form, error, { title: 'Error al revisar cumplimiento', fields: ['expiryDate', 'reason'] })
      return
    }
    if (result.items.some(({ isDone }) => !isDone)) return setOutcomes(result)
    toast({ kind: 'success', title: isOne ? done : doneMany, description: isOne ? document?.name : undefined })
    onClose()
    onDone?.()
  }

  return { form, outcomes, submitReview }
}

function useSendReview({ review, documents }: Pick<ReviewDialogProps, 'review' | 'documents'>) {
  const { approve, reject, request } = useReviewDocuments()
  const targetsOf = (rows: readonly Reviewed[]) => rows.map(({ id, lastMeasureId }) => ({ id, lastMeasureId }))
  return async ({ expiryDate, reason }: Values): Promise<MeasureOutcomes> => {
    const targets = targetsOf(documents)
    if (review === 'reject') return reject.mutateAsync({ targets, reason })
    if (review === 'request') return request.mutateAsync({ targets, reason })
    if (documents.length === 1) return approve.mutateAsync({ targets, expiryDate: expiryDate || null, reason })
    const outcomes: MeasureOutcomes = { items: [] }
    // One request for each last day, because one request approves until one day.
    for (const day of new Set(documents.map(({ expiryDate }) => expiryDate))) {
      const rows = documents.filter(({ expiryDate }) => expiryDate === day)
      const { items } = await approve.mutateAsync({ targets: targetsOf(rows), expiryDate: day, reason })
      outcomes.items.push(...items)
    }
    return outcomes
  }
}
