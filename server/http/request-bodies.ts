import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'

import { failRequest } from '#contract/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'

import type { HttpEnv } from './context.ts'
import { listRoutes } from './openapi.ts'

const usualMaxBytes = 1024 * 1024
/** What a form needs besides its files. */
const formBytes = 128 * 1024
/** Bytes of uploads that this process holds at one time, each about three times while it is taken apart. */
const atOnceBytes = 128 * 1024 * 1024
/** Of these, what one address may hold: whoever withholds the ends of theirs keeps only themselves from uploading. */
const atOnceBytesOfAddress = 48 * 1024 * 1024
const uploadsPerTenMinutes = 120

type UploadRoute = { method: string; path: RegExp; maxBytes: number }

/** The routes whose files make more than a usual body, as the contract bounds them. */
function listUploadRoutes(): UploadRoute[] {
  return listRoutes().flatMap(({ method, path, procedure }) => {
    const maxBytes = fileBytesOf(procedure['~orpc'].inputSchema) + formBytes
    if (maxBytes <= usualMaxBytes) return []
    return [{ method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), maxBytes }]
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

/**
 * Refuses what is too large, by what it says of itself before any of it is read. Uploads are read here, whole or not at
 * all, so that the time which a slow line takes is not that of the route; one that is cut off never reaches it.
 */
export function limitBodies({ platform }: { platform: Platform }): MiddlewareHandler<HttpEnv> {
  const uploadRoutes = listUploadRoutes()
  const limitUsual = bodyLimit({
    maxSize: usualMaxBytes,
    onError: () => {
      throw failRequest('request.too_large')
    },
  })
  let heldBytes = 0
  const heldByAddress = new Map<string, number>()

  async function readUpload(
    c: Context<HttpEnv>,
    maxBytes: number,
    hold: (bytes: number) => void,
  ): Promise<Uint8Array[]> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw failRequest('request.too_large')
      hold(chunk.byteLength)
      chunks.push(chunk)
    }
    return chunks
  }

  return async (c, next) => {
    const { method, path } = c.req
    const upload = uploadRoutes.find((route) => route.method === method && route.path.test(path))
    if (!upload) return limitUsual(c, next)
    if (Number(c.req.header('content-length') ?? 0) > upload.maxBytes) throw failRequest('request.too_large')
    const key = c.var.address
    await countAttempt(platform, { name: 'http.upload', key, limit: uploadsPerTenMinutes, windowSeconds: 600 })
    let held = 0
    const hold = (bytes: number) => {
      const ofAddress = (heldByAddress.get(key) ?? 0) + bytes
      if (ofAddress > atOnceBytesOfAddress) throw failRequest('request.too_many', { retryAfterSeconds: 30 })
      if (heldBytes + bytes > atOnceBytes) throw failRequest('service.unavailable')
      heldBytes += bytes
      heldByAddress.set(key, ofAddress)
      held += bytes
    }
    const release = () => {
      heldBytes -= held
      const left = (heldByAddress.get(key) ?? 0) - held
      if (left > 0) heldByAddress.set(key, left)
      else heldByAddress.delete(key)
    }
    try {
      const chunks = await readUpload(c, upload.maxBytes, hold).catch((error: unknown) => {
        if (error instanceof Error && 'status' in error) throw error
        // The line was cut: nobody reads the answer.
        throw failRequest('request.malformed')
      })
      // What a stream as a body needs; the types don't know it.
      const init = { body: streamOf(chunks), duplex: 'half' }
      c.req.raw = new Request(c.req.raw, init)
      await next()
    } finally {
      // A route that is answered for because it took too long goes on with what it was given.
      if (c.var.work) void c.var.work.then(release, release)
      else release()
    }
    return undefined
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
