import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type MeasureOutcomes, measureReason } from '#contract/moderation.ts'
import type { QueueItem } from '#contract/reports.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { TargetList } from '../measures/measure-outcome.tsx'
import { OutcomeDialog } from '../measures/outcome-dialog.tsx'
import { showFailure } from '../measures/show-failure.ts'
import { useMeasureReports } from './api/measure-reports.ts'

export type QueueMeasure = keyof QueueItem['can']

const texts = {
  approve: {
    title: 'Aprobar la opinión',
    consequence: 'Sigue publicada como está, y sus reportes se cierran.',
    submit: 'Aprobar',
    done: 'Opinión aprobada',
    reason: 'Cumple las reglas.',
    hint: 'Queda en el registro.',
  },
  delete: {
    title: 'Retirar la opinión',
    consequence: 'Deja de verse y el promedio del centro se calcula de nuevo. Se puede deshacer.',
    submit: 'Retirar',
    done: 'Opinión retirada',
    reason: '',
    hint: 'Lo lee quien la escribió, que puede responder una vez. Queda en el registro.',
  },
  warn: {
    title: 'Advertir a quien escribió',
    consequence: 'La opinión sigue publicada, y sus reportes se cierran.',
    submit: 'Advertir',
    done: 'Advertencia enviada',
    reason: '',
    hint: 'Lo lee quien la escribió, que puede responder una vez. Queda en el registro.',
  },
} as const

const measureForm = z.object({ reason: measureReason })
type Values = z.input<typeof measureForm>

export type QueueMeasureDialogProps = {
  measure: QueueMeasure
  items: readonly QueueItem[]
  open: boolean
  onClose: () => void
  /** The server has decided about every row. */
  onDone?: () => void
}

export const nameOfItem = ({ author, center }: QueueItem) =>
  `${author.name || 'Cuenta eliminada'}, sobre ${center.name}`

/** One decision about one or several reviews, with the reason; then what became of the refused ones. */
export function QueueMeasureDialog({ measure, items, open, onClose, onDone }: QueueMeasureDialogProps) {
  const mutations = useMeasureReports()
  const [outcomes, setOutcomes] = useState<MeasureOutcomes>()
  const { title, consequence, submit, done, reason: usual, hint } = texts[measure]
  const form = useForm<Values>({ resolver: formResolver(measureForm), defaultValues: { reason: usual } })
  const { errors, isSubmitting } = form.formState
  const formElement = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const reasonField = useRef<HTMLTextAreaElement | null>(null)
  const motive = form.register('reason')
  const targets = items.map((item) => ({ id: item.id, name: nameOfItem(item) }))

  async function send({ reason }: Values) {
    let result: MeasureOutcomes
    try {
      const seen = items.map(({ id, lastMeasureId }) => ({ id, lastMeasureId }))
      result = await mutations[measure].mutateAsync({ kind: 'review', targets: seen, reason })
    } catch (error) {
      showFailure(form, error, { title: 'Error al moderar reseña', fields: ['reason'] })
      return
    }
    if (result.items.some(({ isDone }) => !isDone)) return setOutcomes(result)
    toast({ kind: 'success', title: done, description: targets.length === 1 ? targets[0]?.name : undefined })
    onClose()
    onDone?.()
  }

  if (outcomes) return <OutcomeDialog open={open} onClose={onClose} outcomes={outcomes} targets={targets} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={consequence}
      size="small"
      formRef={formElement}
      submitRef={submitButton}
      // With its reason filled in, one more key approves.
      initialFocus={measure === 'approve' ? submitButton : reasonField}
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={submit}
      onSubmit={form.handleSubmit(send)}
    >
      <TargetList targets={targets} />
      <TextArea
        {...motive}
        ref={(element) => {
          motive.ref(element)
          reasonField.current = element
        }}
        label="Motivo"
        hint={`${hint} Ctrl + Enter envía.`}
        required
        rows={3}
        maxLength={1000}
        error={errors.reason?.message}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) formElement.current?.requestSubmit()
        }}
      />
    </FormDialog>
  )
}
