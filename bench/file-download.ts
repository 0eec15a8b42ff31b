import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { claim, milliseconds, report, whole } from './figures.ts'

/** Less than any of the files has, so a server that keeps a file whole fails. */
const heldLimitMb = 10

type File = { name: string; url: string; headers: Record<string, string>; server: ChildProcess }

/**
 * A file that is sent while it is read: its time, and then, in a second download that the collections slow down, the memory
 * that the server holds for it. The server's process requires trackMemory(). @returns the number of lines
 */
export async function benchFile({ name, url, headers, server }: File): Promise<number> {
  const { lines, bytes, startedAfter, seconds } = await download({ url, headers })
  const before = await ask(server, 'track memory')
  await download({ url, headers })
  const heldMb = ((await ask(server, 'memory')) - before) / 2 ** 20
  const sizeMb = bytes / 2 ** 20
  report(name, {
    rows: whole(lines - 1),
    megabytes: sizeMb.toFixed(1),
    'starts after': milliseconds(startedAfter),
    seconds: seconds.toFixed(1),
    'memory held': `${heldMb.toFixed(1)} MB`,
    target: `1 s and ${heldLimitMb} MB`,
  })
  claim(heldMb < heldLimitMb, `the server holds less than ${heldLimitMb} MB for the file`)
  return lines
}

async function ask(server: ChildProcess, message: string): Promise<number> {
  const answer = once(server, 'message')
  server.send(message)
  const [bytes] = (await answer) as [number]
  return bytes
}

type Downloaded = { lines: number; bytes: number; startedAfter: number; seconds: number }

/** Counts the rows without keeping them. */
async function download({ url, headers }: Pick<File, 'url' | 'headers'>): Promise<Downloaded> {
  const sentAt = performance.now()
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [NodeJS.ReadableStream]
  let startedAfter = 0
  let lines = 0
  let bytes = 0
  for await (const chunk of response) {
    const part = chunk as Buffer
    startedAfter ||= performance.now() - sentAt
    bytes += part.length
    for (const byte of part) if (byte === 10) lines += 1
  }
  return { lines, bytes, startedAfter, seconds: (performance.now() - sentAt) / 1000 }
}
