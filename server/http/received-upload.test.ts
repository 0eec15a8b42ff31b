import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { ReceivedUpload, readInPace } from './received-upload.ts'

const pace = { windowMs: 300, minBytes: 1000, totalMs: 60_000 }

/** A body that brings `bytes` each time, `everyMs` apart, and ends after `times`. */
function bodyOf({ bytes, everyMs, times }: { bytes: number; everyMs: number; times: number }) {
  let left = times
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, everyMs))
      if (left === 0) return controller.close()
      left -= 1
      controller.enqueue(new Uint8Array(bytes))
    },
  })
}

async function readAll(body: ReadableStream<Uint8Array>, of = pace): Promise<number> {
  let size = 0
  for await (const chunk of readInPace(body, of)) size += chunk.byteLength
  return size
}

test('a body that brings enough in every window is read to its end, however long it takes', async () => {
  expect(await readAll(bodyOf({ bytes: 1000, everyMs: 50, times: 20 }))).toBe(20_000)
})

test('a body that brings too little in a window is refused, also when it brings a byte every moment', async () => {
  const slow = expect.objectContaining({ code: 'request.too_slow', status: 408 }) as Error
  await expect(readAll(bodyOf({ bytes: 1, everyMs: 10, times: 1000 }))).rejects.toEqual(slow)
  await expect(readAll(bodyOf({ bytes: 1000, everyMs: 100_000, times: 1 }))).rejects.toEqual(slow)
})

test('a body that keeps its pace is refused after the total time', async () => {
  const reading = readAll(bodyOf({ bytes: 1000, everyMs: 10, times: 10_000 }), { ...pace, totalMs: 400 })
  await expect(reading).rejects.toMatchObject({ code: 'request.too_slow' })
})

test.each([1, 20])('an upload of %i chunks of 100 kB is read as it was sent, and leaves no file', async (count) => {
  const folder = await mkdtemp(join(tmpdir(), 'senda-uploads-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const upload = new ReceivedUpload({ folder })
  const sent = Array.from({ length: count }, (_, at) => Buffer.alloc(100_000, String.fromCharCode(97 + at)))
  for (const chunk of sent) await upload.append(chunk)
  const received: Uint8Array[] = []
  for await (const chunk of upload.stream()) received.push(chunk)
  expect(Buffer.concat(received).equals(Buffer.concat(sent))).toBe(true)
  expect(await readdir(folder)).toEqual([])
  await upload.close()
})
