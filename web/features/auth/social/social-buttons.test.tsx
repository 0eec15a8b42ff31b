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

/** The server's HTML for a site with these providers set up. */
function render({ providers, explainMissing }: Pick<SignInMethods, 'providers' | 'explainMissing'>): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(queryKey, { providers, explainMissing, captcha: null, requireEmailConfirmation: false })
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <SocialButtons providers={['google', 'apple']} next="/" />
    </QueryClientProvider>,
  )
}

test("in production only the providers that are set up are offered, in the screen's order", () => {
  expect(render({ providers: [], explainMissing: false })).toBe('')
  const html = render({ providers: ['apple', 'facebook'], explainMissing: false })
  expect(html).toContain('Continuar con Apple')
  expect(html).toContain('o con tu correo')
  expect(html).not.toMatch(/Google|Facebook|CLIENT_ID/)
})

test('outside production a provider that is not set up has a disabled button with an explanation', () => {
  const html = render({ providers: ['google'], explainMissing: true })
  expect(html).toMatch(/<button(?=[^>]* disabled="")[^>]* aria-describedby="missing-apple"/)
  // Behind one line, closed.
  expect(html).toMatch(
    /<details id="missing-apple" class="[^"]*text-sm[^"]*"><summary [^>]*>¿Por qué no puedo\?<\/summary>/,
  )
  expect(html).toContain(
    'Faltan APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID y APPLE_PRIVATE_KEY: mira docs/operations.md.',
  )
  expect(html).not.toContain('GOOGLE_CLIENT_ID')
})

test('until the providers are known, nothing is shown', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SocialButtons providers={['google']} next="/" />
    </QueryClientProvider>,
  )
  expect(html).toBe('')
})
