import type { CSSProperties } from 'react'

import type { Span } from './day-columns.ts'

/** The grid position of a span; the grid begins at the minute `from`. Column 0 holds the hour labels. */
export function placeOf({ start, end, from, column }: Span & { from: number; column: number }): CSSProperties {
  // The first row is the header.
  const line = (minute: number) => Math.round((minute - from) / 5) + 2
  return { gridColumn: column + 1, gridRow: `${line(start)} / ${Math.max(line(end), line(start) + 1)}` }
}
