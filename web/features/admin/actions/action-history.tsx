import { useMutation } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { brand } from '#contract/brand.ts'
import { actionReason, type RecordedAction } from '#contract/moderation.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { actionName, targetNames } from './action-names.ts'
import { ActionReasonField } from './action-reason-field.tsx'
import { RecordedChanges } from './recorded-changes.tsx'

const undoForm = z.object({ reason: actionReason })

/** Actions, newest first. `withTargets`: they have different targets, so each names its own. */
export function ActionHistory({
  actions,
  withTargets = false,
  none = 'Sin medidas hasta ahora.',
  listRef,
}: {
  actions: readonly RecordedAction[]
  none?: string | undefined
  withTargets?: boolean
  listRef?: Ref<HTMLOListElement>
}) {
  const undo = useDialogState<RecordedAction>()
  if (actions.length === 0) return <p className="text-ink-soft">{none}</p>
  return (
    <>
      <ol ref={listRef} className="divide-y divide-line rounded-card border border-line bg-panel">
        {actions.map((action) => (
          <li key={action.id} tabIndex={-1} className="grid gap-1 p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="font-semibold wrap-anywhere">
                {actionName(action.actionType)}
                {withTargets &&
                  ` · ${targetNames[action.targetType]}${action.targetName ? `: ${action.targetName}` : ''}`}
              </p>
              {action.undoneBy && <Badge>Deshecha</Badge>}
              <p className="text-sm text-ink-soft">
                {`${formatDate(action.at)}, ${formatTime(action.at)}`}
                <RowOwnTime instant={action.at} />
                {` · ${action.moderatorName ?? brand.name}`}
              </p>
              {action.can.undo && (
                <Button variant="secondary" size="small" className="ml-auto" onClick={() => undo.show(action)}>
                  Deshacer…
                </Button>
              )}
            </div>
            <p className="wrap-anywhere whitespace-pre-line">{action.reason}</p>
            <RecordedChanges changes={action.changes} />
            {action.undoneBy && (
              <p className="text-sm wrap-anywhere text-ink-soft">
                {`Deshecha el ${formatDate(action.undoneBy.at)} por ${action.undoneBy.moderatorName ?? brand.name}: ${action.undoneBy.reason}`}
              </p>
            )}
          </li>
        ))}
      </ol>
      {undo.subject && <UndoDialog key={undo.key} action={undo.subject} open={undo.isOpen} onClose={undo.close} />}
    </>
  )
}

export type UndoableAction = Pick<RecordedAction, 'id' | 'actionType' | 'targetName'>

type UndoValues = z.input<typeof undoForm>

type UndoDialogProps = { action: UndoableAction; open: boolean; onClose: () => void }

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
