const pollEveryMs = 3000

/** Resolves when the server is ready again; stays pending forever once `signal` aborts. */
export async function waitForServer(signal: AbortSignal): Promise<void> {
  // Waits before the first request: if the failure has another cause, an immediate retry would fail again.
  do {
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
    if (signal.aborted) await new Promise(() => undefined)
  } while (!(await isReady(signal)))
}

async function isReady(signal: AbortSignal): Promise<boolean> {
  const response = await fetch('/readyz', { cache: 'no-store', signal }).catch(() => undefined)
  return response?.ok ?? false
}
