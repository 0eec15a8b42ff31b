import { Worker } from 'node:worker_threads'
import { QueueTimeoutError } from './limiter.ts'

/** The work of a thread took more time or memory than it may. */
export class ThreadLimitError extends Error {
  override name = 'ThreadLimitError'
}

/** What a thread posts: it asks for the next part of its source, or has made a part of its result. */
export type FromThread = { asks: true } | { made: Uint8Array<ArrayBuffer> }
/** The answer to `asks`. `done` after the last part. */
export type ToThread<Part> = { part: Part } | { done: true }

/** Beyond it a thread is ended; the process has this much memory besides its own for each. */
const maxMemoryMb = 192
const maxResultBytes = 64 * 1024 * 1024

type ThreadWork = { module: URL; head: unknown; parts: AsyncGenerator<unknown>; withinMs: number }

/**
 * Runs a module in a thread of its own, for work that computes for long, so that requests are served. The module gets `head` as
 * its `workerData` and each part when it asks for it.
 * @returns what it made, in parts. @throws ThreadLimitError, and what the source or the module throws
 */
export async function makeInThread({
  module,
  head,
  parts,
  withinMs,
}: ThreadWork): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const worker = new Worker(module, { workerData: head, resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } })
  const timer = setTimeout(() => reject(new ThreadLimitError('too slow')), withinMs)
  const made: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const answer = async () => {
    const { value, done } = await parts.next()
    worker.postMessage((done ? { done: true } : { part: value }) satisfies ToThread<unknown>)
  }
  worker.on('message', (message: FromThread) => {
    if ('asks' in message) return void answer().catch(reject)
    made.push(message.made)
    bytes += message.made.length
    if (bytes > maxResultBytes) reject(new ThreadLimitError('too large'))
  })
  worker.once('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadLimitError('out of memory') : error)
  })
  worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A thread ended with code ${code}`))))
  try {
    await ended
    return made
  } finally {
    clearTimeout(timer)
    await worker.terminate()
    await parts.return(undefined)
  }
}

/** Like makeInThread(), for work of bounded size, which only a busy process does not finish. @throws QueueTimeoutError then */
export async function makeBoundedInThread(work: ThreadWork): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  try {
    return await makeInThread(work)
  } catch (error) {
    if (error instanceof ThreadLimitError) throw new QueueTimeoutError()
    throw error
  }
}
