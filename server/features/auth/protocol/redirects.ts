import type { Context } from 'hono'

import type { HttpEnv } from '#server/api/context.ts'
import type { Settings } from '#server/platform/settings.ts'

type RedirectSettings = Pick<Settings, 'publicUrl' | 'allowedRedirects'>

const maxLength = 2_000
const defaultPorts: Record<string, string> = { 'http:': ':80', 'https:': ':443' }

/**
 * The URL that a link may redirect to: below our public address or an entry of the allow-list, without its fragment.
 * Undefined for any other. A text that parsers read differently is refused unparsed.
 */
export function allowedRedirect({
  requestedUrl,
  settings,
}: {
  requestedUrl: string
  settings: RedirectSettings
}): string | undefined {
  if (requestedUrl.length > maxLength || !/^[!-[\]-~]+$/.test(requestedUrl) || !URL.canParse(requestedUrl))
    return undefined
  const url = new URL(requestedUrl)
  if (!isWrittenPlainly({ requestedUrl, url })) return undefined
  if (![settings.publicUrl, ...settings.allowedRedirects].some((entry) => isBelow({ url, entry }))) return undefined
  url.hash = ''
  return url.href
}

/**
 * The text contains the host exactly as the parser reads it: no user, no percent signs, no other notation of an IP address.
 * Its path has no encoded slashes, with which another server might leave the allowed path.
 */
function isWrittenPlainly({ requestedUrl, url }: { requestedUrl: string; url: URL }): boolean {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(requestedUrl)?.[1]?.toLowerCase()
  const { protocol, host, pathname } = url
  const withoutDefaultPort = authority?.endsWith(defaultPorts[protocol] ?? ' ')
    ? authority.slice(0, authority.lastIndexOf(':'))
    : authority
  return withoutDefaultPort === host && !/%2f|%5c/i.test(pathname)
}

/** Whether the visitor signs up while booking: the mail of the booking then has the link that proves the address. */
export function leadsToBooking(url: string, { publicUrl }: Pick<RedirectSettings, 'publicUrl'>): boolean {
  return isBelow({ url: new URL(url), entry: `${publicUrl}/book` })
}

/** Whether the URL has the same origin, port and scheme included, and a path below the entry's, by whole segments. */
function isBelow(input: { url: URL; entry: string }): boolean {
  const { url } = input
  const entry = new URL(input.entry)
  if (url.origin !== entry.origin || url.protocol !== entry.protocol) return false
  const path = entry.pathname.replace(/\/{1,9}$/, '')
  return url.pathname === path || url.pathname.startsWith(`${path}/`)
}

/** The allowed URL that the request names: in a header, else in the query, else the referring page. */
function requestedRedirect({ c, settings }: { c: Context<HttpEnv>; settings: RedirectSettings }): string | undefined {
  const requestedUrl = c.req.header('redirect_to') || c.req.query('redirect_to')
  return allowedRedirect({ requestedUrl: requestedUrl || c.req.header('referer') || '', settings })
}

/** Like requestedRedirect(), or the home page. */
export function redirectOf(input: { c: Context<HttpEnv>; settings: RedirectSettings }): string {
  return requestedRedirect(input) ?? `${input.settings.publicUrl}/`
}

export function withFragment({ url, values }: { url: string; values: Record<string, string> }): string {
  return `${url}#${new URLSearchParams(values)}`
}

export function withQuery(input: { url: string; values: Record<string, string> }): string {
  const url = new URL(input.url)
  for (const [name, value] of Object.entries(input.values)) url.searchParams.set(name, value)
  return url.href
}
