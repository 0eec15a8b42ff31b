import { afterEach, expect, test, vi } from 'vitest'
import { StreamedFile } from './streamed-file.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A source of a million parts that records what was read of it. */
function source() {
  const read = { parts: 0, isClosed: false }
  async function* chunks() {
    try {
      for (; read.parts < 1_000_000; ) yield `part ${++read.parts}\n`
    } finally {
      read.isClosed = true
    }
  }
  return { read, open: () => StreamedFile.open(chunks(), { name: 'partes.csv', type: 'text/csv' }) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const textOf = ({ value }: { value?: Uint8Array | undefined }) => new TextDecoder().decode(value)

test('a part of the source is read only when the reader has taken the one before', async () => {
  const { read, open } = source()
  const reader = (await open()).stream().getReader()
  await turn()
  expect(read.parts).toBe(1)
  expect(textOf(await reader.read())).toBe('part 1\n')
  await turn()
  expect(read.parts).toBe(1)
  expect(textOf(await reader.read())).toBe('part 2\n')
  await turn()
  expect(read).toEqual({ parts: 2, isClosed: false })
  await reader.cancel()
  expect(read).toEqual({ parts: 2, isClosed: true })
})

test('a reader that takes nothing for half a minute ends the reading of the source', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { read, open } = source()
  const reader = (await open()).stream().getReader()
  await reader.read()
  await vi.advanceTimersByTimeAsync(29_000)
  await reader.read()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(read.isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(read.isClosed).toBe(true)
  await expect(reader.read()).rejects.toThrow('stopped reading')
})

test('a stream that no reader takes, as for a HEAD, ends the reading of the source, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { read, open } = source()
  ;(await open()).stream()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(read).toEqual({ parts: 1, isClosed: true })
})

test('a source that fails at its first part refuses the file, and one that fails later aborts it', async () => {
  async function* failingAfter(parts: number) {
    for (let part = 0; part < parts; part += 1) yield 'part'
    await turn()
    throw new Error('lost')
  }
  const open = (parts: number) => StreamedFile.open(failingAfter(parts), { name: 'partes.csv', type: 'text/csv' })
  await expect(open(0)).rejects.toThrow('lost')
  const file = await open(1)
  await expect(new Response(file.stream()).text()).rejects.toThrow('lost')
})
