const firstWaitMs = 2000
const longestWaitMs = 30_000

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

/** The error has openNewVersion() of web/platform/new-version.ts. */
function isMissing(error: unknown): error is Error & { openNewVersion: () => Promise<void> } {
  return error instanceof Error && error.name === 'MissingPart'
}

/** Waits, but not longer than until the browser is online again. */
async function nextAttempt(waitMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', end)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    globalThis.addEventListener?.('online', end)
  })
}
