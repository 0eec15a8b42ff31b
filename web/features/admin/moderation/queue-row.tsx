import { useEffect, useRef } from 'react'
import { objectionKinds } from '#contract/report-kinds.ts'
import type { QueueItem, QueueObjection } from '#contract/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SelectBox } from '../measures/select-box.tsx'
import { nameOfItem, type QueueMeasure } from './queue-measure-dialog.tsx'
import { QueuedMessage, QueuedObjection, QueuedReview } from './queued-contents.tsx'

type Props = {
  item: QueueItem
  /** When the list was loaded. */
  asOf: Date
  /** Whether the keys act on this row. */
  isActive: boolean
  takesFocus: boolean
  isChosen: boolean
  onChoose: (isOn: boolean) => void
  onMeasure: (measure: QueueMeasure) => void
}

const buttons: readonly { measure: QueueMeasure; label: string; key: string }[] = [
  { measure: 'approve', label: 'Aprobar', key: 'A' },
  { measure: 'delete', label: 'Retirar', key: 'R' },
  { measure: 'warn', label: 'Advertir', key: 'V' },
]

const objectionLabels: Readonly<Record<QueueMeasure, string>> = {
  approve: 'Mantener',
  delete: 'Anular',
  warn: 'Advertir',
}

/** A review, message or objection with its author, its reports, and the measures that the server allows. */
export function QueueRow({ item, asOf, isActive, takesFocus, isChosen, onChoose, onMeasure }: Props) {
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
      {measuresOf(item).length > 0 && <SelectBox label={`Elegir: ${name}`} isChecked={isChosen} onToggle={onChoose} />}
      <div className="grid min-w-0 grow gap-2">
        {item.kind === 'message' && <QueuedMessage item={item} asOf={asOf} isOpen={isActive} />}
        {item.kind === 'review' && <QueuedReview item={item} asOf={asOf} />}
        {isObjection(item) && <QueuedObjection item={item} asOf={asOf} />}
        <Decisions item={item} onMeasure={onMeasure} />
      </div>
    </li>
  )
}

const isObjection = (item: QueueItem): item is QueueObjection => objectionKinds.some((kind) => kind === item.kind)
const measuresOf = ({ can }: QueueItem) => buttons.filter(({ measure }) => can[measure])

function Decisions({ item, onMeasure }: Pick<Props, 'item' | 'onMeasure'>) {
  const measures = measuresOf(item)
  if (measures.length === 0) {
    return !item.removedAt && <p className="text-sm text-ink-soft">Sobre esto decide otra persona del equipo.</p>
  }
  return (
    <div className="flex flex-wrap gap-2">
      {measures.map(({ measure, label, key }) => (
        <Button
          key={measure}
          size="small"
          variant={measure === 'approve' ? 'primary' : 'secondary'}
          aria-keyshortcuts={key}
          onClick={() => onMeasure(measure)}
        >
          {isObjection(item) ? objectionLabels[measure] : label}
          <span className="sr-only">{`: ${nameOfItem(item)}`}</span>
        </Button>
      ))}
    </div>
  )
}
