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
function render({ providers }: Pick<SignInMethods, 'providers'>): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(queryKey, { providers, captcha: null, requireEmailConfirmation: false })
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <SocialButtons providers={['google', 'apple']} next="/" />
    </QueryClientProvider>,
  )
}

test("only the providers that are set up are offered, in the screen's order", () => {
  expect(render({ providers: [] })).toBe('')
  const html = render({ providers: ['apple', 'facebook'] })
  expect(html).toContain('Continuar con Apple')
  expect(html).toContain('o con otra cuenta')
  expect(html).not.toMatch(/Google|Facebook|CLIENT_ID/)
})

test('until the providers are known, nothing is shown', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SocialButtons providers={['google']} next="/" />
    </QueryClientProvider>,
  )
  expect(html).toBe('')
})
