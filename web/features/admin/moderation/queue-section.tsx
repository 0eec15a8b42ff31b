import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { maxCountedRows, type QueueView } from '#contract/report-kinds.ts'
import type { QueueItem } from '#contract/reports.ts'
import { useApi } from '#web/platform/api.ts'
import { cursorPages, pagesOf } from '#web/platform/cursor-pages.ts'
import { formatCount } from '#web/platform/formats.ts'
import { useNowForTimeAgo } from '#web/platform/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { type UndoableAction, UndoDialog } from '../actions/action-history.tsx'
import { chosenRows, rowNouns } from '../actions/row-nouns.ts'
import { useRowSelection } from '../actions/use-row-selection.ts'
import { reviewKeys } from '../documents/review-keys.ts'
import { nameOfItem, type QueueAction, queueActions } from './queue-actions.ts'
import { QueueRow } from './queue-row.tsx'

const perPage = 60
const keyedActions: readonly { action: QueueAction; words: string }[] = [
  { action: 'approve', words: 'A aprueba' },
  { action: 'delete', words: 'R retira' },
  { action: 'warn', words: 'V advierte' },
]

const emptyTexts: Readonly<Record<QueueView, { title: string; text: string }>> = {
  reported: {
    title: 'No hay reportes por resolver',
    text: 'Cuando alguien reporte una opinión o un mensaje, aparece aquí.',
  },
  reviews: { title: 'Todavía no hay opiniones', text: 'Cuando un paciente publique la primera, aparece aquí.' },
  removed: {
    title: 'Nada retirado',
    text: 'Lo que retires queda aquí, y se puede deshacer en el registro.',
  },
}

const notFound = { title: 'Ningún caso así', text: 'Prueba con otras palabras.' }

/** A view of the queue. Single keys move through its rows and open the actions. */
export function QueueSection({ view, text }: { view: QueueView; text: string | undefined }) {
  const query = useQueue({ view, text })
  const { items, more, loadingMore } = pagesOf(query)
  const list = useRef<HTMLUListElement>(null)
  if (!items) {
    return (
      <Pending query={query} loading="Cargando la lista" failed="Error al cargar reseñas">
        <Skeleton className="h-96" />
      </Pending>
    )
  }
  if (items.length === 0) {
    const { title, text: explanation } = text ? notFound : emptyTexts[view]
    return (
      <EmptyState drawing="inbox" heading="h3" title={title}>
        {explanation}
      </EmptyState>
    )
  }
  return (
    <>
      <QueueRows view={view} items={items} count={query.data?.pages.at(-1)?.count ?? items.length} list={list} />
      <MoreButton list={list} more={more} pending={loadingMore} className="justify-self-start">
        Ver más
      </MoreButton>
    </>
  )
}

type RowsProps = {
  view: QueueView
  items: readonly QueueItem[]
  count: number
  list: RefObject<HTMLUListElement | null>
}

/** The row that the keys act on, and the rows that are chosen for an action. */
function useQueueRows(items: readonly QueueItem[]) {
  const [active, setActive] = useState(0)
  const selection = useRowSelection(items)
  // An action removes a row, and the next one takes its place.
  const index = Math.min(active, items.length - 1)
  const current = items[index]
  // After a key or an action, the focus follows the active row.
  const [focusFollows, setFocusFollows] = useState(false)
  return {
    index,
    current,
    selection,
    /** What a key decides about: the chosen rows, or the active one. */
    targetRows: selection.chosen.length > 0 ? selection.chosen : current ? [current] : [],
    focusFollows,
    setActive,
    followFocus: () => setFocusFollows(true),
    activate(to: number) {
      setFocusFollows(true)
      setActive(Math.max(0, Math.min(items.length - 1, to)))
    },
  }
}

function QueueRows({ view, items, count, list }: RowsProps) {
  const now = useNowForTimeAgo()
  const rows = useQueueRows(items)
  const { index, current, selection, targetRows, focusFollows, setActive, activate } = rows
  const chosenCount = selection.chosen.length
  const dialog = useDialogState<{ action: QueueAction; items: readonly QueueItem[] }>()
  const restoring = useDialogState<UndoableAction>()
  const region = useFocusedRegion()
  function decide(action: QueueAction, toDecide: readonly QueueItem[] = targetRows): void {
    const allowed = toDecide.filter(({ can }) => can[action])
    if (allowed.length > 0) dialog.show({ action, items: allowed })
  }
  const goToNext = () => activate(index + 1)
  const goToPrevious = () => activate(index - 1)
  const keys = {
    j: goToNext,
    ArrowDown: goToNext,
    k: goToPrevious,
    ArrowUp: goToPrevious,
    x: () => current && selection.choose(current, !selection.isChosen(current)),
    a: () => decide('approve'),
    r: () => decide('delete'),
    v: () => decide('warn'),
  }
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Opiniones"
      className="grid max-w-5xl grid-cols-1 gap-3 outline-none"
      onKeyDown={reviewKeys(keys)}
    >
      <QueueStatus rows={items}>
        {chosenCount > 0 ? chosenRows(rowNouns.report, chosenCount) : `${index + 1} de ${countText(count)}`}
      </QueueStatus>
      {chosenCount > 0 && <ChosenBar count={chosenCount} onAction={decide} onClear={selection.clear} />}
      <ul ref={list} className="grid grid-cols-1 gap-3">
        {items.map((item, position) => (
          <QueueRow
            key={item.id}
            item={item}
            now={now}
            isActive={position === index}
            takesFocus={focusFollows && position === index}
            isChosen={selection.isChosen(item)}
            onChoose={(isOn) => selection.choose(item, isOn)}
            onAction={(action) => {
              setActive(position)
              decide(action, [item])
            }}
            onRestore={() => {
              setActive(position)
              if (item.undoableRemoval)
                restoring.show({ id: item.undoableRemoval, actionType: 'delete', targetName: nameOfItem(item) })
            }}
          />
        ))}
      </ul>
      {restoring.subject && (
        <UndoDialog
          key={restoring.key}
          action={restoring.subject}
          open={restoring.isOpen}
          onClose={() => {
            rows.followFocus()
            restoring.close()
          }}
        />
      )}
      {dialog.subject && (
        <ActionDialog
          key={dialog.key}
          action={queueActions[dialog.subject.action]}
          rows={dialog.subject.items}
          open={dialog.isOpen}
          onClose={() => {
            rows.followFocus()
            dialog.close()
          }}
          onDone={() => {
            selection.clear()
            // In the queue of reports, a decided row disappears; in the other views it stays.
            if (view !== 'reported') setActive(index + 1)
          }}
        />
      )}
    </section>
  )
}

/** Names the keys of the actions that some row allows. */
function QueueStatus({ rows, children }: { rows: readonly Pick<QueueItem, 'can'>[]; children: string }) {
  const named = keyedActions.filter(({ action }) => rows.some(({ can }) => can[action])).map(({ words }) => words)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-sm text-ink-soft">
        {children}
      </p>
      <p className="text-sm text-ink-soft max-lg:hidden">
        {['J y K recorren', ...named, ...(named.length > 0 ? ['X elige'] : [])].join(' · ')}
      </p>
    </div>
  )
}

/** Focuses the list when it appears, so that its keys work at once, unless the user is choosing or searching a view. */
function useFocusedRegion(): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!document.activeElement?.matches('input, select')) region.current?.focus({ preventScroll: true })
  }, [])
  return region
}

type ChosenProps = { count: number; onAction: (action: QueueAction) => void; onClear: () => void }

/** The actions for all the chosen rows. */
function ChosenBar({ count, onAction, onClear }: ChosenProps) {
  return (
    <div className="sticky top-0 z-1 flex flex-wrap gap-2 rounded-card bg-sand p-2">
      <Button size="small" onClick={() => onAction('approve')}>{`Aprobar ${count}`}</Button>
      <Button size="small" variant="secondary" onClick={() => onAction('delete')}>{`Retirar ${count}`}</Button>
      <Button size="small" variant="secondary" onClick={() => onAction('warn')}>{`Advertir ${count}`}</Button>
      <Button size="small" variant="quiet" onClick={onClear}>
        No elegir ninguna
      </Button>
    </div>
  )
}

function countText(count: number): string {
  return count > maxCountedRows ? `más de ${formatCount(maxCountedRows)}` : formatCount(count)
}

function useQueue(filters: { view: QueueView; text: string | undefined }) {
  const { queries } = useApi()
  return useInfiniteQuery({
    ...queries.reports.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, limit: perPage, ...(cursor && { cursor }) }),
      ...cursorPages,
    }),
    placeholderData: keepPreviousData,
  })
}
