/** A median of fewer replies says little. */
const fewestReplies = 3

/** The middle one of the waits, in minutes, at least one; undefined while there are too few. */
export function usualReplyMinutes(waitedMinutes: readonly number[]): number | undefined {
  if (waitedMinutes.length < fewestReplies) return undefined
  const sorted = waitedMinutes.toSorted((a, b) => a - b)
  return Math.max(1, Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 1))
}

/** Around a reported message, so that staff can judge it. */
const sharedAround = 10

/** The numbers that a report of a message shares: five on each side, and more of one side where the other has fewer. */
export function sharedNumbers({ number, lastNumber }: { number: number; lastNumber: number }) {
  const from = Math.max(1, Math.min(number - sharedAround / 2, lastNumber - sharedAround))
  return { from, to: Math.min(lastNumber, from + sharedAround) }
}
