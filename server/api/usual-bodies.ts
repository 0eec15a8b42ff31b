import { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'

import { failRequest } from '#contract/errors.ts'
import { withDeadline } from '#server/platform/deadline.ts'

import { type BodyGuard, refuseBody } from './body-guard.ts'
import type { HttpEnv } from './context.ts'

/** Ten times the longest texts of a form together; reading more would take longer than refusing it. */
export const usualMaxBytes = 256 * 1024
/** This is enough for a small body on a slow connection. */
const receiveWithinMs = 20_000

type GuardOf = (contentType: string | null) => BodyGuard

/**
 * Reads the body of a route that takes no files, whole or not at all, while the guard for its type counts the contents.
 * @throws request.too_large, request.malformed
 */
export function limitUsualBodies({ guardOf }: { guardOf: GuardOf }): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    if (declaresMoreThan(c, usualMaxBytes)) throw failRequest('request.too_large')
    const guard = chooseGuard(c, guardOf)
    // A test that calls fetch itself has no request of Node's server.
    const { incoming } = (c.env ?? {}) as { incoming?: unknown }
    const own = incoming instanceof IncomingMessage ? incoming : undefined
    const chunks = await withDeadline({
      milliseconds: receiveWithinMs,
      work: own ? readIncoming(own, guard) : readChunks(c, guard),
      error: () => failRequest('request.malformed'),
    })
    // One buffer is enough: nearly every body is small.
    const body = Buffer.concat(chunks)
    // @hono/node-server reads `rawBody` in place of the stream, so that neither a web stream nor a second request is made.
    if (own) Object.assign(own, { rawBody: body })
    else c.req.raw = new Request(c.req.raw, { body })
    return next()
  }
}

/** Like readChunks, for Node's own request: its web stream costs more than all else that reads a small body. */
async function readIncoming(incoming: IncomingMessage, guard: BodyGuard): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  let size = 0
  const onData = (chunk: Buffer) => {
    size += chunk.byteLength
    try {
      if (size > usualMaxBytes) throw failRequest('request.too_large')
      guard(chunk)
      chunks.push(chunk)
    } catch (error) {
      reject(error)
    }
  }
  const onEnd = () => resolve(undefined)
  // The connection is gone, so no client reads the response.
  const onLost = () => reject(failRequest('request.malformed'))
  if (incoming.destroyed) onLost()
  incoming.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost)
  try {
    await promise
  } finally {
    incoming.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost)
  }
  return chunks
}

export function declaresMoreThan(c: Context<HttpEnv>, bytes: number): boolean {
  return Number(c.req.header('content-length') ?? 0) > bytes
}

export function chooseGuard(c: Context<HttpEnv>, guardOf: GuardOf): BodyGuard {
  const { headers } = c.req.raw
  // The API's library would read such a body as one file with that name, which no route takes.
  return headers.has('content-disposition') ? refuseBody : guardOf(headers.get('content-type'))
}

async function readChunks(c: Context<HttpEnv>, guard: BodyGuard): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.byteLength
      if (size > usualMaxBytes) throw failRequest('request.too_large')
      guard(chunk)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error
    // The connection is gone, so no client reads the response.
    throw failRequest('request.malformed')
  }
  return chunks
}
