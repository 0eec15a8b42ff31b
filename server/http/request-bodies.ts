import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'

import { failRequest } from '#contract/errors.ts'
import type { Access, RouteMeta } from '#contract/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

import { type BodyGuard, createBodyGuard, refuseBody } from './body-guard.ts'
import type { HttpEnv } from './context.ts'
import { listRoutes } from './openapi.ts'

/** The longest texts of a form together are a tenth of it, and to read more takes longer than to refuse it. */
const usualMaxBytes = 256 * 1024
/** A usual body is small; a line that needs longer for it is cut. */
const usualWithinMs = 20_000
/** What a form needs besides its files. */
const formBytes = 128 * 1024
/** Bytes of uploads that this process holds at one time, each about three times while it is taken apart. */
const atOnceBytes = 128 * 1024 * 1024
/** Of these, what one address may hold: a caller who withholds the ends of uploads keeps no other address from uploading. */
const atOnceBytesOfAddress = 48 * 1024 * 1024
const uploadsPerTenMinutes = 120

type GuardOf = (contentType: string | null) => BodyGuard
type UploadRoute = { method: string; parts: readonly string[]; access: Access; maxBytes: number }

/** The routes whose files make more than a usual body, as the contract bounds them. */
function listUploadRoutes(): UploadRoute[] {
  return listRoutes().flatMap(({ method, path, procedure }) => {
    const { inputSchema, meta } = procedure['~orpc']
    const maxBytes = fileBytesOf(inputSchema) + formBytes
    if (maxBytes <= usualMaxBytes) return []
    return [{ method, parts: path.split('/'), access: (meta as RouteMeta).access, maxBytes }]
  })
}

function fileBytesOf(schema: unknown): number {
  if (!(schema instanceof z.ZodObject)) return 0
  const sizes = Object.values(schema.shape).map((field: unknown) => {
    const file = field instanceof z.ZodOptional ? field.unwrap() : field
    if (!(file instanceof z.ZodFile)) return 0
    const checks = file._zod.def.checks ?? []
    return checks.reduce((max, check) => (check instanceof z.core.$ZodCheckMaxSize ? check._zod.def.maximum : max), 0)
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

function isAt(route: UploadRoute, path: string): boolean {
  const parts = path.split('/', route.parts.length + 1)
  return (
    parts.length === route.parts.length &&
    route.parts.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
  )
}

/**
 * The body of a request to another route than those that take files: read here, whole or not at all, and counted as it
 * arrives by the guard for its kind.
 * @throws request.too_large, request.malformed
 */
export function limitUsualBodies({ guardOf }: { guardOf: GuardOf }): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (c.req.raw.body === null) return next()
    if (saysMoreThan(c, usualMaxBytes)) throw failRequest('request.too_large')
    const guard = chooseGuard(c, guardOf)
    const chunks = await within(usualWithinMs, readChunks(c, { maxBytes: usualMaxBytes, guard }))
    // One piece: nearly every body is small.
    c.req.raw = new Request(c.req.raw, { body: Buffer.concat(chunks) })
    return next()
  }
}

/**
 * Refuses a body that is too large, or consists of too much, before more of it is read or anything takes it apart. Uploads
 * have a limit of their own, and are read only once it is known who sends them where the route asks: `isSignedIn`.
 */
export function limitBodies({
  platform,
  isSignedIn,
}: {
  platform: Platform
  isSignedIn(c: Context<HttpEnv>): Promise<boolean>
}): MiddlewareHandler<HttpEnv> {
  const uploadRoutes = listUploadRoutes()
  const limitUsual = limitUsualBodies({ guardOf: createBodyGuard })
  const shares = createShares()

  return async (c, next) => {
    const { method, path } = c.req
    const upload = uploadRoutes.find((route) => route.method === method && isAt(route, path))
    if (!upload) return limitUsual(c, next)
    const { maxBytes } = upload
    if (saysMoreThan(c, maxBytes)) throw failRequest('request.too_large')
    const key = c.var.address
    await countAttempt(platform, { name: 'http.upload', key, limit: uploadsPerTenMinutes, windowSeconds: 600 })
    if (upload.access !== 'public' && !(await isSignedIn(c))) throw failRequest('session.missing')
    const share = shares.open(key)
    try {
      const chunks = await readChunks(c, { maxBytes, guard: chooseGuard(c, createBodyGuard), hold: share.hold })
      // What a stream as a body needs; the types don't know it.
      const init = { body: streamOf(chunks), duplex: 'half' }
      c.req.raw = new Request(c.req.raw, init)
      await next()
    } finally {
      // A route that is answered for because it took too long goes on with what it was given.
      if (c.var.work) void c.var.work.then(share.release, share.release)
      else share.release()
    }
    return undefined
  }
}

function saysMoreThan(c: Context<HttpEnv>, bytes: number): boolean {
  return Number(c.req.header('content-length') ?? 0) > bytes
}

function chooseGuard(c: Context<HttpEnv>, guardOf: GuardOf): BodyGuard {
  const { headers } = c.req.raw
  // A file as the whole body, whose name the API's library would read: no route takes one.
  return headers.has('content-disposition') ? refuseBody : guardOf(headers.get('content-type'))
}

async function readChunks(
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
    // The connection is gone: no client reads the answer.
    throw failRequest('request.malformed')
  }
  return chunks
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failRequest('request.malformed')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What uploads hold of this process's memory, together and for each address. */
function createShares(): { open(address: string): { hold(bytes: number): void; release(): void } } {
  let heldBytes = 0
  const heldByAddress = new Map<string, number>()
  return {
    open(address) {
      let held = 0
      return {
        hold(bytes) {
          const ofAddress = (heldByAddress.get(address) ?? 0) + bytes
          if (ofAddress > atOnceBytesOfAddress) throw failRequest('request.too_many', { retryAfterSeconds: 30 })
          if (heldBytes + bytes > atOnceBytes) throw failRequest('service.unavailable')
          heldBytes += bytes
          heldByAddress.set(address, ofAddress)
          held += bytes
        },
        release() {
          heldBytes -= held
          const left = (heldByAddress.get(address) ?? 0) - held
          if (left > 0) heldByAddress.set(address, left)
          else heldByAddress.delete(address)
        },
      }
    },
  }
}

/** Lets go of each chunk as it is read, so that the upload is not held twice. */
function streamOf(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  chunks.reverse()
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.pop()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
}
