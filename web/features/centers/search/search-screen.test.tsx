// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Respond, renderScreen, settle } from '#web/testing/screen.tsx'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { type CentersSearch, parseCentersSearch } from './centers-search.ts'
import { CentersScreen } from './search-screen.tsx'

const server = vi.hoisted(() => ({ respond: (() => undefined) as Respond }))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => server.respond(call))
  return { useApi: () => tools }
})
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useNavigate: () => () => undefined,
  useSearch: () => ({}),
  Link: ({ to, search, children }: { to: string; search?: object; children: ReactNode }) => (
    <a href={`${to} ${JSON.stringify(search)}`}>{children}</a>
  ),
}))

vi.mock('../map/results-map.tsx', () => ({ ResultsMap: () => <p>El mapa</p> }))

const emptyResult = {
  items: [],
  total: 0,
  countedTo: 1001,
  page: 1,
  pages: 0,
  place: { name: 'Pocitos' },
  understood: [],
  leftOut: [],
  nearMiss: null,
  lacking: null,
}
const toasts = () => toastStore.getSnapshot().map(({ kind, title, description }) => ({ kind, title, description }))

// A browser that asks for permission before it returns the location.
beforeEach(() => vi.stubGlobal('navigator', {}))
afterEach(() => {
  for (const { id } of toastStore.getSnapshot()) dismissToast(id)
  vi.unstubAllGlobals()
})

async function renderSearch(search: CentersSearch, results: () => unknown): Promise<void> {
  server.respond = ({ route }) => (route === 'centers.search' ? results() : { items: [] })
  await renderScreen(
    <CentersScreen search={search} today="2026-11-22" />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  )
}

test('a search that fails is announced once, and the page shows the error with a button to try again', async () => {
  await renderSearch({ q: 'yoga' }, () => {
    throw new TypeError('fetch failed')
  })
  expect(toasts()).toEqual([{ kind: 'destructive', title: 'Error', description: 'No se pudieron cargar los centros' }])
  expect(document.body.textContent).toContain('No pudimos conectarnos')
  const retryButton = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes('Reintentar'),
  )
  expect(retryButton).toBeDefined()
})

test('a search that fails a second time is announced a second time', async () => {
  await renderSearch({ q: 'yoga' }, () => {
    throw new TypeError('fetch failed')
  })
  for (const { id } of toastStore.getSnapshot()) dismissToast(id)
  const retryButton = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes('Reintentar'),
  )
  await act(async () => retryButton?.click())
  await settle()
  expect(toasts()).toMatchObject([{ title: 'Error' }])
})

test('a search that is under way says so, and keeps the place of its cards', async () => {
  await renderSearch({ q: 'yoga' }, () => new Promise(() => undefined))
  const status = document.querySelector('section[aria-busy=true] [role=status]')
  expect(status?.textContent).toBe('Cargando centros…')
  expect(document.querySelectorAll('section[aria-busy=true] .center-card')).toHaveLength(6)
})

test('a search without results shows its filters and offers to widen it', async () => {
  await renderSearch({ q: 'yoga', near: 'pocitos', rating: '4' }, () => emptyResult)
  const text = document.body.textContent
  expect(text).toContain('No se encontraron centros')
  for (const filter of ['«yoga»', 'a menos de 25 km de Pocitos', 'con 4 estrellas o más'])
    expect(text).toContain(filter)
  expect(text).toContain('Prueba aumentar la distancia, ajustar los filtros o permitir el acceso a tu ubicación.')
  expect(toasts()).toEqual([])
})

test.each([
  [{ near: 'pocitos' }, 1, 'Acceso a la ubicación denegado', 'La distancia se mide desde el lugar que elegiste.'],
  [{}, 1, 'Acceso a la ubicación denegado', 'Los centros aparecen sin ordenar por distancia.'],
  [{}, 2, 'Información de ubicación no disponible', 'Los centros aparecen sin ordenar por distancia.'],
  [{}, 3, 'Tiempo de espera agotado', 'Los centros aparecen sin ordenar por distancia.'],
  [{}, 9, 'Error desconocido', 'Los centros aparecen sin ordenar por distancia.'],
])(
  'after a refused location (search %o, code %i) the page states from where the distance is measured',
  async (search, code, title, sentence) => {
    vi.stubGlobal('navigator', {
      geolocation: { getCurrentPosition: (_: unknown, fail: (error: { code: number }) => void) => fail({ code }) },
    })
    await renderSearch(search, () => emptyResult)
    const locationButton = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Usar mi ubicación',
    )
    await act(async () => locationButton?.click())
    // The code that reads the location loads with the press.
    await vi.waitFor(async () => {
      await settle()
      const alerts = [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent).join()
      expect(alerts).toContain(title)
      expect(alerts).toContain(sentence)
    })
  },
)

/** The search to which a link leads. */
function searchOf(name: string): object {
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent?.startsWith(name))
  const href = link?.getAttribute('href') ?? ''
  return JSON.parse(href.slice(href.indexOf('{'))) as object
}

test('the map opens and closes by a link, which keeps the rest of the search', async () => {
  await renderSearch({ q: 'yoga', page: '2' }, () => emptyResult)
  expect(document.body.textContent).not.toContain('El mapa')
  expect(searchOf('Ver mapa')).toEqual({ q: 'yoga', page: '2', map: '1' })

  await renderSearch({ q: 'yoga', map: '1' }, () => emptyResult)
  await vi.waitFor(async () => {
    await settle()
    expect(document.body.textContent).toContain('El mapa')
  })
  expect(searchOf('Ver lista')).toEqual({ q: 'yoga' })
})

test('a search of a part of the map sends it without a radius, and a chip removes it', async () => {
  const area = '-34.95,-56.25,-34.85,-56.05'
  const requested = vi.fn()
  server.respond = ({ route, input }) => {
    if (route !== 'centers.search') return { items: [] }
    requested(input)
    return emptyResult
  }
  await renderScreen(
    <CentersScreen search={{ near: 'pocitos', when: 'any', area, map: '1', page: '3' }} today="2026-11-22" />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  )
  expect(requested).toHaveBeenCalledWith({ near: 'pocitos', radiusKm: 0, area, page: 3 })
  expect(searchOf('En la zona del mapa')).toEqual({ near: 'pocitos', when: 'any', map: '1' })
  expect(document.body.textContent).toContain('en la zona del mapa')
})

test.each([
  ['an unknown specialty in the address is ignored with a note', 'fisioterapia,zzz', true],
  ['an address without an unknown specialty has no such note', 'fisioterapia', false],
])('%s', async (_, specialties, isNoted) => {
  await renderSearch(parseCentersSearch({ specialties }), () => emptyResult)
  expect(document.body.textContent.includes('No conocemos la especialidad del enlace')).toBe(isNoted)
})
