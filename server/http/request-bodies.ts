import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'

import { failRequest } from '#contract/errors.ts'
import type { Access, RouteMeta } from '#contract/route.ts'
import { createBodyGuard } from '#server/api/body-guard.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { chooseGuard, declaresMoreThan, limitUsualBodies, readChunks, usualMaxBytes } from '#server/api/usual-bodies.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { listRoutes } from './openapi.ts'
import { originAttempts, originOf } from './request-limits.ts'

/** Room for a form's texts besides its files. */
const formBytes = 128 * 1024
/** Bytes of uploads that this process holds simultaneously; parsing takes about three times as much. */
const atOnceBytes = 128 * 1024 * 1024
/** The share of one address, so that a caller who withholds the ends of uploads does not block other addresses. */
const atOnceBytesOfAddress = 48 * 1024 * 1024
const uploadsPerTenMinutes = 120

type BodyLimits = { platform: Platform; isSignedIn(c: Context<HttpEnv>): Promise<boolean> }
type UploadRoute = { method: string; parts: readonly string[]; access: Access; maxBytes: number }

/** The routes whose files exceed a usual body, with the limits of the contract. */
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
 * Refuses a body that is too large or has too many parts before it is parsed. Uploads have their own limit, and a route that
 * requires a session reads them only after `isSignedIn`.
 */
export function limitBodies({ platform, isSignedIn }: BodyLimits): MiddlewareHandler<HttpEnv> {
  const uploadRoutes = listUploadRoutes()
  const limitUsual = limitUsualBodies({ guardOf: createBodyGuard })
  const shares = createShares()

  return async (c, next) => {
    const { method, path } = c.req
    const upload = uploadRoutes.find((route) => route.method === method && isAt(route, path))
    if (!upload) return limitUsual(c, next)
    await admitUpload(c, { upload, platform, isSignedIn })
    const share = shares.open(c.var.address)
    try {
      await readUpload(c, { maxBytes: upload.maxBytes, hold: share.hold })
      await next()
    } finally {
      // After a timeout the route still works with the upload.
      if (c.var.work) void c.var.work.then(share.release, share.release)
      else share.release()
    }
    return undefined
  }
}

/** Refuses an upload by its declared length, its address's count and its session, before any of it is read. */
async function admitUpload(
  c: Context<HttpEnv>,
  { upload, platform, isSignedIn }: BodyLimits & { upload: UploadRoute },
): Promise<void> {
  if (declaresMoreThan(c, upload.maxBytes)) throw failRequest('request.too_large')
  const limit = { name: 'http.upload', limit: uploadsPerTenMinutes, windowSeconds: 600 }
  await countAttempts(platform, originAttempts({ ...originOf(c, platform), ...limit }))
  if (upload.access !== 'public' && !(await isSignedIn(c))) throw failRequest('session.missing')
}

/** Reads the whole upload and replaces the request by one that streams it from memory. */
async function readUpload(
  c: Context<HttpEnv>,
  { maxBytes, hold }: { maxBytes: number; hold(bytes: number): void },
): Promise<void> {
  const chunks = await readChunks(c, { maxBytes, guard: chooseGuard(c, createBodyGuard), hold })
  // A stream as a body requires `duplex`, which the types lack.
  const init = { body: streamOf(chunks), duplex: 'half' }
  c.req.raw = new Request(c.req.raw, init)
}

/** Counts the memory that uploads hold, in total and for each address. */
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

/** Releases each chunk as it is read, so that the upload is not held twice. */
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
