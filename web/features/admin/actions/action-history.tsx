import type { Ref } from 'react'

import type { RecordedAction } from '#contract/moderation.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { actionName, targetNames } from './action-names.ts'
import { UndoDialog } from './undo-dialog.tsx'

/** Actions, newest first. `withTargets`: they have different targets, so each names its own. */
export function ActionHistory({
  actions,
  withTargets = false,
  listRef,
}: {
  actions: readonly RecordedAction[]
  withTargets?: boolean
  listRef?: Ref<HTMLOListElement>
}) {
  const undo = useDialogState<RecordedAction>()
  if (actions.length === 0) return <p className="text-ink-soft">Sin medidas hasta ahora.</p>
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
                {` · ${action.moderatorName ?? 'Senda'}`}
              </p>
              {action.can.undo && (
                <Button variant="secondary" size="small" className="ml-auto" onClick={() => undo.show(action)}>
                  Deshacer…
                </Button>
              )}
            </div>
            <p className="wrap-anywhere whitespace-pre-line">{action.reason}</p>
            {action.undoneBy && (
              <p className="text-sm wrap-anywhere text-ink-soft">
                {`Deshecha el ${formatDate(action.undoneBy.at)} por ${action.undoneBy.moderatorName ?? 'Senda'}: ${action.undoneBy.reason}`}
              </p>
            )}
          </li>
        ))}
      </ol>
      {undo.subject && <UndoDialog key={undo.key} action={undo.subject} open={undo.isOpen} onClose={undo.close} />}
    </>
  )
}
