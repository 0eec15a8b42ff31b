import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

import type { HttpEnv } from '#server/api/context.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

export function acceptedEncoding(acceptEncoding: string | null | undefined): Encoding {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

/**
 * Levels for text that a request waits for. Text that is sent once takes the level at which sending and compressing together
 * cost least; text that is kept and sent again takes a level that is slower by half and smaller by an eighth. A large text,
 * such as a week of the agenda, repeats its keys and is small even so: the lowest level takes a third of the time and adds a third
 * to its size.
 */
const levels = { large: { br: 0, gzip: 1 }, once: { br: 3, gzip: 3 }, kept: { br: 5, gzip: 6 } }
const largeBytes = 100 * 1024

export async function compress({
  encoding,
  content,
  isKept,
}: {
  content: Buffer<ArrayBuffer>
  encoding: Encoding
  /** Whether the result serves more than one request. */
  isKept: boolean
}): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'identity') return content
  const level = levels[isKept ? 'kept' : content.length < largeBytes ? 'once' : 'large']
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: level.br, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }
  // Another thread would save nothing: passing the text to it takes as long as compressing it here.
  if (!isKept && content.length < maxSynchronousBytes)
    return encoding === 'br' ? brotliCompressSync(content, brotli) : gzipSync(content, { level: level.gzip })
  return encoding === 'br'
    ? await promisify(brotliCompress)(content, brotli)
    : await promisify(gzip)(content, { level: level.gzip })
}
/** A millisecond or two of work at the levels for text that is sent once. */
const maxSynchronousBytes = 1024 * 1024

/** A smaller response fits into one packet uncompressed. */
const minBytes = 1024
const compressible = /^(?:text\/(?!event-stream|calendar)|application\/(?:json|xml|manifest\+json)|image\/svg\+xml)/

/**
 * Compresses every textual response that is not compressed yet. A stream stays uncompressed, because it must not be buffered
 * here first, and so does a calendar, because Outlook refuses a compressed one; pages and files of the build are compressed already.
 */
export function compressResponses(): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next()
    const { headers, status } = c.res
    if (!compressible.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return
    if (headers.get('x-accel-buffering') === 'no') return
    headers.append('vary', 'accept-encoding')
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    if (encoding === 'identity' || c.req.method === 'HEAD' || c.res.body === null) return
    const content = Buffer.from(await c.res.arrayBuffer())
    const isSmall = content.length < minBytes
    const body = isSmall ? content : await compress({ content, encoding, isKept: false })
    const changed = new Headers(headers)
    if (!isSmall) changed.set('content-encoding', encoding)
    changed.set('content-length', String(body.length))
    // The encodings differ byte for byte, so a strong etag would be wrong.
    const etag = changed.get('etag')
    if (etag !== null && !etag.startsWith('W/') && !isSmall) changed.set('etag', `W/${etag}`)
    c.res = undefined
    c.res = new Response(body, { status, headers: changed })
  }
}
