import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { isMissing } from '../file-store.ts'
import { StartError } from '../start-error.ts'
import type { Part, StoredBackup } from './backup-target.ts'
import { sumsFile } from './manifest.ts'

/** Passes bytes on, and counts and hashes them. */
export function measure(
  onBytes: (bytes: number) => void = () => undefined,
): Transform & { sum(): string; bytes(): number } {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  const passing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  return Object.assign(passing, { sum: () => hash.digest('hex'), bytes: () => bytes })
}

/** @returns the hash and the size of a file that exists */
export async function hashFile(path: string): Promise<{ sum: string; bytes: number }> {
  return hashStream(createReadStream(path))
}

export async function hashStream(stream: Readable): Promise<{ sum: string; bytes: number }> {
  const measured = measure()
  measured.resume()
  await pipeline(stream, measured)
  return { sum: measured.sum(), bytes: measured.bytes() }
}

/** Waits for all, so that none goes on after a failure. @returns their results. @throws the first failure */
export async function allEnded<T>(calls: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(calls)
  return ended.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

/** Writes a file that did not exist, and waits until the disk has it. */
export async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await write(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Copies a file and waits until the disk has it. @returns undefined when `from` does not exist */
export async function copyFile({ from, to }: { from: string; to: string }): Promise<Omit<Part, 'path'> | undefined> {
  const source = await open(from, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  return source && writeStream({ source: source.createReadStream(), to })
}

/** Writes a file that did not exist, whole or not at all, and waits until the disk has it. */
export async function writeStream({ source, to }: { source: Readable; to: string }): Promise<Omit<Part, 'path'>> {
  const measured = measure()
  try {
    await writeDurably(to, (file) =>
      pipeline(source, measured, async (chunks) => {
        for await (const chunk of chunks) await file.writeFile(chunk as Buffer)
      }),
    )
  } catch (error) {
    await rm(to, { force: true })
    throw error
  } finally {
    source.destroy()
  }
  return { sum: measured.sum(), bytes: measured.bytes() }
}

/** A second name for a file that never changes. @returns false where that is impossible: another disk, or no such file */
export async function tryLink({ from, to }: { from: string; to: string }): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error
    return false
  }
}

/** The parts of a backup, one at a time. @throws StartError for a line that no backup has */
export async function* readParts(backup: StoredBackup): AsyncGenerator<Omit<Part, 'bytes'>> {
  const path = `${backup.address}/${sumsFile}`
  const input = await backup.read(sumsFile)
  if (!input) throw new StartError(`${path} is missing.`)
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  // The lines end without a word where their source fails.
  let failure: Error | undefined
  input.on('error', (error) => {
    failure = error
    lines.close()
  })
  for await (const line of lines) {
    // A path out of the folder would let an altered backup read or write elsewhere.
    const [, sum, part] = /^([0-9a-f]{64}) {2}((?:tables|files)\/[\w.-]+)$/.exec(line) ?? []
    if (!sum || !part || part.endsWith('/..')) throw new StartError(`${path} is damaged.`)
    yield { sum, path: part }
  }
  if (failure) throw failure
}
