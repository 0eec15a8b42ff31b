// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Respond, renderScreen, settle } from '#web/testing/screen.tsx'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import type { CentersSearch } from './centers-search.ts'
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
  Link: ({ children }: { children: ReactNode }) => children,
}))

const nothing = {
  items: [],
  total: 0,
  countedTo: 1001,
  page: 1,
  pages: 0,
  place: { name: 'Pocitos' },
  understood: [],
  leftOut: [],
}
const toasts = () => toastStore.getSnapshot().map(({ kind, title, description }) => ({ kind, title, description }))

// A browser that asks for permission before it returns the location.
beforeEach(() => vi.stubGlobal('navigator', {}))
afterEach(() => {
  for (const { id } of toastStore.getSnapshot()) dismissToast(id)
  vi.unstubAllGlobals()
})

async function drawSearch(search: CentersSearch, results: () => unknown): Promise<void> {
  server.respond = ({ route }) => (route === 'centers.search' ? results() : { items: [] })
  await renderScreen(
    <CentersScreen search={search} today="2026-11-22" />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  )
}

test('a search that fails is announced once, and the page shows the error with a button to try again', async () => {
  await drawSearch({ q: 'yoga' }, () => {
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
  await drawSearch({ q: 'yoga' }, () => {
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

test('a search without results shows its filters and offers to widen it', async () => {
  await drawSearch({ q: 'yoga', near: 'pocitos', rating: '4' }, () => nothing)
  const text = document.body.textContent
  expect(text).toContain('No se encontraron centros')
  for (const query of ['«yoga»', 'a menos de 25 km de Pocitos', 'con 4 estrellas o más']) expect(text).toContain(query)
  expect(text).toContain('Prueba a aumentar la distancia, ajustar los filtros o permitir el acceso a tu ubicación.')
  expect(toasts()).toEqual([])
})

test.each([
  [{ near: 'pocitos' }, 1, 'Acceso a la ubicación denegado', 'La distancia se mide desde el lugar que elegiste.'],
  [{}, 1, 'Acceso a la ubicación denegado', 'Los centros aparecen sin ordenar por distancia.'],
  [{}, 2, 'Información de ubicación no disponible', 'Los centros aparecen sin ordenar por distancia.'],
  [{}, 3, 'Tiempo de espera agotado', 'Los centros aparecen sin ordenar por distancia.'],
  [{}, 9, 'Error desconocido', 'Los centros aparecen sin ordenar por distancia.'],
])(
  'where the search is %o, after a refused location (code %i) the page states from where the distance is measured',
  async (search, code, title, sentence) => {
    vi.stubGlobal('navigator', {
      geolocation: { getCurrentPosition: (_: unknown, fail: (error: { code: number }) => void) => fail({ code }) },
    })
    await drawSearch(search, () => nothing)
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
