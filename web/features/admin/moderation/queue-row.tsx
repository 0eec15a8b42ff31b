import { useEffect, useRef } from 'react'
import { objectionKinds } from '#contract/report-kinds.ts'
import type { QueueItem, QueueObjection } from '#contract/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SelectBox } from '../actions/select-box.tsx'
import { nameOfItem, type QueueAction } from './queue-actions.ts'
import { QueuedMessage, QueuedObjection, QueuedReview } from './queued-contents.tsx'

type Props = {
  item: QueueItem
  /** When the list was loaded. */
  now: Date
  isActive: boolean
  takesFocus: boolean
  isChosen: boolean
  onChoose: (isOn: boolean) => void
  onAction: (action: QueueAction) => void
  onRestore: () => void
}

const buttons: readonly { action: QueueAction; label: string; key: string }[] = [
  { action: 'approve', label: 'Aprobar', key: 'A' },
  { action: 'delete', label: 'Retirar', key: 'R' },
  { action: 'warn', label: 'Advertir', key: 'V' },
]

const objectionLabels: Readonly<Record<QueueAction, string>> = {
  approve: 'Mantener',
  delete: 'Anular',
  warn: 'Advertir',
}

const labelOf = (item: QueueItem, { action, label }: (typeof buttons)[number]) => {
  if (!isObjection(item)) return label
  return (item.kind === 'undone_payment' && paidLabels[action]) || objectionLabels[action]
}
const paidLabels: Partial<Readonly<Record<QueueAction, string>>> = { approve: 'No pagó', delete: 'Sí pagó' }

/** A review, message or objection with its author, its reports, and the actions that the server allows. */
export function QueueRow({ item, now, isActive, takesFocus, isChosen, onChoose, onAction, onRestore }: Props) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (takesFocus) row.current?.focus()
  }, [takesFocus])
  const name = nameOfItem(item)
  return (
    <li
      ref={row}
      tabIndex={-1}
      aria-current={isActive || undefined}
      aria-label={name}
      className={classNames(
        'flex items-start gap-2 rounded-card border bg-panel p-3 outline-offset-2 sm:p-4',
        isActive ? 'border-action ring-1 ring-action' : 'border-line',
      )}
    >
      {actionsOf(item).length > 0 && <SelectBox label={`Elegir: ${name}`} isChecked={isChosen} onToggle={onChoose} />}
      <div className="grid min-w-0 grow gap-2">
        {item.kind === 'message' && <QueuedMessage item={item} now={now} isOpen={isActive} />}
        {item.kind === 'review' && <QueuedReview item={item} now={now} />}
        {isObjection(item) && <QueuedObjection item={item} now={now} />}
        <Decisions item={item} onAction={onAction} onRestore={onRestore} />
      </div>
    </li>
  )
}

const isObjection = (item: QueueItem): item is QueueObjection => objectionKinds.some((kind) => kind === item.kind)
const actionsOf = ({ can }: QueueItem) => buttons.filter(({ action }) => can[action])

function Decisions({ item, onAction, onRestore }: Pick<Props, 'item' | 'onAction' | 'onRestore'>) {
  const actions = actionsOf(item)
  if (item.undoableRemoval) {
    return (
      <Button size="small" variant="secondary" className="justify-self-start" onClick={onRestore}>
        Volver a mostrar…
        <span className="sr-only">{`: ${nameOfItem(item)}`}</span>
      </Button>
    )
  }
  if (actions.length === 0) {
    return !item.removedAt && <p className="text-sm text-ink-soft">Sobre esto decide otra persona del equipo.</p>
  }
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((button) => (
        <Button
          key={button.action}
          size="small"
          variant={button.action === 'approve' ? 'primary' : 'secondary'}
          aria-keyshortcuts={button.key}
          onClick={() => onAction(button.action)}
        >
          {labelOf(item, button)}
          <span className="sr-only">{`: ${nameOfItem(item)}`}</span>
        </Button>
      ))}
    </div>
  )
}
