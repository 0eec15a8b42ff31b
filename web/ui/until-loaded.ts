const askAgainMs = 2000

/** Code of a part that a lost connection must not take down: waits until it comes. */
export async function untilLoaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    return await untilLoaded(load)
  }
}
