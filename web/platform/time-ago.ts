const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** "hace 5 min", "hace 3 h", "hace 2 d"; "hace un momento" below a minute, and for an instant in the future. */
export function timeAgo({ now, instant }: { instant: string; now: Date }): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (passed < minute) return 'hace un momento'
  if (passed < hour) return `hace ${Math.floor(passed / minute)} min`
  if (passed < day) return `hace ${Math.floor(passed / hour)} h`
  return `hace ${Math.floor(passed / day)} d`
}
