import type { Context } from 'hono'

import type { HttpEnv } from '#server/http/context.ts'

const maxLength = 2_000

/**
 * Where a link may lead: a page of our own public address, without fragment. Undefined for everything else.
 * Exact origin, so neither another port nor another scheme; texts that parsers read differently are refused unread.
 */
export function allowedRedirect(o: { wanted: string; publicUrl: string }): string | undefined {
  const { wanted, publicUrl } = o
  if (wanted.length > maxLength || !/^[!-[\]-~]+$/.test(wanted) || !URL.canParse(wanted)) return undefined
  const url = new URL(wanted)
  const own = new URL(publicUrl)
  // The origin of `blob:https://senda.uy/x` is ours, too.
  if (url.origin !== own.origin || url.protocol !== own.protocol) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href
}

/** The address that the request names, if it may be led to: in a header, in the query, else the page it comes from. */
function requestedRedirect(o: { c: Context<HttpEnv>; publicUrl: string }): string | undefined {
  const { c, publicUrl } = o
  const wanted = c.req.header('redirect_to') || c.req.query('redirect_to')
  return allowedRedirect({ wanted: wanted || c.req.header('referer') || '', publicUrl })
}

/** As requestedRedirect, else the home page. */
export function redirectOf(o: { c: Context<HttpEnv>; publicUrl: string }): string {
  return requestedRedirect(o) ?? `${o.publicUrl}/`
}

export function withFragment(o: { url: string; values: Record<string, string> }): string {
  return `${o.url}#${new URLSearchParams(o.values)}`
}
