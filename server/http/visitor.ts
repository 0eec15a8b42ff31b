import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { parse, serialize } from 'hono/utils/cookie'

import { hashSecret, newSecret } from '#server/platform/ids.ts'

import type { Visitor } from './context.ts'

const cookieName = 'senda_visitor'
const yearSeconds = 365 * 24 * 3600

/** The visitor of one request, and the Set-Cookie header that its answer needs, if any. */
export function createVisitor(o: { address: string; cookie: string | undefined; secure: boolean }): {
  visitor: Visitor
  setCookie(): string | undefined
} {
  let secret = o.cookie === undefined ? undefined : parse(o.cookie, cookieName)[cookieName]
  // Only what newSecret makes counts: a value of the visitor's own choice could be anybody's.
  if (secret !== undefined && !/^[\w-]{43}$/.test(secret)) secret = undefined
  let setCookie: string | undefined
  return {
    visitor: {
      address: o.address,
      key: () => (secret === undefined ? undefined : hashSecret(secret)),
      ensureKey() {
        if (secret === undefined) {
          secret = newSecret()
          setCookie = serialize(cookieName, secret, {
            path: '/',
            httpOnly: true,
            sameSite: 'Lax',
            secure: o.secure,
            maxAge: yearSeconds,
          })
        }
        return hashSecret(secret)
      },
    },
    setCookie: () => setCookie,
  }
}

/** Pages are rendered for everybody at once, so nothing may be remembered about one visitor there. */
export const nobody: Visitor = {
  address: 'rendering',
  key: () => undefined,
  ensureKey() {
    throw new Error('A page was rendered by calling a route that wants to set a cookie.')
  },
}

/**
 * The visitor's address. X-Forwarded-For is believed only as far as our own proxies wrote it:
 * each appends the address that it saw, so the visitor stands `trustedProxies` places from the right.
 */
export function clientAddress(o: { incoming: IncomingMessage | undefined; trustedProxies: number }): string {
  const forwarded = o.incoming?.headers['x-forwarded-for']
  const proxied = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
    .split(',')
    .map((part) => part.trim())
  const chain = [...proxied.filter(Boolean), o.incoming?.socket.remoteAddress ?? 'unknown']
  return networkOf(chain[Math.max(0, chain.length - 1 - o.trustedProxies)] ?? 'unknown')
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const full = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])]
  return `${full
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
