/** The median of fewer replies means little. */
const minReplies = 3

/** The median wait in minutes, at least one; undefined after too few replies. */
export function usualReplyMinutes(waitedMinutes: readonly number[]): number | undefined {
  if (waitedMinutes.length < minReplies) return undefined
  const sorted = waitedMinutes.toSorted((a, b) => a - b)
  return Math.max(1, Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 1))
}

/** The messages around a reported one that staff may read, to judge it. */
const sharedAround = 10

/** The range of message numbers that a report shares: five before and five after, or more on one side near an end. */
export function sharedNumbers({ number, lastNumber }: { number: number; lastNumber: number }) {
  const from = Math.max(1, Math.min(number - sharedAround / 2, lastNumber - sharedAround))
  return { from, to: Math.min(lastNumber, from + sharedAround) }
}
