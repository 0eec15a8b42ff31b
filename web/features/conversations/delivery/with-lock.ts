/**
 * A tab holds the lock while it sends one message, which takes milliseconds. A tab that the browser has frozen keeps it for as long
 * as it sleeps, so another tab takes it over. A message that both tabs then send has one id, and the server stores it once.
 */
const turnMs = 5000

/** Two tabs of one browser take turns, so that they don't change the order of the queue. */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return await work()
  let running: Promise<void> | undefined
  const run = () => {
    clearTimeout(timer)
    running = work()
    return running
  }
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), turnMs)
  try {
    await locks.request(name, { signal: waiting.signal }, run).catch((error: unknown) => {
      if (!waiting.signal.aborted || running) throw error
      return locks.request(name, { steal: true }, run)
    })
  } catch {
    // Another tab took the lock over while this one worked, or the browser denies locks: then each tab sends on its own.
    running ??= work()
    await running
  } finally {
    clearTimeout(timer)
  }
}
