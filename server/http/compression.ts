import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

import type { HttpEnv } from '#server/api/context.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best of ours that the browser takes. */
export function acceptedEncoding(acceptEncoding: string | null | undefined): Encoding {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

/** Levels for text that a request waits for: brotli at 5 takes about as long as gzip at 6, and is smaller. */
export async function compress({
  encoding,
  content,
}: {
  content: Buffer<ArrayBuffer>
  encoding: Encoding
}): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    return await promisify(brotliCompress)(content, { params })
  }
  return encoding === 'gzip' ? await promisify(gzip)(content, { level: 6 }) : content
}

/** What is smaller fits into one packet as it is. */
const minBytes = 1024
const compressible = /^(?:text\/(?!event-stream)|application\/(?:json|xml|manifest\+json)|image\/svg\+xml)/

/**
 * Compresses every answer of text that is not compressed yet, whatever made it. A stream of events, which has to arrive as it
 * comes, stays as it is; pages and files of the build bring compressed bodies of their own.
 */
export function compressAnswers(): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next()
    const { headers, status } = c.res
    if (!compressible.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return
    headers.append('vary', 'accept-encoding')
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    if (encoding === 'identity' || c.req.method === 'HEAD' || c.res.body === null) return
    const content = Buffer.from(await c.res.arrayBuffer())
    const isSmall = content.length < minBytes
    const body = isSmall ? content : await compress({ content, encoding })
    const changed = new Headers(headers)
    if (!isSmall) changed.set('content-encoding', encoding)
    changed.set('content-length', String(body.length))
    // Byte for byte, each encoding is another answer.
    const etag = changed.get('etag')
    if (etag !== null && !etag.startsWith('W/') && !isSmall) changed.set('etag', `W/${etag}`)
    c.res = undefined
    c.res = new Response(body, { status, headers: changed })
  }
}
