import type { DayColumn } from './day-columns.ts'

/**
 * The columns of the professionals who work on at least one of the days in view or have an appointment there, and apart from
 * them the columns of the others.
 */
export function splitAbsent(columns: readonly DayColumn[]): { present: DayColumn[]; absent: DayColumn[] } {
  const here = new Set(columns.filter(isAttended).map(({ professional }) => professional.id))
  const isHere = ({ professional }: DayColumn) => here.has(professional.id)
  return { present: columns.filter(isHere), absent: columns.filter((column) => !isHere(column)) }
}

/** The names of the professionals of these columns, each once. */
export function namesOf(columns: readonly DayColumn[]): string[] {
  return [...new Map(columns.map(({ professional }) => [professional.id, professional.name])).values()]
}

function isAttended({ cards, working, off }: DayColumn): boolean {
  return cards.length > 0 || working.some(({ start, end }) => restAfter({ start, end, off }) < end)
}

/** The first minute of the span that no absence covers; its end, if there is none. */
function restAfter({ start, end, off }: { start: number; end: number; off: DayColumn['off'] }): number {
  const sorted = off.toSorted((a, b) => a.start - b.start)
  return Math.min(
    end,
    sorted.reduce((at, each) => (each.start <= at ? Math.max(at, each.end) : at), start),
  )
}
