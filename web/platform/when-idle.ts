/** Runs the work when the browser has nothing more urgent to do, half a second later at most. Safari has no idle callbacks. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 500 })
  else setTimeout(work, 50)
}
