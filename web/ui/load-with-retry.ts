const firstWaitMs = 2000
const longestWaitMs = 30_000

/** Ends the wait before the next attempt, for each part that waits. */
const waiting = new Set<() => void>()

globalThis.addEventListener?.('online', () => {
  for (const end of waiting) end()
})

type Retry = {
  /** Runs after the first attempt, when that failed. */
  onFailure?: () => void
}

/**
 * Loads the code of a part of the page, and tries again until it arrives: a lost connection must not break the page. It tries
 * immediately when the browser is online again. @throws when the server no longer has the part and the page was reloaded already
 */
export async function loadWithRetry<Loaded>(load: () => Promise<Loaded>, { onFailure }: Retry = {}): Promise<Loaded> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      return await load()
    } catch (error) {
      if (isMissing(error)) {
        await error.openNewVersion()
        throw error
      }
      if (waitMs === firstWaitMs) onFailure?.()
      await nextAttempt(waitMs)
    }
  }
}

/** Of web/platform/new-version.ts. */
function isMissing(error: unknown): error is Error & { openNewVersion: () => Promise<void> } {
  return error instanceof Error && error.name === 'MissingPart'
}

async function nextAttempt(waitMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      waiting.delete(end)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    waiting.add(end)
  })
}
