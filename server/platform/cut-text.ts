/**
 * The text, or its start and «…» where it is longer than `max`. It counts code points, as PostgreSQL does, so that it never halves a
 * character outside the basic plane.
 */
export function cutText(text: string, max: number): string {
  const points = [...text]
  if (points.length <= max) return text
  return `${points
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}
