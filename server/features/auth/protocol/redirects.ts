import type { Context } from 'hono'

import type { HttpEnv } from '#server/api/context.ts'
import type { Settings } from '#server/platform/settings.ts'

type RedirectSettings = Pick<Settings, 'publicUrl' | 'allowedRedirects'>

const maxLength = 2_000
const defaultPorts: Record<string, string> = { 'http:': ':80', 'https:': ':443' }

/**
 * Where a link may lead: a page of our own public address or of the setting's list, without fragment. Undefined for
 * everything else. Texts that parsers read differently are refused unread.
 */
export function allowedRedirect({
  wanted,
  settings,
}: {
  wanted: string
  settings: RedirectSettings
}): string | undefined {
  if (wanted.length > maxLength || !/^[!-[\]-~]+$/.test(wanted) || !URL.canParse(wanted)) return undefined
  const url = new URL(wanted)
  if (!isWrittenPlainly({ wanted, url })) return undefined
  if (![settings.publicUrl, ...settings.allowedRedirects].some((entry) => isBelow({ url, entry }))) return undefined
  url.hash = ''
  return url.href
}

/**
 * The text names the host just as the parser reads it: no user, no percent signs, no other way to write an IP address.
 * Nor does the path hide slashes, which another server might read as a way out of the path that is allowed.
 */
function isWrittenPlainly({ wanted, url }: { wanted: string; url: URL }): boolean {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(wanted)?.[1]?.toLowerCase()
  const { protocol, host, pathname } = url
  const withoutDefaultPort = authority?.endsWith(defaultPorts[protocol] ?? ' ')
    ? authority.slice(0, authority.lastIndexOf(':'))
    : authority
  return withoutDefaultPort === host && !/%2f|%5c/i.test(pathname)
}

/** Exact origin, so neither another port nor another scheme; the path begins like the entry's, whole segments only. */
function isBelow(input: { url: URL; entry: string }): boolean {
  const { url } = input
  const entry = new URL(input.entry)
  if (url.origin !== entry.origin || url.protocol !== entry.protocol) return false
  const path = entry.pathname.replace(/\/{1,9}$/, '')
  return url.pathname === path || url.pathname.startsWith(`${path}/`)
}

/** The address that the request names, if it may be led to: in a header, in the query, else the page it comes from. */
function requestedRedirect({ c, settings }: { c: Context<HttpEnv>; settings: RedirectSettings }): string | undefined {
  const wanted = c.req.header('redirect_to') || c.req.query('redirect_to')
  return allowedRedirect({ wanted: wanted || c.req.header('referer') || '', settings })
}

/** As requestedRedirect, else the home page. */
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
