import {
  type Query,
  QueryClient,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { waitFor } from '@testing-library/dom'
import { afterAll, describe, expect, test } from 'vitest'
import { liveTables, refetches, stillReads } from '#server/http/live-reads.ts'
import { liveStreamsOf } from '#server/http/live-streams.ts'
import { listRoutes } from '#server/http/openapi.ts'
import { stormSize } from '#server/testing/storm.ts'
import { touchRows } from '#server/testing/touched-rows.ts'
import { accountSectionIds } from '#web/features/accounts/account-search.ts'
import { adminSectionIds, moderationViews } from '#web/features/admin/admin-search.ts'
import { loyaltyTabs } from '#web/features/loyalty/loyalty-search.ts'
import { practiceSectionIds } from '#web/features/practice/practice-search.ts'
import { routeTree } from '#web/routeTree.gen.ts'
import { buildLiveWorld } from './live-world.ts'
import { readsOfPage, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const world = await buildLiveWorld(platform)
const { db } = platform

type View = { path: string; as: string }
const patient = (path: string): View => ({ path, as: world.patientId })
const center = (path: string): View => ({ path, as: world.centerId })
const staff = (path: string): View => ({ path, as: world.adminId })

/** The views of each private page, by its route. */
const views: Record<string, readonly View[]> = {
  '/account': accountSectionIds.map((id) => patient(`/account?seccion=${id}`)),
  '/admin/dashboard': [
    // «Salud» shows figures of the process, which a timer refetches.
    ...adminSectionIds.filter((id) => id !== 'salud').map((id) => staff(`/admin/dashboard?seccion=${id}`)),
    ...moderationViews.map((id) => staff(`/admin/dashboard?seccion=moderacion&cola=${id}`)),
    staff(`/admin/dashboard?seccion=usuarios&persona=${world.patientId}`),
    staff(`/admin/dashboard?seccion=centros&centro=${world.centerId}`),
  ],
  '/center-welcome': [center('/center-welcome')],
  '/center/dashboard': [
    ...practiceSectionIds.map((id) => center(`/center/dashboard?seccion=${id}`)),
    center(`/center/dashboard?seccion=agenda&cita=${world.upcomingId}`),
    center(`/center/dashboard?seccion=pacientes&paciente=${world.patientId}`),
    center(`/center/dashboard?seccion=mensajes&c=${world.conversationId}`),
  ],
  '/chat': [patient(`/chat?c=${world.conversationId}`)],
  '/dashboard': [
    patient('/dashboard'),
    patient('/dashboard?tab=history'),
    patient('/dashboard?tab=profile'),
    ...['details', 'move', 'cancel'].map((act) => patient(`/dashboard?appointment=${world.upcomingId}&act=${act}`)),
  ],
  '/favorites': [patient('/favorites')],
  '/loyalty': loyaltyTabs.map((id) => patient(`/loyalty?pestana=${id}`)),
  '/notifications': [patient('/notifications'), patient('/notifications?solo=sin-leer')],
  '/promotions': [patient('/promotions'), center('/promotions')],
  '/receipts/$checkoutId': [patient(`/receipts/${world.checkoutId}`)],
}

/** Private pages that show no row that others change, with the reason. */
const without: Record<string, string> = {
  '/center/invitation/$token': 'a question to the person who follows the link, answered once',
  '/center/thank-you': 'shown for a few seconds after registering',
  '/complete-registration': 'a form about the account itself, before it is one',
  '/patient-welcome': 'what to do first, after registering',
  '/question/$token': 'of a visitor, who has no live stream: it asks again every twenty seconds while it is shown',
  '/thank-you': 'shown for a few seconds after registering',
}

type Node = { options?: { path?: string; ssr?: unknown }; children?: Record<string, Node> }
function privatePaths(node: Node): string[] {
  const below = Object.values(node.children ?? {}).flatMap(privatePaths)
  return node.options?.ssr === false ? [node.options.path ?? '', ...below] : below
}
const accessOf = new Map(listRoutes().map(({ name, access }) => [name, access]))

test('each private route has its views here, or a reason why it needs none', () => {
  const paths = privatePaths(routeTree as unknown as Node)
  expect(paths.length).toBeGreaterThan(10)
  expect([...Object.keys(views), ...Object.keys(without)].toSorted()).toEqual(paths.toSorted())
})

/** These have no row here; live-reads.test.ts looks for their triggers and for the reads that show them. */
const withoutRows = [
  'clinical_private_notes',
  'clinical_record_accesses',
  'clinical_record_consents',
  'clinical_record_versions',
  'commission_settlements',
  'debt_reminders',
  'legal_texts',
  'measure_answers',
  'push_subscriptions',
  'removed_reviews',
  'telehealth_consents',
  'till_closings',
]

test('the world of this test has a row in each other table that tells of its changes', async () => {
  const empty: string[] = []
  for (const table of liveTables) {
    const count = await touchRows(db, table).catch((error: unknown) => `${table}: ${String(error)}`)
    if (typeof count === 'string') empty.push(count)
    else if (count === 0) empty.push(table)
  }
  expect(empty.toSorted(), 'add rows in live-world.ts').toEqual(withoutRows)
})

const delaysMs: number[] = []
const proven = new Set<string>()
/** After this a read that was not fetched again is compared with the server's response. */
const patientMs = 300
/** The machine may be busy. The delays themselves are reported at the end. */
const longestMs = 20_000

/** All views take twelve minutes, so only `npm run storm` opens them; `npm test` opens one of each kind of reader. */
const opened =
  stormSize({ short: 0, long: 1 }) === 1
    ? views
    : { '/account': views['/account']?.slice(0, 1) ?? [], '/loyalty': views['/loyalty']?.slice(0, 1) ?? [] }

describe.each(Object.entries(opened))('%s', (_, ofRoute) => {
  test.each(ofRoute)('$path follows each change of what it shows', async ({ path, as }) => {
    await open(path, { as })
    await waitFor(() => expect(liveStreamsOf(platform).count()).toBeGreaterThan(0))
    await settle()
    const undeclared = privateReads().filter((name) => !liveTables.some((table) => refetches(table, name)))
    expect(undeclared, 'declare in server/http/live-reads.ts which tables these reads show').toEqual([])

    const late: string[] = []
    for (const table of liveTables) {
      const concerned = activeQueries().filter((query) => refetches(table, nameOf(query)))
      // What an earlier view of this person has shown needs no second proof.
      if (concerned.every((query) => proven.has(`${as} ${table} ${nameOf(query)}`))) continue
      const delayMs = await followChange(table, concerned)
      if (delayMs === 'late') late.push(table)
      else for (const query of concerned) proven.add(`${as} ${table} ${nameOf(query)}`)
      if (typeof delayMs === 'number') delaysMs.push(delayMs)
    }
    expect(late, 'changes of these tables are not told to this person').toEqual([])
    for (const table of liveTables) await touchRows(db, table)
    // Longer than the server gathers changes, and the page rests between two rounds.
    await settle({ quietMs: 4000 })
    const live = textOfPage()
    await open(path)
    await settle()
    expect(live, 'after a reload the page says something else').toBe(textOfPage())
  })
})

afterAll(() => {
  const sorted = delaysMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  process.stdout.write(
    `live pages: ${sorted.length} changes on ${Object.values(opened).flat().length} views, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, maximum ${at(1)} ms\n`,
  )
})

/**
 * How long it takes until each of the reads is fetched again. `unconcerned`: it need not be, because the server responds the
 * same as before, as for a row of which this person sees nothing.
 */
async function followChange(table: string, queries: readonly Query[]): Promise<number | 'unconcerned' | 'late'> {
  const before = new Map(queries.map((query) => [query, query.state.dataUpdateCount]))
  const waiting = () => queries.filter((query) => query.isActive() && query.state.dataUpdateCount === before.get(query))
  const startMs = performance.now()
  await touchRows(db, table)
  const passedMs = () => performance.now() - startMs
  while (waiting().length > 0 && passedMs() < patientMs) await pause(5)
  if (waiting().length === 0) return passedMs()
  for (const query of waiting()) {
    if (!(await isOutdated(query))) continue
    while (waiting().includes(query) && passedMs() < longestMs) await pause(20)
    if (waiting().includes(query)) return 'late'
  }
  return 'unconcerned'
}

/** Asks the server again, beside the page. */
async function isOutdated(query: Query): Promise<boolean> {
  const queryClient = new QueryClient()
  const { queryFn, queryKey } = query.options as { queryFn: QueryFunction; queryKey: QueryKey }
  const first = query.state.data as { pages?: unknown[]; pageParams?: unknown[] } | undefined
  const context = { client: queryClient, queryKey, signal: new AbortController().signal, meta: undefined }
  const pageParam = first?.pageParams?.[0]
  const fresh = await queryFn({ ...context, pageParam, direction: 'forward' } as QueryFunctionContext)
  return JSON.stringify(fresh) !== JSON.stringify(first?.pageParams ? first.pages?.[0] : first)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const activeQueries = () => readsOfPage().findAll({ type: 'active' })
const nameOf = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  Array.isArray(queryKey[0]) ? queryKey[0].join('.') : String(queryKey[0])

/** The private reads that the page shows now. */
function privateReads(): string[] {
  const names = activeQueries()
    .map(nameOf)
    .filter((name) => accessOf.has(name) && accessOf.get(name) !== 'public' && !stillReads.has(name))
  // The bell has an event of its own, with the id of the notification.
  return [...new Set(names)].filter((name) => name !== 'notifications.list')
}

/** Waits until the page has asked nothing for a while. */
async function settle({ quietMs = 350 } = {}): Promise<void> {
  let text = ''
  let quietSinceMs = performance.now()
  await waitFor(async () => {
    await pause(20)
    const now = textOfPage()
    const fetching = readsOfPage().findAll({ fetchStatus: 'fetching' }).map(nameOf)
    if (fetching.length > 0 || now !== text) quietSinceMs = performance.now()
    text = now
    expect(
      performance.now() - quietSinceMs,
      `the page is still changing, and fetching ${fetching.join()}`,
    ).toBeGreaterThan(quietMs)
  })
}

/** Its separator shows what was unread when the conversation was opened, so a reload leaves it out. */
const textOfPage = () => (document.body.textContent ?? '').replace('Mensajes nuevos', '')
