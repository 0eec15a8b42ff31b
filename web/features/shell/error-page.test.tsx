// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

import { renderScreen } from '#web/testing/screen.tsx'
import { ErrorPage } from './error-page.tsx'

const router = vi.hoisted(() => ({ invalidate: vi.fn(() => Promise.resolve()) }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
  useRouter: () => router,
}))

beforeEach(() => router.invalidate.mockClear())

test('a page that a lost connection kept from loading loads by itself once the connection is back', async () => {
  await renderScreen(<ErrorPage error={new TypeError('Failed to fetch')} />)
  expect(document.body.textContent).toContain('No pudimos conectarnos.')
  expect(router.invalidate).not.toHaveBeenCalled()
  dispatchEvent(new Event('online'))
  expect(router.invalidate).toHaveBeenCalledOnce()
})

test('a page that failed for another reason waits for its button', async () => {
  await renderScreen(<ErrorPage error={new Error('boom')} />)
  dispatchEvent(new Event('online'))
  expect(router.invalidate).not.toHaveBeenCalled()
})
