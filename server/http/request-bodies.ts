import { join } from 'node:path'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { z } from 'zod'
import { failRequest } from '#contract/errors.ts'
import type { Access, RouteMeta } from '#contract/route.ts'
import { createBodyGuard } from '#server/api/body-guard.ts'
import { createShares, uploadLimits } from '#server/api/body-shares.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { chooseGuard, declaresMoreThan, limitUsualBodies, usualMaxBytes } from '#server/api/usual-bodies.ts'
import { isDiskFull } from '#server/platform/file-store.ts'
import { createLimiter } from '#server/platform/limiter.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { addTimeOf } from '#server/platform/request-note.ts'
import { readFreeDisk } from '#server/platform/service-figures.ts'
import { listRoutes } from './openapi.ts'
import { ReceivedUpload, readInPace, uploadPace } from './received-upload.ts'
import { originAttempts, originOf } from './request-limits.ts'

const megabyte = 1024 * 1024
/** Reading the free space more often would cost more than it is worth. */
const readEveryMs = 1_000
const warnEveryMs = 10 * 60_000

/** This leaves room for a form's texts besides its files. */
const formBytes = 128 * 1024
const uploadsPerTenMinutes = 120
/** Parsing an upload takes about three times its size in memory. Signed-in users have a share that visitors cannot use up. */
const parsedAtOnceBytes = { visitor: 48 * 1024 * 1024, account: 80 * 1024 * 1024 }
const parsedWithinMs = 10_000

type BodyLimits = { platform: Platform; accountOf(c: Context<HttpEnv>): Promise<string | undefined> }
type Limiter = ReturnType<typeof createLimiter>
type UploadRoute = { method: string; parts: readonly string[]; access: Access; maxBytes: number }

function listUploadRoutes(): UploadRoute[] {
  return listRoutes().flatMap(({ method, path, procedure }) => {
    const { inputSchema, meta } = procedure['~orpc']
    const maxBytes = fileBytesOf(inputSchema) + formBytes
    if (maxBytes <= usualMaxBytes) return []
    return [{ method, parts: path.split('/'), access: (meta as RouteMeta).access, maxBytes }]
  })
}

/** What a proxy in front has to accept. */
export function largestUploadBytes(): number {
  return Math.max(...listUploadRoutes().map(({ maxBytes }) => maxBytes))
}

function fileBytesOf(schema: unknown): number {
  if (!(schema instanceof z.ZodObject)) return 0
  return Object.values(schema.shape).reduce((sum: number, field: unknown) => sum + fileBytesOfField(field), 0)
}

/** A field of several files has, together, the limit of one. */
function fileBytesOfField(field: unknown): number {
  if (field instanceof z.ZodOptional) return fileBytesOfField(field.unwrap())
  if (field instanceof z.ZodUnion) return Math.max(...field.options.map(fileBytesOfField))
  if (!(field instanceof z.ZodFile)) return 0
  const checks = field._zod.def.checks ?? []
  return checks.reduce((max, check) => (check instanceof z.core.$ZodCheckMaxSize ? check._zod.def.maximum : max), 0)
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
 * requires a session reads them only after `accountOf`, which returns the caller's account, if any.
 */
export function limitBodies({ platform, accountOf }: BodyLimits): MiddlewareHandler<HttpEnv> {
  const uploadRoutes = listUploadRoutes()
  const limitUsual = limitUsualBodies({ guardOf: createBodyGuard, accountOf })
  const shares = createShares(uploadLimits)
  const turnsOf = (atOnce: number) => createLimiter({ atOnce, patienceMs: parsedWithinMs })
  const turns = { visitor: turnsOf(parsedAtOnceBytes.visitor), account: turnsOf(parsedAtOnceBytes.account) }
  const requireSpace = createSpaceCheck(platform)
  const folder = join(platform.settings.dataDir, 'uploads')

  return async (c, next) => {
    const { method, path } = c.req
    const upload = uploadRoutes.find((route) => route.method === method && isAt(route, path))
    if (!upload) return limitUsual(c, next)
    const userId = await admitUpload(c, { upload, platform, accountOf })
    await requireSpace()
    const share = shares.open({ userId, address: c.var.address })
    const received = new ReceivedUpload({ folder })
    const release = async () => {
      share.release()
      await received.close().catch((err: unknown) => platform.log.warn({ err }, 'an upload could not be deleted'))
    }
    try {
      await addTimeOf('bodyMs', receiveUpload(c, { maxBytes: upload.maxBytes, received, hold: share.hold }))
    } catch (error) {
      await release()
      throw error
    }
    await inTurn(c, { next, release, turn: userId === undefined ? turns.visitor : turns.account, size: received.size })
    return undefined
  }
}

/** Refuses an upload by its declared length, its address's count and its session, before any of it is read. @returns the account */
async function admitUpload(
  c: Context<HttpEnv>,
  { upload, platform, accountOf }: BodyLimits & { upload: UploadRoute },
): Promise<string | undefined> {
  if (declaresMoreThan(c, upload.maxBytes)) throw failRequest('request.too_large')
  const limit = { name: 'http.upload', limit: uploadsPerTenMinutes, windowSeconds: 600 }
  await countAttempts(platform, originAttempts({ ...originOf(c, platform), ...limit }))
  const userId = await accountOf(c)
  if (upload.access !== 'public' && userId === undefined) throw failRequest('session.missing')
  return userId
}

/** Receives the whole upload and replaces the request by one that streams it from memory or from its temporary file. */
async function receiveUpload(
  c: Context<HttpEnv>,
  { maxBytes, received, hold }: { maxBytes: number; received: ReceivedUpload; hold(bytes: number): void },
): Promise<void> {
  const guard = chooseGuard(c, createBodyGuard)
  try {
    for await (const chunk of c.req.raw.body ? readInPace(c.req.raw.body, uploadPace) : []) {
      if (received.size + chunk.byteLength > maxBytes) throw failRequest('request.too_large')
      hold(chunk.byteLength)
      guard(chunk)
      await received.append(chunk)
    }
  } catch (error) {
    if (error instanceof Error && ('status' in error || isDiskFull(error))) throw error
    // The connection is gone, so no client reads the response.
    throw failRequest('request.malformed')
  }
  // A stream as a body requires `duplex`, which the types lack.
  const init = { body: received.stream(), duplex: 'half' }
  c.req.raw = new Request(c.req.raw, init)
}

/** Runs the route once the memory for parsing the upload is free. After a timeout the route still works with the upload. */
async function inTurn(
  c: Context<HttpEnv>,
  { next, turn, size, release }: { next: Next; turn: Limiter; size: number; release(): Promise<void> },
): Promise<void> {
  const responded = Promise.withResolvers<void>()
  const work = turn(async () => {
    await next().then(responded.resolve, responded.reject)
    await c.var.work?.catch(() => undefined)
  }, size)
  void work.catch(responded.reject).then(release)
  await responded.promise
}

/**
 * Refuses uploads while the disk has less free space than MIN_FREE_DISK, because the database needs that space more.
 * @throws service.storage_full
 */
function createSpaceCheck({ settings, log }: Pick<Platform, 'settings' | 'log'>): () => Promise<void> {
  let free: Promise<number | undefined> | undefined
  let readAt = 0
  let warnedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = performance.now()
    if (!free || now - readAt > readEveryMs) {
      free = readFreeDisk({ settings })
      readAt = now
    }
    const bytes = await free
    if (bytes === undefined || bytes >= settings.minFreeDisk * megabyte) return
    if (now - warnedAt > warnEveryMs) {
      warnedAt = now
      log.error(
        { freeMegabytes: Math.floor(bytes / megabyte) },
        'uploads are refused: the disk of DATA_DIR is nearly full',
      )
    }
    throw failRequest('service.storage_full')
  }
}
