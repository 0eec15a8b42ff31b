// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'

import '#web/testing/lighter-browser.ts'
import { storageKey, useSession } from './session.ts'

vi.mock('@supabase/auth-js', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

function Status() {
  const { status, user } = useSession()
  return <p>{`${status} ${user?.id ?? 'without a user'}`}</p>
}

test('a page begins without knowing the session, and is that of a visitor when the session client fails', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.setItem(storageKey, '{}')
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () => root.render(<Status />))
  expect(place.textContent).toBe('loading without a user')
  await vi.waitFor(async () => {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
    expect(place.textContent).toBe('signedOut without a user')
  })
  await act(async () => root.unmount())
})
