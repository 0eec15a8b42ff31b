const open: (() => Promise<void>)[] = []

/** Whatever is opened for a test names how it is closed, so that no test has to. */
export function closeLater(close: () => Promise<void>): void {
  open.push(close)
}

/** After each file; for after each test of a file that makes so many that the server would run out of connections. */
export async function closePlatforms(): Promise<void> {
  await Promise.all(open.splice(0).map((close) => close()))
}
