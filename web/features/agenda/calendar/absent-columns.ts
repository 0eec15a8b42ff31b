import type { DayColumn } from './day-columns.ts'

/** Separates the professionals who have hours or an appointment on at least one of the days in view from the absent ones. */
export function splitAbsent(columns: readonly DayColumn[]): { present: DayColumn[]; absent: DayColumn[] } {
  const presentIds = new Set(columns.filter(isAttended).map(({ professional }) => professional.id))
  const isPresent = ({ professional }: DayColumn) => presentIds.has(professional.id)
  return { present: columns.filter(isPresent), absent: columns.filter((column) => !isPresent(column)) }
}

export function namesOf(columns: readonly DayColumn[]): string[] {
  return [...new Map(columns.map(({ professional }) => [professional.id, professional.name])).values()]
}

function isAttended({ cards, working, off }: DayColumn): boolean {
  return cards.length > 0 || working.some(({ start, end }) => firstAttendedMinute({ start, end, off }) < end)
}

/** The first minute of the span that no absence covers, or its end if absences cover all of it. */
function firstAttendedMinute({ start, end, off }: { start: number; end: number; off: DayColumn['off'] }): number {
  const sorted = off.toSorted((a, b) => a.start - b.start)
  return Math.min(
    end,
    sorted.reduce((at, each) => (each.start <= at ? Math.max(at, each.end) : at), start),
  )
}
