import type { ReactNode } from 'react'
import { maxTargets } from '#contract/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionRow, OfferedAction } from './offered-action.ts'
import { chosenRows, type RowNoun } from './row-nouns.ts'
import type { RowSelection } from './use-row-selection.ts'

export type SelectionBarProps<Row extends ActionRow> = {
  selection: RowSelection<Row>
  actions: Readonly<Record<string, OfferedAction<Row>>>
  noun: RowNoun
  children?: ReactNode
}

/** The actions on the chosen rows, each with the number of rows that allow it, and its dialog. */
export function SelectionBar<Row extends ActionRow>({
  selection: { chosen, clear },
  actions,
  noun,
  children,
}: SelectionBarProps<Row>) {
  const dialog = useDialogState<{ action: OfferedAction<Row>; rows: readonly Row[] }>()
  const offers = Object.values(actions).map((action) => ({ action, rows: chosen.filter(action.allows) }))
  return (
    <>
      {chosen.length > 0 && (
        <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-panel p-3">
          <p role="status" className="mr-2 font-semibold">
            {chosenRows(noun, chosen.length)}
            {chosen.length === maxTargets && ' (el máximo por vez)'}
          </p>
          {offers
            .filter(({ rows }) => rows.length > 0)
            .map(({ action, rows }) => (
              <Button key={action.label} variant="secondary" size="small" onClick={() => dialog.show({ action, rows })}>
                {`${action.label}${rows.length < chosen.length ? ` (${rows.length})` : ''}…`}
              </Button>
            ))}
          {children}
          <Button variant="secondary" size="small" className="ml-auto" onClick={clear}>
            Quitar la selección
          </Button>
        </div>
      )}
      {dialog.subject && (
        <ActionDialog key={dialog.key} {...dialog.subject} open={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}
