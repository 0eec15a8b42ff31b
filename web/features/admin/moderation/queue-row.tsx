import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { QueueItem } from '#contract/reports.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { timeAgo } from '#web/platform/time-ago.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dot } from '#web/ui/dot.ts'
import { StarRating } from '#web/ui/star-rating.tsx'
import { SelectBox } from '../measures/select-box.tsx'
import { nameOfItem, type QueueMeasure } from './queue-measure-dialog.tsx'

type Props = {
  item: QueueItem
  /** When the list was read. */
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

/** A review with who wrote it, why it was reported, and what staff may decide. */
export function QueueRow({ item, asOf, isActive, takesFocus, isChosen, onChoose, onMeasure }: Props) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (takesFocus) row.current?.focus()
  }, [takesFocus])
  const { comment, reply, answer } = item
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
        <ReviewHead item={item} />
        {comment ? (
          <blockquote className="max-w-[75ch] border-l-2 border-path pl-4 wrap-anywhere whitespace-pre-line">
            {comment}
          </blockquote>
        ) : (
          <p className="text-sm text-ink-soft">Sin comentario.</p>
        )}
        {reply && <p className="text-sm wrap-anywhere text-ink-soft">{`El centro respondió: ${reply.text}`}</p>}
        <Reports item={item} asOf={asOf} />
        {answer && (
          <p className="rounded-control bg-sand px-3 py-2 text-sm wrap-anywhere">
            {`Respuesta de quien la escribió (${formatDate(answer.at)}): ${answer.text}`}
          </p>
        )}
        <Decisions item={item} onMeasure={onMeasure} />
      </div>
    </li>
  )
}

const measuresOf = ({ can }: QueueItem) => buttons.filter(({ measure }) => can[measure])

/** Who wrote the review, about whom, and when. */
function ReviewHead({ item }: Pick<Props, 'item'>) {
  const { author, center, professionalName, serviceName, rating, createdAt } = item
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StarRating value={rating} />
        <span className="sr-only">{`${rating} de 5`}</span>
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, seccion: 'usuarios', persona: author.id })}
          className="font-semibold text-action underline wrap-anywhere"
        >
          {author.name || 'Cuenta eliminada'}
        </Link>
        <span className="text-sm text-ink-soft">{historyOf(author)}</span>
        {item.removedAt && <Badge tone="amber">{`Retirada el ${formatDate(item.removedAt)}`}</Badge>}
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {'Sobre '}
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, seccion: 'centros', centro: center.id })}
          className="link"
        >
          {center.name}
        </Link>
        {`${dot}${professionalName}${dot}${serviceName}${dot}${formatDate(createdAt)}`}
      </p>
    </>
  )
}

function Decisions({ item, onMeasure }: Pick<Props, 'item' | 'onMeasure'>) {
  const measures = measuresOf(item)
  if (measures.length === 0) {
    return (
      !item.removedAt && <p className="text-sm text-ink-soft">Sobre esta opinión decide otra persona del equipo.</p>
    )
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
          {label}
          <span className="sr-only">{`: ${nameOfItem(item)}`}</span>
        </Button>
      ))}
    </div>
  )
}

function historyOf({ reviews, removed, warnings }: QueueItem['author']): string {
  const total = reviews + removed
  return [
    total === 1 ? '1 opinión' : `${total} opiniones`,
    ...(removed > 0 ? [removed === 1 ? '1 retirada' : `${removed} retiradas`] : []),
    ...(warnings > 0 ? [warnings === 1 ? '1 advertencia' : `${warnings} advertencias`] : []),
  ].join(dot)
}

function Reports({ item: { reports, waitingSince }, asOf }: Pick<Props, 'item' | 'asOf'>) {
  if (reports.length === 0) return null
  return (
    <div className="grid gap-1 rounded-control bg-amber-soft px-3 py-2 text-sm">
      {waitingSince && <p className="font-medium">{`Espera desde ${timeAgo({ instant: waitingSince, now: asOf })}`}</p>}
      <ul className="grid gap-1">
        {reports.map(({ reason, at, reporterName, isByCenter, isOpen }) => (
          <li key={at + reason} className="wrap-anywhere">
            {`${isByCenter ? 'El centro' : (reporterName ?? 'Cuenta eliminada')}, ${formatDate(at)} ${formatTime(at)}${isOpen ? '' : ' (resuelto)'}: ${reason}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
