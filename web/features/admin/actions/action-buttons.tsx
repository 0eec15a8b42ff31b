import { Button } from '#web/ui/button.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionRow, OfferedAction } from './offered-action.ts'

type ActionButtonsProps<Row extends ActionRow> = {
  row: Row
  actions: Readonly<Record<string, OfferedAction<Row>>>
  /** Shown when the server allows none. */
  none: string
}

/** The actions that the server allows on the row of a page, and their dialog. */
export function ActionButtons<Row extends ActionRow>({ row, actions, none }: ActionButtonsProps<Row>) {
  const dialog = useDialogState<OfferedAction<Row>>()
  const allowed = Object.values(actions).filter((action) => action.allows(row))
  return (
    <div className="flex flex-wrap items-center gap-2">
      {allowed.map((action) => (
        <Button
          key={action.label}
          variant={action.isMain ? 'primary' : 'secondary'}
          onClick={() => dialog.show(action)}
        >
          {`${action.title([row])}…`}
        </Button>
      ))}
      {allowed.length === 0 && <p className="text-ink-soft">{none}</p>}
      {dialog.subject && (
        <ActionDialog
          key={dialog.key}
          action={dialog.subject}
          rows={[row]}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}
