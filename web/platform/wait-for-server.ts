const askEveryMs = 3000

/** Resolves when the service says that it is well again; stays open forever once `signal` aborts. */
export async function waitForServer(signal: AbortSignal): Promise<void> {
  // Waits before it asks for the first time: what failed may be something else, and would fail again at once.
  do {
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    if (signal.aborted) await new Promise(() => undefined)
  } while (!(await isReady(signal)))
}

async function isReady(signal: AbortSignal): Promise<boolean> {
  const answer = await fetch('/readyz', { cache: 'no-store', signal }).catch(() => undefined)
  return answer?.ok ?? false
}
