import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type MeasureOutcomes, measureReason } from '#contract/moderation.ts'
import { objectionKinds, type ReportKind, reportKinds } from '#contract/report-kinds.ts'
import type { QueueItem } from '#contract/reports.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { OutcomeDialog, TargetList } from '../measures/measure-outcome.tsx'
import { MeasureReasonField, submitOnCtrlEnter } from '../measures/measure-reason-field.tsx'
import { showFailure } from '../measures/show-failure.ts'
import { useMeasureReports } from './api/measure-reports.ts'

export type QueueMeasure = keyof QueueItem['can']

type Texts = { title: string; consequence: string; submit: string; done: string; reason: string; hint: string }

const readByBoth = 'Lo leen el paciente y el centro. Queda en el registro.'
const readByAuthor = 'Lo lee quien escribió, que puede responder. Queda en el registro.'

const published = 'Se sigue viendo como está, y sus reportes se cierran.'
const isOfObjection = (kinds: Kinds) => objectionKinds.some((kind) => kind === kinds)

const texts: Readonly<Record<QueueMeasure, (kinds: Kinds) => Texts>> = {
  approve: (kinds) => ({
    title: {
      review: 'Aprobar la opinión',
      message: 'Dejar el mensaje',
      no_show: 'Mantener la inasistencia',
      cancellation: 'Mantener la cancelación',
      early_visit: 'Mantener la cita adelantada',
      mixed: 'Aprobar lo elegido',
    }[kinds],
    consequence: {
      review: published,
      message: published,
      no_show: 'La cita sigue como inasistencia, sin comisión ni reseña. Se puede deshacer.',
      cancellation: 'La cita sigue como cancelada por el paciente, con lo que eso cuesta. Se puede deshacer.',
      early_visit: 'La cita sigue como la anotó el centro. Se puede deshacer.',
      mixed: published,
    }[kinds],
    submit: isOfObjection(kinds) ? 'Mantener' : 'Aprobar',
    done: {
      review: 'Opinión aprobada',
      message: 'Mensaje aprobado',
      no_show: 'Inasistencia mantenida',
      cancellation: 'Cancelación mantenida',
      early_visit: 'Cita adelantada mantenida',
      mixed: 'Aprobado',
    }[kinds],
    reason: 'Cumple las reglas.',
    hint: isOfObjection(kinds) ? readByBoth : 'Queda en el registro.',
  }),
  delete: (kinds) => ({
    title: {
      review: 'Retirar la opinión',
      message: 'Retirar el mensaje',
      no_show: 'Anular la inasistencia',
      cancellation: 'Anotarla como cancelada por el centro',
      early_visit: 'Anotarla como cancelada por el centro',
      mixed: 'Retirar lo elegido',
    }[kinds],
    consequence: {
      review: 'Deja de verse y el promedio del centro se calcula de nuevo. Se puede deshacer.',
      message: 'Su texto deja de verse para las dos partes. Se puede deshacer.',
      no_show: 'La cita queda completada, con su comisión, sus puntos y su reseña. Se puede deshacer.',
      cancellation: 'El centro devuelve todo lo que cobró, no debe comisión, y no se puede deshacer.',
      early_visit:
        'El centro devuelve todo lo que cobró, no debe comisión, y se restan los puntos que la consulta sumó. No se puede deshacer.',
      mixed: 'Deja de verse. Se puede deshacer.',
    }[kinds],
    submit: isOfObjection(kinds) ? 'Anular' : 'Retirar',
    done: {
      review: 'Opinión retirada',
      message: 'Mensaje retirado',
      no_show: 'Inasistencia anulada',
      cancellation: 'Cancelada por el centro',
      early_visit: 'Cancelada por el centro',
      mixed: 'Retirado',
    }[kinds],
    reason: '',
    hint: isOfObjection(kinds) ? readByBoth : readByAuthor,
  }),
  warn: (kinds) => ({
    title: 'Advertir a quien escribió',
    consequence: {
      review: 'La opinión sigue publicada, y sus reportes se cierran.',
      message: 'El mensaje se sigue viendo, y sus reportes se cierran.',
      no_show: 'Una inasistencia no se advierte.',
      cancellation: 'Una cancelación no se advierte.',
      early_visit: 'Una cita adelantada no se advierte.',
      mixed: 'Se sigue viendo, y sus reportes se cierran.',
    }[kinds],
    submit: 'Advertir',
    done: 'Advertencia enviada',
    reason: '',
    hint: readByAuthor,
  }),
}

type Kinds = ReportKind | 'mixed'

function kindsOf(items: readonly QueueItem[]): Kinds {
  const [first] = items
  return first && items.every(({ kind }) => kind === first.kind) ? first.kind : 'mixed'
}

const measureForm = z.object({ reason: measureReason })
type Values = z.input<typeof measureForm>

export type QueueMeasureDialogProps = {
  measure: QueueMeasure
  items: readonly QueueItem[]
  open: boolean
  onClose: () => void
  /** Called once the server has applied the measure to every row. */
  onDone?: () => void
}

export const nameOfItem = ({ kind, author, center }: QueueItem) =>
  `${author.name || 'Cuenta eliminada'}, ${subjectOf[kind]} ${center.name}`

const subjectOf: Readonly<Record<ReportKind, string>> = {
  review: 'sobre',
  message: 'mensaje con',
  no_show: 'dice que sí fue a',
  cancellation: 'dice que no canceló en',
  early_visit: 'dice que no fue a esa hora a',
}

/** Applies a measure to one or several rows of the queue, and lists afterwards those that the server refused. */
export function QueueMeasureDialog({ measure, items, open, onClose, onDone }: QueueMeasureDialogProps) {
  const mutations = useMeasureReports()
  const [outcomes, setOutcomes] = useState<MeasureOutcomes>()
  const { title, consequence, submit, done, reason, hint } = texts[measure](kindsOf(items))
  // The patient and the centre read why staff keep what the desk recorded, which no ready sentence says.
  const defaultReason = items.some(({ kind }) => isOfObjection(kind)) ? '' : reason
  const form = useForm<Values>({ resolver: formResolver(measureForm), defaultValues: { reason: defaultReason } })
  const { errors, isSubmitting } = form.formState
  const submitButton = useRef<HTMLButtonElement>(null)
  const reasonField = useRef<HTMLTextAreaElement | null>(null)
  const reasonProps = form.register('reason')
  const targets = items.map((item) => ({ id: item.id, name: nameOfItem(item) }))

  /** Sends one request for each kind of row. */
  async function measureEach(reason: string): Promise<MeasureOutcomes> {
    const outcomes: MeasureOutcomes = { items: [] }
    for (const kind of reportKinds) {
      const targets = items.filter((item) => item.kind === kind).map(({ id, lastMeasureId }) => ({ id, lastMeasureId }))
      if (targets.length === 0) continue
      const { items: results } = await mutations[measure].mutateAsync({ kind, targets, reason })
      outcomes.items.push(...results)
    }
    return outcomes
  }

  async function send({ reason }: Values) {
    let result: MeasureOutcomes
    try {
      result = await measureEach(reason)
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
      submitRef={submitButton}
      // The reason is already filled in, so Enter approves.
      initialFocus={measure === 'approve' ? submitButton : reasonField}
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={submit}
      onSubmit={form.handleSubmit(send)}
    >
      <TargetList targets={targets} />
      <MeasureReasonField
        {...reasonProps}
        ref={(element) => {
          reasonProps.ref(element)
          reasonField.current = element
        }}
        hint={`${hint} Ctrl + Enter envía.`}
        onKeyDown={submitOnCtrlEnter}
        error={errors.reason?.message}
      />
    </FormDialog>
  )
}
