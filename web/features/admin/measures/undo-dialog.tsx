import { useForm } from 'react-hook-form'
import { z } from 'zod'

import { type Measure, measureReason } from '#contract/moderation.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { useUndoMeasure } from './api/undo-measure.ts'
import { measureName } from './measure-names.ts'
import { MeasureReasonField } from './measure-reason-field.tsx'

const undoForm = z.object({ reason: measureReason })
type UndoValues = z.input<typeof undoForm>

export type UndoDialogProps = { measure: Measure; open: boolean; onClose: () => void }

/** Undoing is a measure, too: it needs a reason, and the affected person is notified. */
export function UndoDialog({ measure, open, onClose }: UndoDialogProps) {
  const undo = useUndoMeasure()
  const form = useForm<UndoValues>({ resolver: formResolver(undoForm), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState

  async function submit({ reason }: UndoValues) {
    try {
      await undo.mutateAsync({ measureId: measure.id, reason })
    } catch (error) {
      applyServerErrors(form, error, { fields: ['reason'] })
      return
    }
    toast({ kind: 'success', title: 'Medida deshecha', description: measure.targetName ?? undefined })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Deshacer: ${measureName(measure.actionType).toLocaleLowerCase('es')}`}
      description="Vuelve todo a como estaba antes de esta medida. Lo que ya se canceló o se envió no vuelve."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Deshacer la medida"
      onSubmit={form.handleSubmit(submit)}
    >
      <MeasureReasonField {...form.register('reason')} error={errors.reason?.message} />
    </FormDialog>
  )
}
