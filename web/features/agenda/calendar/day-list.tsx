import { useState } from 'react'
import { clockText } from '#web/platform/clock-text.ts'
import { formatLongDay } from '#web/platform/formats.ts'
import { classNames } from '#web/ui/class-names.ts'
import ChevronRight from '~icons/lucide/chevron-right'

import { cellName } from '../appointment-style.ts'
import { ProfessionalMark } from '../professional-mark.tsx'
import type { CalendarEvents } from './calendar-events.ts'
import type { Card, DayColumn, Span } from './day-columns.ts'
import { Mark, PlaceMark, provisionalWord } from './marks.tsx'

export type DayListProps = CalendarEvents & {
  date: string
  /** One professional with free times, or all professionals with their appointments. */
  columns: readonly DayColumn[]
  holiday: string | undefined
  /** In a list of several days, each has a heading; all but the chosen day start collapsed. */
  heading: 'none' | 'open' | 'closed'
}

type Entry =
  | { kind: 'card'; start: number; card: Card; column: DayColumn }
  | { kind: 'free'; start: number; pieces: Span[]; column: DayColumn }
  | { kind: 'off'; start: number; span: Span; reason: string; column: DayColumn }

export function DayList({ date, columns, holiday, heading, onOpen, onBook }: DayListProps) {
  const [isOpen, setIsOpen] = useState(heading !== 'closed')
  const hasOneProfessional = columns.length === 1
  return (
    <section aria-label={formatLongDay(date)} className="grid gap-2">
      {heading !== 'none' && (
        <h4>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="flex min-h-11 w-full items-center gap-2 rounded-control text-left"
          >
            <ChevronRight aria-hidden="true" className={classNames('size-5 shrink-0', isOpen && 'rotate-90')} />
            <span className="font-semibold first-letter:uppercase">{formatLongDay(date)}</span>
            {holiday && <span className="text-sm text-clay-strong">{holiday}</span>}
            <span className="ml-auto text-sm text-ink-soft">{countText(columns)}</span>
          </button>
        </h4>
      )}
      {isOpen && <Entries {...{ columns, hasOneProfessional, onOpen, onBook }} />}
    </section>
  )
}

function Entries({
  columns,
  hasOneProfessional,
  onOpen,
  onBook,
}: Pick<DayListProps, 'columns' | keyof CalendarEvents> & { hasOneProfessional: boolean }) {
  const entries = columns
    .flatMap((column) => entriesOf({ column, hasOneProfessional }))
    .sort((a, b) => a.start - b.start)
  if (entries.length === 0) {
    const isWorking = columns.some(({ working }) => working.length > 0)
    const emptyText = hasOneProfessional ? 'No queda nada en este día.' : 'Sin citas.'
    return (
      <p className="rounded-card bg-sand px-4 py-3 text-ink-soft">
        {isWorking ? emptyText : 'Este día no se atiende.'}
      </p>
    )
  }
  return (
    <ol className="grid gap-1.5">
      {entries.map((entry) => (
        <li
          key={`${entry.kind}/${entry.column.id}/${entry.start}/${entry.kind === 'card' ? entry.card.appointment.id : ''}`}
          className="grid grid-cols-[3.25rem_minmax(0,1fr)] cramped:grid-cols-[minmax(0,1fr)] items-start gap-1"
        >
          <span aria-hidden="true" className="pt-2.5 text-sm text-ink-soft tabular-nums">
            {clockText(entry.start)}
          </span>
          <EntryContent entry={entry} hasOneProfessional={hasOneProfessional} onOpen={onOpen} onBook={onBook} />
        </li>
      ))}
    </ol>
  )
}

function countText(columns: readonly DayColumn[]): string {
  const count = columns.reduce((sum, { cards }) => sum + cards.length, 0)
  return count === 1 ? '1 cita' : `${count} citas`
}

function EntryContent({
  entry,
  hasOneProfessional,
  onOpen,
  onBook,
}: CalendarEvents & { entry: Entry; hasOneProfessional: boolean }) {
  const { column } = entry
  if (entry.kind === 'off') {
    return (
      <p className="calendar-off rounded-control px-3 py-2.5 text-sm">
        <span className="rounded-[0.375rem] bg-panel px-1.5 py-0.5 text-ink-soft">
          {`${entry.reason || 'No atiende'}, hasta las ${clockText(entry.span.end)}`}
        </span>
      </p>
    )
  }
  if (entry.kind === 'free') {
    return (
      <ul aria-label="Horas libres" className="flex flex-wrap gap-1.5">
        {entry.pieces.map(({ start }) => (
          <li key={start}>
            <button
              type="button"
              onClick={() => onBook({ professionalId: column.professional.id, date: column.date, minute: start })}
              aria-label={`Libre ${clockText(start)}: agendar`}
              className="min-h-11 min-w-16 rounded-control border border-dashed border-control px-2 text-sm text-action tabular-nums hover:bg-action-soft"
            >
              {clockText(start)}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  const { appointment, statusStyle, start, end } = entry.card
  const { id, word, card } = statusStyle
  return (
    <button
      type="button"
      data-cell={appointment.id}
      onClick={() => onOpen(appointment)}
      className={classNames(
        'grid min-h-11 grid-cols-[minmax(0,1fr)] gap-0.5 rounded-control border-l-4 px-3 py-2 text-left',
        card,
      )}
    >
      <span className="flex flex-wrap items-start justify-between gap-x-2">
        <span translate="no" className="min-w-0 font-semibold wrap-break-word">
          {cellName(appointment)}
        </span>
        <span className="flex shrink-0 items-center gap-1 text-sm">
          <PlaceMark place={appointment.place ?? 'center'} className="size-4" />
          <Mark of={id} className="size-4" />
          {appointment.isCollected ? `${word}, cobrado` : word}
        </span>
      </span>
      {appointment.isProvisional && (
        <span className="flex items-center gap-1 text-sm">
          <Mark of="provisional" className="size-4" />
          {provisionalWord}
        </span>
      )}
      <span className="flex min-w-0 items-center gap-1.5 text-sm text-ink-soft">
        {!hasOneProfessional && <ProfessionalMark mark={column.mark} className="h-4 w-[3px] rounded-full" />}
        <span className="min-w-0 wrap-break-word">
          {`${clockText(start)}–${clockText(end)} · ${appointment.service}`}
          {!hasOneProfessional && <span translate="no">{` · ${column.professional.name}`}</span>}
        </span>
      </span>
    </button>
  )
}

function entriesOf({ column, hasOneProfessional }: { column: DayColumn; hasOneProfessional: boolean }): Entry[] {
  const cards = column.cards.map((card): Entry => ({ kind: 'card', start: card.start, card, column }))
  // In a list of several professionals, free times would be ambiguous: it shows appointments only.
  if (!hasOneProfessional) return cards
  const off = column.off.map((span): Entry => ({ kind: 'off', start: span.start, span, reason: span.reason, column }))
  return [...cards, ...off, ...freeRuns(column)]
}

/** Consecutive free pieces share a line. */
function freeRuns(column: DayColumn): Entry[] {
  const runs: Span[][] = []
  for (const piece of column.free) {
    const run = runs.at(-1)
    if (run?.at(-1)?.end === piece.start) run?.push(piece)
    else runs.push([piece])
  }
  return runs.map((pieces) => ({ kind: 'free', start: pieces[0]?.start ?? 0, pieces, column }))
}
