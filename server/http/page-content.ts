import { zone } from '#contract/calendar.ts'
import type { LiveMessage } from '#server/platform/live.ts'
import { localDay, wholeDay } from '#server/platform/local-time.ts'
import type { PageChange } from './page-cache.ts'
import type { PageContent } from './rendered-page.ts'

/** These show no centre: their own changes delete every page. */
const catalogue = new Set(['centers.places', 'centers.services', 'operator.legalText', 'operator.testimonials'])

export function collectContent(): {
  add(call: { route: string; input: unknown; output: unknown }): void
  content: PageContent
} {
  const content = { centers: new Set<string>(), lists: false }
  return {
    content,
    add({ route, input, output }) {
      if (catalogue.has(route)) return
      const { centerId } = (input ?? {}) as { centerId?: unknown }
      if (typeof centerId === 'string') {
        content.centers.add(centerId)
        return
      }
      // No centre in the input: a change of any centre may change the result.
      content.lists = true
      const { items } = (output ?? {}) as { items?: unknown }
      if (Array.isArray(items)) for (const { id } of items as { id: string }[]) content.centers.add(id)
    },
  }
}

/** What a notification changes on pages; undefined when they don't show it. */
export function pageChangeOf(message: LiveMessage | 'lost' | 'closed'): PageChange | undefined {
  // Changes may have been missed.
  if (typeof message === 'string') return { about: 'all' }
  const { topic, about, id } = message
  if (topic === 'pages') return id === 'all' ? { about: 'all' } : { about: 'center', centerId: id }
  if (about === 'agenda') return { about: 'appointments', centerId: topic.slice('center:'.length) }
  return undefined
}

/** Milliseconds until the local day ends, and with it what a page calls today and tomorrow. */
export function untilDayEndsMs(now: Date): number {
  return wholeDay({ day: localDay({ instant: now, zone }), zone }).endsAt.getTime() - now.getTime()
}
