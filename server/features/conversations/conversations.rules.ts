/** A median of fewer replies says little. */
const fewestReplies = 3

/** The middle one of the waits, in minutes, at least one; undefined while there are too few. */
export function usualReplyMinutes(waitedMinutes: readonly number[]): number | undefined {
  if (waitedMinutes.length < fewestReplies) return undefined
  const sorted = waitedMinutes.toSorted((a, b) => a - b)
  return Math.max(1, Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 1))
}
