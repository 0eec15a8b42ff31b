import type { Context, MiddlewareHandler } from 'hono'

import { failRequest } from '#contract/errors.ts'
import { withDeadline } from '#server/platform/deadline.ts'

import { type BodyGuard, refuseBody } from './body-guard.ts'
import type { HttpEnv } from './context.ts'

/** Ten times the longest texts of a form together; reading more would take longer than refusing it. */
export const usualMaxBytes = 256 * 1024
/** Enough for a small body on a slow connection. */
const receiveWithinMs = 20_000

type GuardOf = (contentType: string | null) => BodyGuard

/**
 * Reads the body of a route that takes no files, whole or not at all, while the guard for its type counts the contents.
 * @throws request.too_large, request.malformed
 */
export function limitUsualBodies({ guardOf }: { guardOf: GuardOf }): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (c.req.raw.body === null) return next()
    if (declaresMoreThan(c, usualMaxBytes)) throw failRequest('request.too_large')
    const guard = chooseGuard(c, guardOf)
    const chunks = await withDeadline({
      milliseconds: receiveWithinMs,
      work: readChunks(c, { maxBytes: usualMaxBytes, guard }),
      error: () => failRequest('request.malformed'),
    })
    // One buffer is enough: nearly every body is small.
    c.req.raw = new Request(c.req.raw, { body: Buffer.concat(chunks) })
    return next()
  }
}

export function declaresMoreThan(c: Context<HttpEnv>, bytes: number): boolean {
  return Number(c.req.header('content-length') ?? 0) > bytes
}

export function chooseGuard(c: Context<HttpEnv>, guardOf: GuardOf): BodyGuard {
  const { headers } = c.req.raw
  // The API's library would read such a body as one file with that name, which no route takes.
  return headers.has('content-disposition') ? refuseBody : guardOf(headers.get('content-type'))
}

/** Reads a body within `maxBytes`; `hold` reserves memory for each chunk and may throw. */
export async function readChunks(
  c: Context<HttpEnv>,
  { maxBytes, hold, guard }: { maxBytes: number; guard: BodyGuard; hold?: (bytes: number) => void },
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw failRequest('request.too_large')
      hold?.(chunk.byteLength)
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
