import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { actionReason, type RecordedAction } from '#contract/moderation.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { actionName } from './action-names.ts'
import { ActionReasonField } from './action-reason-field.tsx'

const undoForm = z.object({ reason: actionReason })
type UndoValues = z.input<typeof undoForm>

export type UndoDialogProps = { action: RecordedAction; open: boolean; onClose: () => void }

/** Undoing is an action, too: it needs a reason, and the affected person is notified. */
export function UndoDialog({ action, open, onClose }: UndoDialogProps) {
  const { queries } = useApi()
  const undo = useMutation(queries.moderation.undo.mutationOptions())
  const form = useForm<UndoValues>({ resolver: formResolver(undoForm), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState

  async function submit({ reason }: UndoValues) {
    try {
      await undo.mutateAsync({ actionId: action.id, reason })
    } catch (error) {
      applyServerErrors(form, error, { fields: ['reason'] })
      return
    }
    toast({ kind: 'success', title: 'Medida deshecha', description: action.targetName ?? undefined })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Deshacer: ${actionName(action.actionType).toLocaleLowerCase('es')}`}
      description="Vuelve todo a como estaba antes de esta medida. Lo que ya se canceló o se envió no vuelve."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Deshacer la medida"
      onSubmit={form.handleSubmit(submit)}
    >
      <ActionReasonField {...form.register('reason')} error={errors.reason?.message} />
    </FormDialog>
  )
}
