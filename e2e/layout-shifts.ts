import type { Page } from '@playwright/test'

declare global {
  interface Window {
    shifts: { by: number; what: string[] }[]
  }
}

/** Records layout shifts that the visitor did not cause. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      })[]) {
        if (entry.hadRecentInput) continue
        const what = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName}.${node?.className} ${previousRect.top}→${currentRect.top}`,
        )
        window.shifts.push({ by: entry.value, what })
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}
