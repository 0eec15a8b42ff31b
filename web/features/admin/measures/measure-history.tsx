import type { Ref } from 'react'

import type { Measure } from '#contract/moderation.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { measureName, targetNames } from './measure-names.ts'
import { UndoDialog } from './undo-dialog.tsx'

/** Measures, newest first. `withTargets`: they have different targets, so each names its own. */
export function MeasureHistory({
  measures,
  withTargets = false,
  listRef,
}: {
  measures: readonly Measure[]
  withTargets?: boolean
  listRef?: Ref<HTMLOListElement>
}) {
  const undo = useDialogState<Measure>()
  if (measures.length === 0) return <p className="text-ink-soft">Sin medidas hasta ahora.</p>
  return (
    <>
      <ol ref={listRef} className="divide-y divide-line rounded-card border border-line bg-panel">
        {measures.map((measure) => (
          <li key={measure.id} tabIndex={-1} className="grid gap-1 p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="font-semibold wrap-anywhere">
                {measureName(measure.actionType)}
                {withTargets &&
                  ` · ${targetNames[measure.targetType]}${measure.targetName ? `: ${measure.targetName}` : ''}`}
              </p>
              {measure.undoneBy && <Badge>Deshecha</Badge>}
              <p className="text-sm text-ink-soft">
                {`${formatDate(measure.at)}, ${formatTime(measure.at)} · ${measure.moderatorName ?? 'Senda'}`}
              </p>
              {measure.can.undo && (
                <Button variant="secondary" size="small" className="ml-auto" onClick={() => undo.show(measure)}>
                  Deshacer…
                </Button>
              )}
            </div>
            <p className="wrap-anywhere whitespace-pre-line">{measure.reason}</p>
            {measure.undoneBy && (
              <p className="text-sm wrap-anywhere text-ink-soft">
                {`Deshecha el ${formatDate(measure.undoneBy.at)} por ${measure.undoneBy.moderatorName ?? 'Senda'}: ${measure.undoneBy.reason}`}
              </p>
            )}
          </li>
        ))}
      </ol>
      {undo.subject && <UndoDialog key={undo.key} measure={undo.subject} open={undo.isOpen} onClose={undo.close} />}
    </>
  )
}
