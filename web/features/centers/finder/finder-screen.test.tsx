// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '#web/testing/screen.tsx'
import { FinderScreen } from './finder-screen.tsx'

vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(({ route }) => (route === 'centers.search' ? new Promise(() => undefined) : { items: [] }))
  return { useApi: () => tools }
})
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useNavigate: () => () => undefined,
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

test('a search that is under way says so, and six skeletons keep the place of its cards', async () => {
  vi.stubGlobal('navigator', {})
  await renderScreen(<FinderScreen search={{ q: 'yoga' }} today="2026-11-22" />)
  const results = document.querySelector('section[aria-busy=true]')
  expect(results?.querySelector('[role=status]')?.textContent).toBe('Cargando centros…')
  expect(results?.querySelector('.grid')?.children).toHaveLength(6)
})
