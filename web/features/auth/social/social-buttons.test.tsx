import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import type { SignInMethods } from '#contract/accounts.ts'

import { SocialButtons } from './social-buttons.tsx'

const queryKey = ['sign-in methods']
vi.mock('#web/platform/api.ts', () => ({
  useApi: () => ({
    queries: {
      accounts: { signInMethods: { queryOptions: () => ({ queryKey: ['sign-in methods'], queryFn: () => null }) } },
    },
  }),
}))

/** As the server renders them, for a site that these providers were set up for. */
function render({ providers, explainMissing }: Pick<SignInMethods, 'providers' | 'explainMissing'>): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(queryKey, { providers, explainMissing, captcha: null, requireEmailConfirmation: false })
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <SocialButtons providers={['google', 'apple']} next="/" />
    </QueryClientProvider>,
  )
}

test('in production only what was set up is offered, in the order of the screen', () => {
  expect(render({ providers: [], explainMissing: false })).toBe('')
  const html = render({ providers: ['apple', 'facebook'], explainMissing: false })
  expect(html).toContain('Continuar con Apple')
  expect(html).toContain('o con tu correo')
  expect(html).not.toMatch(/Google|Facebook|CLIENT_ID/)
})

test('outside production what is missing is explained beside a button that does nothing', () => {
  const html = render({ providers: ['google'], explainMissing: true })
  expect(html).toMatch(/<button[^>]*aria-describedby="missing-apple"[^>]*disabled/)
  // Behind one line, closed.
  expect(html).toMatch(
    /<details id="missing-apple" class="[^"]*text-sm[^"]*"><summary [^>]*>¿Por qué no puedo\?<\/summary>/,
  )
  expect(html).toContain(
    'Faltan APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID y APPLE_PRIVATE_KEY: mira docs/operations.md.',
  )
  expect(html).not.toContain('GOOGLE_CLIENT_ID')
})

test('until it is known what was set up, nothing stands there', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SocialButtons providers={['google']} next="/" />
    </QueryClientProvider>,
  )
  expect(html).toBe('')
})
