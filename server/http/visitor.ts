import type { IncomingMessage } from 'node:http'
import { parse, serialize } from 'hono/utils/cookie'
import type { Visitor } from '#server/api/context.ts'
import { isLoopback, readAddress } from '#server/platform/addresses.ts'
import { hashSecret, newSecret } from '#server/platform/ids.ts'

const cookieName = 'senda_visitor'
const yearSeconds = 365 * 24 * 3600
/** A forwarded text that is not an IP address is cut to this length. */
const maxUnknownAddressLength = 64

/** The visitor of one request, and the Set-Cookie header for its response, if any. */
export function createVisitor({
  cookie,
  address,
  secure,
}: {
  address: string
  cookie: string | undefined
  secure: boolean
}): {
  visitor: Visitor
  setCookie(): string | undefined
} {
  let secret = cookie === undefined ? undefined : parse(cookie, cookieName)[cookieName]
  // Only the form of newSecret() counts: two visitors could choose the same simple value.
  if (secret !== undefined && !/^[\w-]{43}$/.test(secret)) secret = undefined
  let setCookie: string | undefined
  return {
    visitor: {
      address,
      key: () => (secret === undefined ? undefined : hashSecret(secret)),
      ensureKey() {
        if (secret === undefined) {
          secret = newSecret()
          setCookie = serialize(cookieName, secret, {
            path: '/',
            httpOnly: true,
            sameSite: 'Lax',
            secure,
            maxAge: yearSeconds,
          })
        }
        return hashSecret(secret)
      },
    },
    setCookie: () => setCookie,
  }
}

/** The visitor of a rendering. Its page is shared by all visitors, so a route must not recognise one. */
export const renderingVisitor: Visitor = {
  address: 'rendering',
  key: () => undefined,
  ensureKey() {
    throw new Error('A page was rendered by calling a route that wants to set a cookie.')
  },
}

/**
 * The visitor's address. X-Forwarded-For counts only as far as our own proxies wrote it: each appends the address that it
 * saw, so the visitor is `trustedProxies` places from the right.
 */
export function clientAddress({
  incoming,
  trustedProxies,
}: {
  incoming: IncomingMessage | undefined
  trustedProxies: number
}): string {
  const forwarded = incoming?.headers['x-forwarded-for']
  const proxied = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
    .split(',')
    .map((part) => part.trim())
  const chain = [...proxied.filter(Boolean), incoming?.socket.remoteAddress ?? 'unknown']
  return networkOf(chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? 'unknown')
}

/** Shortens an IPv6 address to the /64 network that one subscriber owns; loopback stays as it is. */
function networkOf(text: string): string {
  const parsed = readAddress(text)
  if (!parsed) return text.slice(0, maxUnknownAddressLength)
  if (parsed.family === 4) return parsed.address
  if (isLoopback(parsed.address)) return '::1'
  return `${parsed.address.split(':').slice(0, 4).join(':')}::/64`
}
