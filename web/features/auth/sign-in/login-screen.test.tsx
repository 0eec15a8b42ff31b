// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'

import { renderScreen, submit, type } from '#web/testing/screen.tsx'
import { toastStore } from '#web/ui/toast.ts'
import { LoginScreen } from './login-screen.tsx'

vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi(() => ({ providers: [], captcha: null }))
  return { useApi: () => tools }
})
vi.mock('#web/platform/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useSession: () => ({ status: 'signedOut' }),
}))
vi.mock('#web/platform/sign-in.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  // The service accepts the sign-in and returns no session.
  signInWithPassword: async () => ({ data: { session: null, user: null }, error: null }),
}))
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useRouter: () => ({ history: { replace: () => undefined } }),
  Link: ({ children }: { children: ReactNode }) => <span>{children}</span>,
}))

test('a response without a session counts as an invalid sign-in, and the form says to try again', async () => {
  await renderScreen(<LoginScreen next={undefined} />)
  await type('email', 'elena@ejemplo.uy')
  await type('password', 'Sendero-2026!')
  await submit()
  expect(toastStore.getSnapshot()).toMatchObject([
    { kind: 'destructive', title: 'Error', description: 'Login inválido' },
  ])
  expect(document.querySelector('form')?.textContent).toContain('Error al iniciar sesión. Por favor, intenta de nuevo.')
})

test('what the page behind the sign-in is comes after the heading of the page', async () => {
  await renderScreen(<LoginScreen next="/loyalty" about={<h2>Puntos</h2>} />)
  expect([...document.querySelectorAll('h1, h2')].map(({ textContent }) => textContent)).toEqual([
    'Iniciar sesión',
    'Puntos',
  ])
})
