const retryAfterMs = 2000

/** Loads the code of a part of the page, and tries again until it arrives: a lost connection must not break the page. */
export async function loadWithRetry<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    return await loadWithRetry(load)
  }
}
