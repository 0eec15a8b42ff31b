const opened: (() => Promise<void>)[] = []

/** Whatever is opened for a test names how it is closed, so that no test has to. */
export function onCleanup(close: () => Promise<void>): void {
  opened.push(close)
}

/** After each file; for after each test of a file that makes so many that the server would run out of connections. */
export async function closeResources(): Promise<void> {
  // What was opened last stands on what was opened before.
  for (const close of opened.splice(0).toReversed()) await close()
}
