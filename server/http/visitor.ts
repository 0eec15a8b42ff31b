import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parse, serialize } from 'hono/utils/cookie'
import type { Visitor } from '#server/api/context.ts'
import { isLoopback, networkOf, readAddress } from '#server/platform/addresses.ts'
import { hashSecret } from '#server/platform/ids.ts'
import { keyedHash } from '#server/platform/secrets.ts'

const cookieName = 'senda_visitor'
const yearSeconds = 365 * 24 * 3600

/** The visitor of one request, and the Set-Cookie headers for its response. */
export function createVisitor({
  cookie,
  address,
  secure,
  secret,
}: {
  address: string
  cookie: string | undefined
  secure: boolean
  /** The key that signs the cookie. */
  secret: Uint8Array
}): {
  visitor: Visitor
  cookies(): readonly string[]
} {
  let value = readVisitorCookie({ cookie, secret })
  const cookies: string[] = []
  return {
    visitor: {
      address,
      key: () => (value === undefined ? undefined : hashSecret(value)),
      ensureKey() {
        if (value === undefined) {
          const id = randomBytes(idBytes)
          value = Buffer.concat([id, signatureOf({ id, secret })]).toString('base64url')
          const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: yearSeconds } as const
          cookies.push(serialize(cookieName, value, options))
        }
        return hashSecret(value)
      },
      setCookie: (header) => cookies.push(header),
    },
    cookies: () => cookies,
  }
}

/** The key of the visitor's browser, for limits that count before the visitor is needed; undefined without a cookie. */
export function visitorKeyOf({
  cookie,
  secret,
}: {
  cookie: string | undefined
  secret: Uint8Array
}): string | undefined {
  const value = readVisitorCookie({ cookie, secret })
  return value === undefined ? undefined : hashSecret(value)
}

const idBytes = 16
const signatureBytes = 16

/** Undefined for a cookie that the server did not sign: a program could otherwise choose a new one for each request. */
function readVisitorCookie({ cookie, secret }: { cookie: string | undefined; secret: Uint8Array }): string | undefined {
  const value = cookie === undefined ? undefined : parse(cookie, cookieName)[cookieName]
  if (value === undefined || !/^[\w-]{43}$/.test(value)) return undefined
  const bytes = Buffer.from(value, 'base64url')
  const id = bytes.subarray(0, idBytes)
  return timingSafeEqual(bytes.subarray(idBytes), signatureOf({ id, secret })) ? value : undefined
}

function signatureOf({ id, secret }: { id: Buffer; secret: Uint8Array }): Buffer {
  const hash = keyedHash({ secret, purpose: 'visitor cookies', text: id.toString('hex') })
  return Buffer.from(hash, 'hex').subarray(0, signatureBytes)
}

/** The visitor of a rendering. Its page is shared by all visitors, so a route must not recognise one. */
export const renderingVisitor: Visitor = {
  address: 'rendering',
  key: () => undefined,
  ensureKey: refuseCookie,
  setCookie: refuseCookie,
}

function refuseCookie(): never {
  throw new Error('A page was rendered by calling a route that wants to set a cookie.')
}

/**
 * The visitor's address. X-Forwarded-For counts only as far as our own proxies wrote it: each appends the address that it
 * saw, so the visitor is `trustedProxies` places from the right. Instead of an entry without an address, that of the connection
 * counts.
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
  const connection = subscriberOf(incoming?.socket.remoteAddress ?? '') ?? 'unknown'
  const entries = proxied.filter(Boolean)
  if (trustedProxies === 0 || entries.length === 0) return connection
  return subscriberOf(withoutPort(entries[Math.max(0, entries.length - trustedProxies)] ?? '')) ?? connection
}

/** Some proxies write `192.0.2.1:5678` and `[2001:db8::1]:5678`: with the port, each connection would be another visitor. */
function withoutPort(entry: string): string {
  const [, address] = /^\[([^\]]{2,64})\](?::\d{1,5})?$/.exec(entry) ?? /^([\d.]{7,15}):\d{1,5}$/.exec(entry) ?? []
  return address ?? entry
}

/** Shortens an IPv6 address to the /64 network that one subscriber owns; loopback stays as it is. */
function subscriberOf(text: string): string | undefined {
  const parsed = readAddress(text)
  if (!parsed) return undefined
  if (parsed.family === 4) return parsed.address
  if (isLoopback(parsed.address)) return '::1'
  return networkOf(parsed.address, 64)
}

/** The access token of an Authorization header, whose scheme may be spelled in any case. */
export function readBearer(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer ([\w.~+/=-]{1,4096})$/i)?.[1]
}
