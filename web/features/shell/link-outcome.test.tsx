// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, settle } from '#web/testing/screen.tsx'
import { LinkOutcomeNotice } from './link-outcome.tsx'

const browser = vi.hoisted(() => ({ homePath: '', visited: [] as string[] }))
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useRouter: () => ({ history: { replace: (path: string) => browser.visited.push(path) } }),
}))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(() => ({ registrationPending: false, homePath: browser.homePath }))
  return { useApi: () => tools }
})
vi.mock('#web/platform/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  currentSession: () => Promise.resolve({ status: 'signedIn' }),
  useSession: () => ({ status: 'signedIn', hasEnded: false }),
}))

beforeEach(() => {
  browser.visited = []
})

test.each([
  ['/center/dashboard', ['/center/dashboard']],
  ['/center/dashboard?seccion=agenda', ['/center/dashboard?seccion=agenda']],
  ['/dashboard', []],
])('once the address is confirmed, an account whose own page is %s continues to %o', async (homePath, visited) => {
  browser.homePath = homePath
  await renderScreen(<LinkOutcomeNotice outcome={{ kind: 'confirmed', code: '' }} />)
  await settle()
  await vi.waitFor(() => expect(browser.visited).toEqual(visited))
})
