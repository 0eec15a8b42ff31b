import { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'

import { failRequest } from '#contract/errors.ts'
import { withDeadline } from '#server/platform/deadline.ts'
import { addTimeOf } from '#server/platform/request-note.ts'

import { type BodyGuard, refuseBody } from './body-guard.ts'
import { createShares, type OpenBody, type Shares, smallBytes, usualLimits } from './body-shares.ts'
import type { HttpEnv } from './context.ts'
import { type Pace, type WatchedPace, watchPace } from './pace.ts'

/** Ten times the longest texts of a form together; reading more would take longer than refusing it. */
export const usualMaxBytes = 256 * 1024
/** A small body on a slow connection has the whole time. What is larger must keep the pace, too. */
const usualPace: Pace = { windowMs: 5_000, minBytes: 10 * 1024, totalMs: 20_000 }
/** All routes of the process share them: an attacker chooses the route. */
const usualShares = createShares(usualLimits)

type GuardOf = (contentType: string | null) => BodyGuard
type UsualInput = {
  guardOf: GuardOf
  /** The caller's account, if the route knows it before the body. Without it the network address is counted. */
  accountOf?(c: Context<HttpEnv>): Promise<string | undefined>
  shares?: Shares
  pace?: Pace
}

/**
 * Reads the body of a route that takes no files, whole or not at all, while the guard for its type counts the contents and its
 * sender's share what is held until the response.
 * @throws request.too_large, request.malformed, request.too_slow, request.too_many, service.unavailable
 */
export function limitUsualBodies(input: UsualInput): MiddlewareHandler<HttpEnv> {
  const { guardOf, accountOf, shares = usualShares, pace = usualPace } = input
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    if (declaresMoreThan(c, usualMaxBytes)) throw failRequest('request.too_large')
    const guard = chooseGuard(c, guardOf)
    const share = shares.open({ userId: await accountOf?.(c), address: c.var.address })
    // A test that calls fetch itself has no request of Node's server.
    const { incoming } = (c.env ?? {}) as { incoming?: unknown }
    const own = incoming instanceof IncomingMessage ? incoming : undefined
    const received = new ReceivedBody({ guard, share, pace })
    try {
      const reading = withDeadline({
        milliseconds: pace.totalMs,
        work: Promise.race([own ? readIncoming(own, received) : readChunks(c, received), received.slow]),
        error: () => failRequest('request.too_slow'),
      })
      await addTimeOf('bodyMs', reading)
      received.stop()
      const body = received.content()
      // @hono/node-server reads `rawBody` in place of the stream, so that neither a web stream nor a second request is made.
      if (own) Object.assign(own, { rawBody: body })
      else c.req.raw = new Request(c.req.raw, { body })
      await next()
    } finally {
      received.stop()
      share.release()
    }
    return undefined
  }
}

/** One buffer that doubles: a body of many tiny chunks costs no more memory than its share says. */
class ReceivedBody {
  readonly #input: { guard: BodyGuard; share: OpenBody; pace: Pace }
  readonly #slow = Promise.withResolvers<never>()
  #buffer = Buffer.alloc(0)
  #size = 0
  #watched: WatchedPace | undefined
  #isStopped = false

  constructor(input: { guard: BodyGuard; share: OpenBody; pace: Pace }) {
    this.#input = input
    this.#slow.promise.catch(() => undefined)
  }

  /** Rejects once a body that is not small does not keep its pace. */
  get slow(): Promise<never> {
    return this.#slow.promise
  }

  /** @throws request.too_large, request.too_many, service.unavailable, and what the guard throws */
  append(chunk: Uint8Array): void {
    if (this.#isStopped) return
    const size = this.#size + chunk.byteLength
    if (size > usualMaxBytes) throw failRequest('request.too_large')
    this.#makeRoom(size)
    this.#input.guard(chunk)
    this.#buffer.set(chunk, this.#size)
    this.#size = size
    if (size > smallBytes) this.#keepPace(chunk.byteLength)
  }

  content(): Buffer<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#size)
  }

  stop(): void {
    this.#isStopped = true
    this.#watched?.stop()
  }

  #makeRoom(size: number): void {
    const room = this.#buffer.byteLength
    if (size <= room) return
    const larger = Math.min(usualMaxBytes, Math.max(size, 2 * room))
    const beyond = Math.max(0, larger - smallBytes) - Math.max(0, room - smallBytes)
    if (beyond > 0) this.#input.share.hold(beyond)
    const buffer = Buffer.allocUnsafe(larger)
    buffer.set(this.content())
    this.#buffer = buffer
  }

  #keepPace(bytes: number): void {
    if (!this.#watched) {
      this.#watched = watchPace(this.#input.pace)
      this.#watched.slow.catch(this.#slow.reject)
    }
    this.#watched.note(bytes)
  }
}

/** Like readChunks, for Node's own request: its web stream costs more than all else that reads a small body. */
async function readIncoming(incoming: IncomingMessage, received: ReceivedBody): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const onData = (chunk: Buffer) => {
    try {
      received.append(chunk)
    } catch (error) {
      received.stop()
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
}

export function declaresMoreThan(c: Context<HttpEnv>, bytes: number): boolean {
  return Number(c.req.header('content-length') ?? 0) > bytes
}

export function chooseGuard(c: Context<HttpEnv>, guardOf: GuardOf): BodyGuard {
  const { headers } = c.req.raw
  // The API's library would read such a body as one file with that name, which no route takes.
  return headers.has('content-disposition') ? refuseBody : guardOf(headers.get('content-type'))
}

async function readChunks(c: Context<HttpEnv>, received: ReceivedBody): Promise<void> {
  try {
    for await (const chunk of c.req.raw.body ?? []) received.append(chunk)
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error
    // The connection is gone, so no client reads the response.
    throw failRequest('request.malformed')
  }
}
