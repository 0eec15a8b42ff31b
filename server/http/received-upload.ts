import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type Pace, watchPace } from '#server/api/pace.ts'
import { newSecret } from '#server/platform/ids.ts'

/** A document of 10 MB takes minutes on a slow mobile connection, which may also lose its signal for some seconds. */
export const uploadPace: Pace = { windowMs: 10_000, minBytes: 10 * 1024, totalMs: 30 * 60_000 }

/**
 * The chunks of a body for as long as it keeps the pace, so that a caller who withholds the end of an upload keeps its place
 * for one window only.
 * @throws request.too_slow
 */
export async function* readInPace(body: ReadableStream<Uint8Array>, pace: Pace): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const watched = watchPace(pace)
  let isRead = false
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), watched.slow])
      isRead = done
      if (done) return
      watched.note(value.byteLength)
      yield value
    }
  } finally {
    watched.stop()
    if (isRead) reader.releaseLock()
    else void discard(reader)
  }
}

/**
 * Reads the rest of a refused body, which would otherwise stay in the connection, and the next request on it would be lost. Its end is
 * bounded by @hono/node-server, which closes the connection half a second after the response.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection is gone.
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
