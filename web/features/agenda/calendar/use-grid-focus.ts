import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

type Cell = HTMLElement & { dataset: { cell: string; column: string; minute: string } }

const cellsOf = (grid: HTMLElement) => [...grid.querySelectorAll<Cell>('[data-cell]')]
const columnOf = (cell: Cell) => Number(cell.dataset.column)
const minuteOf = (cell: Cell) => Number(cell.dataset.minute)

/**
 * Roving tabindex over buttons with a column and a minute: one tab stop, arrow keys within. It changes the DOM elements
 * directly, so that an arrow key re-renders nothing.
 */
export function useGridFocus({ startAt }: { startAt: { column: number; minute: number } | undefined }) {
  const grid = useRef<HTMLElement>(null)
  const current = useRef<string>(undefined)

  useLayoutEffect(() => {
    if (!grid.current) return
    const cells = cellsOf(grid.current)
    const stop =
      cells.find(({ dataset }) => dataset.cell === current.current) ??
      cells.find((cell) => startAt && columnOf(cell) === startAt.column && minuteOf(cell) >= startAt.minute) ??
      cells[0]
    for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1
  })

  function onFocus({ currentTarget, target }: FocusEvent<HTMLElement>) {
    const cell = (target as HTMLElement).closest<Cell>('[data-cell]')
    if (!cell || cell.dataset.cell === current.current) return
    for (const other of currentTarget.querySelectorAll<HTMLElement>('[data-cell][tabindex="0"]')) other.tabIndex = -1
    cell.tabIndex = 0
    current.current = cell.dataset.cell
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.metaKey || event.shiftKey) return
    const from = (event.target as HTMLElement).closest<Cell>('[data-cell]')
    if (!from) return
    const target = destination({
      key: event.ctrlKey ? `Control+${event.key}` : event.key,
      from,
      cells: cellsOf(event.currentTarget),
    })
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    target?.focus()
  }

  return {
    register: (element: HTMLElement | null) => {
      grid.current = element
    },
    onFocus,
    onKeyDown,
  }
}

/** The cell that a key moves to; null for a grid key without a target, undefined for every other key. */
function destination({
  key,
  from,
  cells,
}: {
  key: string
  from: Cell
  cells: readonly Cell[]
}): Cell | null | undefined {
  const column = (index: number) =>
    cells.filter((cell) => columnOf(cell) === index).sort((a, b) => minuteOf(a) - minuteOf(b))
  const sameColumn = column(columnOf(from))
  const at = sameColumn.indexOf(from)
  switch (key) {
    case 'ArrowDown':
      return sameColumn[at + 1] ?? null
    case 'ArrowUp':
      return sameColumn[at - 1] ?? null
    case 'ArrowRight':
    case 'ArrowLeft': {
      const ahead = key === 'ArrowRight' ? 1 : -1
      // Columns without buttons are skipped.
      const others = cells.map(columnOf).filter((index) => (index - columnOf(from)) * ahead > 0)
      if (others.length === 0) return null
      return nearest({ cells: column(ahead > 0 ? Math.min(...others) : Math.max(...others)), minute: minuteOf(from) })
    }
    case 'Home':
      return sameColumn[0] ?? null
    case 'End':
      return sameColumn.at(-1) ?? null
    case 'Control+Home':
      return column(Math.min(...cells.map(columnOf)))[0] ?? null
    case 'Control+End':
      return column(Math.max(...cells.map(columnOf))).at(-1) ?? null
    default:
      return undefined
  }
}

function nearest({ cells, minute }: { cells: readonly Cell[]; minute: number }): Cell | null {
  return cells.reduce<Cell | null>(
    (best, cell) => (best && Math.abs(minuteOf(best) - minute) <= Math.abs(minuteOf(cell) - minute) ? best : cell),
    null,
  )
}
