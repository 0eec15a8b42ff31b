// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { press, renderScreen, settle, type } from '#web/testing/screen.tsx'
import { QueueSection } from './queue-section.tsx'

const server = vi.hoisted(() => ({
  items: [] as { id: string }[],
  decided: [] as { route: string; kind: string; ids: string[]; reason: string }[],
  refuse: false,
  count: 0,
  limits: [] as number[],
}))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(({ route, input }) => {
    if (route === 'reports.list') {
      server.limits.push((input as { limit: number }).limit)
      return { items: server.items, nextCursor: null, count: server.count }
    }
    const { kind, targets, reason } = input as { kind: string; targets: { id: string }[]; reason: string }
    const ids = targets.map(({ id }) => id)
    server.decided.push({ route, kind, ids, reason })
    if (!server.refuse) server.items = server.items.filter(({ id }) => !ids.includes(id))
    const refusal = {
      code: 'moderation.changed',
      message: 'Otra persona del equipo actuó antes.',
      missing: [],
      last: null,
    }
    return { items: ids.map((id) => ({ id, isDone: !server.refuse, refusal: server.refuse ? refusal : null })) }
  })
  return { useApi: () => tools }
})
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

const item = (n: number, can = { approve: true, delete: true, warn: true }) => ({
  kind: 'review',
  id: `review-${n}`,
  author: { id: `a${n}`, name: `Autor ${n}`, reviews: 1, removed: 0, warnings: 0 },
  center: { id: 'c', name: 'Centro Ombú' },
  professionalName: 'Elena',
  serviceName: 'Sesión',
  rating: 1,
  comment: 'Mal',
  createdAt: '2026-11-01T12:00:00Z',
  reply: null,
  reports: [{ reason: 'Insulta', at: '2026-11-02T12:00:00Z', reporterName: 'Bruno', isByCenter: false, isOpen: true }],
  waitingSince: '2026-11-02T12:00:00Z',
  removedAt: null,
  answer: null,
  lastActionId: null as string | null,
  undoableRemoval: null as string | null,
  can,
})

/** The browser journey clears sixty. */
const rows = 8

beforeEach(() => {
  server.items = Array.from({ length: rows }, (_, n) => item(n))
  server.decided = []
  server.refuse = false
  server.count = rows
})

async function key(name: string): Promise<void> {
  const target = document.activeElement ?? document.body
  await act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  })
}
const submit = () => document.querySelector<HTMLElement>('[role=dialog] button[type=submit]')

test('a queue is cleared by keyboard alone: A and Enter for each row, and the focus goes to the next one', async () => {
  await renderScreen(<QueueSection view="reported" text={undefined} />)
  for (let n = 0; n < rows; n++) {
    await key('a')
    // The first dialog loads its code, which takes seconds on a machine at work.
    await vi.waitFor(() => expect(submit()).not.toBeNull(), { timeout: 10_000 })
    // Enter on the focused button.
    await act(async () => submit()?.click())
    await settle()
    await settle()
  }
  expect(server.decided).toHaveLength(rows)
  expect(server.decided.map(({ ids }) => ids[0])).toEqual(Array.from({ length: rows }, (_, n) => `review-${n}`))
  expect(new Set(server.decided.map(({ route }) => route))).toEqual(new Set(['reports.approve']))
  expect(document.body.textContent).toContain('No hay reportes por resolver')
})

test('the queue is read in pages of sixty rows', async () => {
  server.limits = []
  await renderScreen(<QueueSection view="reviews" text={undefined} />)
  expect(server.limits).toEqual([60])
})

test('J and K go through the rows, and R removes the active one with a reason', async () => {
  await renderScreen(<QueueSection view="reported" text={undefined} />)
  for (const name of ['j', 'j', 'k']) await key(name)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Autor 1, sobre Centro Ombú')
  await key('r')
  await settle()
  await type('reason', 'Insulta al profesional')
  await act(async () => submit()?.click())
  await settle()
  expect(server.decided).toEqual([
    { route: 'reports.delete', kind: 'review', ids: ['review-1'], reason: 'Insulta al profesional' },
  ])
})

test.each([
  [61, '1 de 61'],
  [1001, '1 de más de 1.000'],
])('the status shows the position of the active row among all %i rows of the view', async (count, text) => {
  server.count = count
  await renderScreen(<QueueSection view="reported" text={undefined} />)
  expect(document.querySelector('[role=status]')?.textContent).toBe(text)
})

test('several chosen rows are decided together, and a refused one says what happened', async () => {
  server.refuse = true
  await renderScreen(<QueueSection view="reported" text={undefined} />)
  await key('x')
  await key('j')
  await key('x')
  await press('Advertir 2')
  await settle()
  await type('reason', 'Sin insultos')
  await act(async () => submit()?.click())
  await settle()
  expect(server.decided).toMatchObject([{ route: 'reports.warn', ids: ['review-0', 'review-1'] }])
  expect(document.body.textContent).toContain('Otra persona del equipo actuó antes.')
})

test('a row shows only the actions that the server allows, and a key opens no other', async () => {
  server.items = [item(0, { approve: false, delete: false, warn: false })]
  await renderScreen(<QueueSection view="reviews" text={undefined} />)
  expect(document.body.textContent).toContain('decide otra persona del equipo')
  expect(document.querySelectorAll('li button, li input')).toHaveLength(0)
  await key('a')
  await settle()
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('a removed review whose author answered is marked, and its button shows it again', async () => {
  const none = { approve: false, delete: false, warn: false }
  const removed = {
    removedAt: '2026-11-03T12:00:00Z',
    answer: { text: 'Conté lo que pasó.', at: '2026-11-04T12:00:00Z' },
  }
  const row = { ...item(0, none), ...removed, lastActionId: 'removal-0', undoableRemoval: 'removal-0' }
  server.items = [row]
  await renderScreen(<QueueSection view="removed" text={undefined} />)
  expect(document.body.textContent).toContain('Respondió quien la escribió')
  const button = document.querySelector<HTMLElement>('li button')
  expect(button?.textContent).toMatch(/^Volver a mostrar…: /)
  await act(async () => button?.click())
  await settle()
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Deshacer la medida')
})

test.each([
  ['reviews', undefined, 'Todavía no hay opiniones'],
  ['reviews', 'ombú', 'Ningún caso así'],
  ['reported', undefined, 'No hay reportes por resolver'],
  ['reported', 'ombú', 'Ningún caso así'],
] as const)('an empty view (%s, searched for %s) claims nothing beyond its search', async (view, text, title) => {
  server.items = []
  await renderScreen(<QueueSection view={view} text={text} />)
  expect(document.body.textContent).toContain(title)
})

test('a message shows what its report shares, and is decided together with a review', async () => {
  const sharedMessage = (number: number) => ({
    number,
    senderType: 'patient',
    senderName: 'Rosa',
    content: `Mensaje ${number}`,
    createdAt: '2026-11-01T12:00:00Z',
    isReported: number === 2,
  })
  const message = {
    ...item(0),
    kind: 'message',
    id: 'message-0',
    author: { ...item(0).author, name: 'Rosa', isVisitor: true },
    patientName: 'Rosa',
    senderType: 'patient',
    content: 'Mensaje 2',
    shared: [sharedMessage(1), sharedMessage(2), sharedMessage(3)],
  }
  server.items = [message, item(1)]
  await renderScreen(<QueueSection view="reported" text={undefined} />)
  // A visitor has no page in the list of users.
  expect(document.body.textContent).toMatch(/Rosa\s·\svisitante sin cuenta/)
  expect([...document.querySelectorAll('a')].map(({ textContent }) => textContent)).not.toContain('Rosa')
  const sharedDetails = document.querySelector('details')
  expect(sharedDetails?.open).toBe(true)
  expect(sharedDetails?.textContent).toContain('Los 2 mensajes de alrededor')
  expect([...(sharedDetails?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toHaveLength(3)
  await key('x')
  await key('j')
  expect(sharedDetails?.open).toBe(false)
  await key('x')
  await key('r')
  await settle()
  await type('reason', 'Insultan')
  await act(async () => submit()?.click())
  await settle()
  expect(server.decided).toMatchObject([
    { kind: 'review', ids: ['review-1'] },
    { kind: 'message', ids: ['message-0'] },
  ])
})
