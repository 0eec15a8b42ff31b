import type { Service } from './auth-service.ts'

/** The accounts of the identity provider's login form: see startIdentityProvider(). */
export type Choice =
  | { account: 'ana' | 'beto' | 'caro' | 'cancel' }
  | { email?: string; sub?: string; name?: string; verified?: boolean; hd?: string }

/** The page at Senda's public address where a journey ended, with the parameters of its address. */
export type Landing = { page: string; query: URLSearchParams; fragment: URLSearchParams }

/**
 * A minimal browser for a journey to another provider: it follows redirects, stores cookies by name and path and posts forms.
 * It sends no SameSite=Lax cookie with a form that another site's page posts.
 */
export class Browser {
  readonly #service: Service
  readonly #cookies = new Map<string, { value: string; path: string }>()
  /** Every address to which it was redirected. */
  readonly visited: string[] = []

  constructor(service: Service) {
    this.#service = service
  }

  cookiesFor(path: string): string {
    const sent = [...this.#cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  /** For auth-js, which runs in the same browser. */
  fetch: typeof fetch = async (input, init) => {
    const cookie = this.cookiesFor(new URL(input instanceof Request ? input.url : input).pathname)
    const headers = new Headers(init?.headers)
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(input, { ...init, headers })
    this.#storeCookies(response)
    return response
  }

  /** One request, as a navigation. Requests to the public address go to this test's service. */
  async #request(url: string, form?: { body: URLSearchParams; crossSite: boolean }): Promise<Response> {
    const { publicUrl } = this.#service.platform.settings
    this.visited.push(url)
    const target = new URL(url.replace(`${publicUrl}/auth/v1`, this.#service.url))
    const cookie = form?.crossSite ? '' : this.cookiesFor(target.pathname)
    const response = await fetch(target, {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }) },
      ...(form && { method: 'POST', body: form.body }),
    })
    this.#storeCookies(response)
    return response
  }

  #storeCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/'
      const isExpired = value === '' || attributes.some((text) => /^max-age=0$/i.test(text))
      if (isExpired) this.#cookies.delete(name)
      else this.#cookies.set(name, { value, path })
    }
  }

  /** Follows redirects until a page of the provider or of Senda. */
  async visit(
    url: string,
    form?: { body: URLSearchParams; crossSite: boolean },
  ): Promise<Landing | { html: string; at: string }> {
    const { publicUrl } = this.#service.platform.settings
    let at = url
    let response = await this.#request(at, form)
    for (;;) {
      const location = response.headers.get('location')
      if (location === null) {
        const html = await response.text()
        // A refusal by form_post is a separate page, with status 400.
        if (response.status !== 200 && !html.includes('<form')) throw new Error(`${response.status} at ${at}: ${html}`)
        return { html, at }
      }
      at = new URL(location, at).href
      const next = new URL(at)
      const isOurs = next.origin === publicUrl
      if (isOurs ? !next.pathname.startsWith('/auth/v1/') : !next.origin.startsWith('http://localhost:')) {
        return {
          page: next.origin + next.pathname,
          query: next.searchParams,
          fragment: new URLSearchParams(next.hash.slice(1)),
        }
      }
      response = await this.#request(at)
    }
  }

  /** Visits the provider's login page, chooses a person, and returns. */
  async travel(url: string, choice: Choice): Promise<Landing> {
    const login = await this.visit(url)
    if (!('html' in login)) return login
    return this.choose(login, choice)
  }

  /** Presses a button of the provider's login page. */
  async choose(login: { at: string }, choice: Choice): Promise<Landing> {
    const result = await this.visit(login.at, { body: formOf(choice), crossSite: false })
    if (!('html' in result)) return result
    return this.postOn(result.html)
  }

  /** Posts the form of a form_post response from the provider's site to ours. */
  async postOn(html: string): Promise<Landing> {
    const action = html.match(/action="([^"]+)"/)?.[1]
    if (action === undefined) throw new Error(`no form: ${html}`)
    const inputs = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
    const body = new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]))
    const landing = await this.visit(action, { body, crossSite: true })
    if ('html' in landing) throw new Error(`a page after the form: ${landing.html}`)
    return landing
  }
}

function formOf(choice: Choice): URLSearchParams {
  if ('account' in choice) return new URLSearchParams(choice)
  const { verified = true, ...fields } = choice
  return new URLSearchParams({ account: 'other', ...fields, ...(verified && { verified: 'on' }) })
}
