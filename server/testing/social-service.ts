import { expect } from 'vitest'

import type { SocialProvider } from '#contract/accounts.ts'
import type { Settings } from '#server/platform/settings.ts'

import { newAddress, type Service, startService } from './auth-service.ts'
import { Browser, type Choice, type Landing } from './browser.ts'
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { onCleanup } from './resources.ts'

export const publicUrl = 'http://127.0.0.1:3000'

/** A new person at the provider, whose address today is the provider's to tell. */
export function ownAddress(provider: 'google' | 'apple'): { email: string; hd?: string } {
  return provider === 'apple' ? { email: newAddress('icloud.com') } : { email: newAddress(), hd: 'example.uy' }
}

export type SocialService = Service & {
  provider: IdentityProvider
  /** The URL at which a browser starts. */
  authorizeUrl(provider: SocialProvider, input?: Record<string, string>): string
  /** The whole flow, by default in a new browser. */
  comeWith(
    provider: SocialProvider,
    choice: Choice,
    input?: { browser?: Browser; query?: Record<string, string> },
  ): Promise<Landing>
}

/** The service, with a test provider for all three. */
export async function startSocialService({ settings }: { settings?: Partial<Settings> } = {}): Promise<SocialService> {
  const provider = await startIdentityProvider({ redirectUri: `${publicUrl}/auth/v1/callback` })
  onCleanup(() => provider.stop())
  const service = await startService({ settings: { social: provider.social, ...settings } })
  const authorizeUrl: SocialService['authorizeUrl'] = (name, query) =>
    `${publicUrl}/auth/v1/authorize?${new URLSearchParams({ provider: name, redirect_to: `${publicUrl}/dashboard`, ...query })}`
  return {
    ...service,
    provider,
    authorizeUrl,
    comeWith: (name, choice, { browser = new Browser(service), query } = {}) =>
      browser.travel(authorizeUrl(name, query), choice),
  }
}

/** Stores the session of a redirect in a client. */
export async function enter(service: Service, landing: Landing) {
  const client = service.client()
  const { data, error } = await client.setSession({
    access_token: landing.fragment.get('access_token') ?? '',
    refresh_token: landing.fragment.get('refresh_token') ?? '',
  })
  if (error || !data.user || !data.session) throw error ?? new Error(`no session: ${landing.query}`)
  return { client, user: data.user, session: data.session }
}

/** The error, which must be the same in query and fragment, without any token. */
export function refusalOf(landing: Landing): { page: string; error: string; code: string; description: string } {
  expect(Object.fromEntries(landing.query)).toEqual(Object.fromEntries(landing.fragment))
  const reported = Object.fromEntries(landing.query)
  expect(Object.keys(reported).toSorted()).toEqual(['error', 'error_code', 'error_description'])
  return {
    page: landing.page,
    error: reported.error ?? '',
    code: reported.error_code ?? '',
    description: reported.error_description ?? '',
  }
}

/** Submits the provider's page. @returns its response to our callback, not yet sent. */
export async function callbackOf(
  service: SocialService,
  { browser, provider }: { provider: 'google' | 'facebook'; browser: Browser },
): Promise<URL> {
  const login = await browser.visit(service.authorizeUrl(provider))
  if (!('html' in login)) throw new Error('no login page')
  const response = await fetch(login.at, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: browser.cookiesFor(new URL(login.at).pathname) },
    body: new URLSearchParams({ account: 'other', email: newAddress(), verified: 'on' }),
  })
  let at = new URL(response.headers.get('location') ?? '', login.at)
  if (!at.pathname.startsWith('/auth/v1/')) {
    const resumed = await fetch(at, { redirect: 'manual', headers: { cookie: browser.cookiesFor(at.pathname) } })
    at = new URL(resumed.headers.get('location') ?? '')
  }
  return at
}

/** Sends the response to our callback, in this browser. */
export async function arrive(browser: Browser, url: URL): Promise<Landing> {
  const landing = await browser.visit(url.href)
  if ('html' in landing) throw new Error(landing.html)
  return landing
}
