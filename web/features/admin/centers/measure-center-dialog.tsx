import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'

import { type MeasureOutcomes, measureReason } from '#contract/moderation.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { OutcomeDialog, TargetList } from '../measures/measure-outcome.tsx'
import { MeasureReasonField } from '../measures/measure-reason-field.tsx'
import { showFailure } from '../measures/show-failure.ts'
import { useMeasureCenters } from './api/measure-centers.ts'

export type CenterMeasure = 'approve' | 'revoke'

export const centerMeasureTexts = {
  approve: {
    title: 'Aprobar el centro',
    many: 'Aprobar',
    description: 'Aparece en la búsqueda y recibe reservas. Le avisamos por correo.',
    submit: 'Aprobar',
    done: 'Centro aprobado',
    doneMany: 'Centros aprobados',
  },
  revoke: {
    title: 'Retirar la aprobación',
    many: 'Retirar la aprobación',
    description:
      'Deja de verse y de recibir reservas nuevas. Las citas ya reservadas se mantienen. Le avisamos por correo.',
    submit: 'Retirar la aprobación',
    done: 'Aprobación retirada',
    doneMany: 'Aprobaciones retiradas',
  },
} as const

const measureForm = z.object({ reason: measureReason })
type Values = z.input<typeof measureForm>

type MeasureTarget = { id: string; name: string; lastMeasureId: string | null }
type Props = { measure: CenterMeasure; centers: readonly MeasureTarget[]; open: boolean; onClose: () => void }

/** Applies a measure to one or several centres, and lists afterwards those that the server refused. */
export function MeasureCenterDialog({ measure, centers, open, onClose }: Props) {
  const mutation = useMeasureCenters()[measure]
  const [outcomes, setOutcomes] = useState<MeasureOutcomes>()
  const form = useForm<Values>({ resolver: formResolver(measureForm), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const { title, many, description, submit, done, doneMany } = centerMeasureTexts[measure]

  const isOne = centers.length === 1

  async function send({ reason }: Values) {
    let result: MeasureOutcomes
    try {
      result = await mutation.mutateAsync({
        targets: centers.map(({ id, lastMeasureId }) => ({ id, lastMeasureId })),
        reason,
      })
    } catch (error) {
      showFailure(form, error, { title: 'Error al actualizar centro', fields: ['reason'] })
      return
    }
    if (result.items.some(({ isDone }) => !isDone)) return setOutcomes(result)
    toast({ kind: 'success', title: isOne ? done : doneMany, description: isOne ? centers[0]?.name : undefined })
    onClose()
  }

  if (outcomes) {
    return <OutcomeDialog open={open} onClose={onClose} outcomes={outcomes} targets={centers} />
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isOne ? title : many}
      description={description}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={submit}
      onSubmit={form.handleSubmit(send)}
    >
      <TargetList targets={centers} />
      <MeasureReasonField
        {...form.register('reason')}
        hint="Lo lee el centro en su correo, y queda en el registro."
        error={errors.reason?.message}
      />
    </FormDialog>
  )
}
