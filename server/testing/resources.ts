const cleanups: (() => Promise<void>)[] = []

/** Each resource of a test registers its cleanup when it is opened, so that no test has to close it. */
export function onCleanup(close: () => Promise<void>): void {
  cleanups.push(close)
}

/** After each file; or after each test, in a file that opens so many that the server would run out of connections. */
export async function closeResources(): Promise<void> {
  // Later resources depend on earlier ones.
  for (const close of cleanups.splice(0).toReversed()) await close()
}
