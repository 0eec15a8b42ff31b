/** The path of a Chromium. Where the machine has none, it is installed as for the browser journeys. */
export async function requireChromium(): Promise<string> {
  const { href } = new URL('../scripts/browser.mjs', import.meta.url)
  const { requireBrowser } = (await import(href)) as { requireBrowser(): Promise<string> }
  return await requireBrowser()
}
