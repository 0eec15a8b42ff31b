import type { CSSProperties } from 'react'

import type { Span } from './day-columns.ts'

/** Where a span stands in the diary's grid, which begins at the minute `from`. Column 0 has the hours. */
export function placeOf({ start, end, from, column }: Span & { from: number; column: number }): CSSProperties {
  // The first line is under the heading.
  const line = (minute: number) => Math.round((minute - from) / 5) + 2
  return { gridColumn: column + 1, gridRow: `${line(start)} / ${Math.max(line(end), line(start) + 1)}` }
}
