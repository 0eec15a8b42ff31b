import { dayMs, hourMs, minuteMs } from './durations.ts'

/** "hace 5 min", "hace 3 h", "hace 2 d"; "hace un momento" below a minute, and for an instant in the future. */
export function timeAgo({ now, instant }: { instant: string; now: Date }): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (passed < minuteMs) return 'hace un momento'
  if (passed < hourMs) return `hace ${Math.floor(passed / minuteMs)} min`
  if (passed < dayMs) return `hace ${Math.floor(passed / hourMs)} h`
  return `hace ${Math.floor(passed / dayMs)} d`
}
