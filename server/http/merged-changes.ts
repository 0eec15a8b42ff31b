/** Between two events about the changed rows of one topic, however often its writers save. */
const betweenEventsMs = 1000

export type MergedChanges = {
  /** Sends the first change of a topic at once, and the reads of those that follow within a second as one event after it. */
  note(topic: string, reads: readonly string[]): void
  /**
   * Whether a change of one of the topics waits, so that no event to their reader may name a later position: a client that resumes
   * after it would miss the change.
   */
  isWaiting(topics: readonly string[]): boolean
  /** Sends what waits. */
  flush(): void
  /** Drops what waits, for readers who are told to fetch everything. */
  clear(): void
}

type Send = (topic: string, reads: readonly string[]) => void

export function createMergedChanges(send: Send): MergedChanges {
  /** The topics of the last second, with the reads that wait. */
  const recent = new Map<string, { waiting: Set<string>; timer: NodeJS.Timeout }>()

  function rest(topic: string): void {
    const timer = setTimeout(() => end(topic), betweenEventsMs).unref()
    recent.set(topic, { waiting: new Set(), timer })
  }

  function end(topic: string): void {
    const reads = [...(recent.get(topic)?.waiting ?? [])]
    recent.delete(topic)
    if (reads.length === 0) return
    rest(topic)
    send(topic, reads)
  }

  return {
    note(topic, reads) {
      const waiting = recent.get(topic)?.waiting
      if (waiting === undefined) {
        rest(topic)
        send(topic, reads)
        return
      }
      for (const read of reads) waiting.add(read)
    },
    isWaiting: (topics) => topics.some((topic) => (recent.get(topic)?.waiting.size ?? 0) > 0),
    flush() {
      for (const [topic, { waiting, timer }] of [...recent]) {
        if (waiting.size === 0) continue
        clearTimeout(timer)
        end(topic)
      }
    },
    clear() {
      for (const { timer } of recent.values()) clearTimeout(timer)
      recent.clear()
    },
  }
}
