import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'

import type { CenterRecord } from '#contract/center-records.ts'
import { type MeasureOutcomes, measureReason } from '#contract/moderation.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

import { OutcomeDialog } from '../measures/outcome-dialog.tsx'
import { useMeasureCenters } from './api/measure-centers.ts'

export type CenterMeasure = 'approve' | 'revoke'

const texts = {
  approve: {
    title: 'Aprobar el centro',
    description: 'Aparece en la búsqueda y recibe reservas. Le avisamos por correo.',
    submit: 'Aprobar',
    done: 'Centro aprobado',
  },
  revoke: {
    title: 'Retirar la aprobación',
    description:
      'Deja de verse y de recibir reservas nuevas. Las citas ya reservadas se mantienen. Le avisamos por correo.',
    submit: 'Retirar la aprobación',
    done: 'Aprobación retirada',
  },
} as const

const measureForm = z.object({ reason: measureReason })
type Values = z.input<typeof measureForm>

type Props = { measure: CenterMeasure; center: CenterRecord; open: boolean; onClose: () => void }

export function MeasureCenterDialog({ measure, center, open, onClose }: Props) {
  const mutation = useMeasureCenters()[measure]
  const [outcomes, setOutcomes] = useState<MeasureOutcomes>()
  const form = useForm<Values>({ resolver: formResolver(measureForm), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const { title, description, submit, done } = texts[measure]

  async function send({ reason }: Values) {
    let result: MeasureOutcomes
    try {
      result = await mutation.mutateAsync({ targets: [{ id: center.id, lastMeasureId: center.lastMeasureId }], reason })
    } catch (error) {
      applyServerErrors(form, error, { fields: ['reason'] })
      return
    }
    if (result.items.some(({ isDone }) => !isDone)) return setOutcomes(result)
    toast({ kind: 'success', title: done, description: center.name })
    onClose()
  }

  if (outcomes) {
    return (
      <OutcomeDialog
        open={open}
        onClose={onClose}
        outcomes={outcomes}
        targets={[{ id: center.id, name: center.name }]}
      />
    )
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={submit}
      onSubmit={form.handleSubmit(send)}
    >
      <p className="font-semibold wrap-anywhere">{center.name}</p>
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
