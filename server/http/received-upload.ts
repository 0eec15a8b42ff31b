import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { failRequest } from '#contract/errors.ts'
import { newSecret } from '#server/platform/ids.ts'

/** What an upload must bring: another `minBytes`, or its end, within `windowMs` each time, and all of it within `totalMs`. */
export type Pace = { windowMs: number; minBytes: number; totalMs: number }

/** A document of 10 MB takes minutes on a slow mobile connection, which may also lose its signal for some seconds. */
export const uploadPace: Pace = { windowMs: 10_000, minBytes: 10 * 1024, totalMs: 30 * 60_000 }

/**
 * The chunks of a body for as long as it keeps the pace, so that a caller who withholds the end of an upload keeps its place
 * for one window only.
 * @throws request.too_slow
 */
export async function* readInPace(body: ReadableStream<Uint8Array>, pace: Pace): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const slow = Promise.withResolvers<never>()
  // It may reject while no read waits for it.
  slow.promise.catch(() => undefined)
  const rejectAsSlow = () => slow.reject(failRequest('request.too_slow'))
  const total = setTimeout(rejectAsSlow, pace.totalMs)
  const window = setTimeout(rejectAsSlow, pace.windowMs)
  let bytesOfWindow = 0
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), slow.promise])
      if (done) return
      bytesOfWindow += value.byteLength
      if (bytesOfWindow >= pace.minBytes) {
        bytesOfWindow = 0
        window.refresh()
      }
      yield value
    }
  } finally {
    clearTimeout(total)
    clearTimeout(window)
    reader.releaseLock()
  }
}

/** What an upload may keep in memory while it arrives. */
const inMemoryBytes = 256 * 1024
const readBytes = 64 * 1024

/** An upload while it arrives: in memory at first, and in a temporary file once it is larger than a usual body. */
export class ReceivedUpload {
  readonly #folder: string
  #chunks: Uint8Array[] = []
  #size = 0
  #file: FileHandle | undefined

  /** `folder`: where the temporary file is created. */
  constructor({ folder }: { folder: string }) {
    this.#folder = folder
  }

  get size(): number {
    return this.#size
  }

  async append(chunk: Uint8Array): Promise<void> {
    this.#chunks.push(chunk)
    this.#size += chunk.byteLength
    if (!this.#file && this.#size <= inMemoryBytes) return
    this.#file ??= await openUnnamed(this.#folder)
    const written = Buffer.concat(this.#chunks)
    this.#chunks = []
    await this.#file.appendFile(written)
  }

  /** The whole upload, which can be read once. */
  stream(): ReadableStream<Uint8Array> {
    const file = this.#file
    const chunks = this.#chunks.toReversed()
    this.#chunks = []
    let at = 0
    return new ReadableStream({
      async pull(controller) {
        if (!file) {
          const chunk = chunks.pop()
          if (chunk) controller.enqueue(chunk)
          else controller.close()
          return
        }
        const { bytesRead, buffer } = await file.read(new Uint8Array(readBytes), 0, readBytes, at)
        at += bytesRead
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
        else controller.close()
      },
    })
  }

  async close(): Promise<void> {
    this.#chunks = []
    await this.#file?.close()
  }
}

/** A file without a name, which the system deletes when it is closed, also when the process crashes. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, newSecret())
  const file = await open(path, 'ax+', 0o600)
  await rm(path)
  return file
}
