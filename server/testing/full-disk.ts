import { type FileHandle, open } from 'node:fs/promises'

type Write = FileHandle['writeFile']

/**
 * While `work` runs, this process may write `freeBytes` more to open files; then a write fails as on a full disk, after a part of it.
 * @returns what `work` does, and the bytes that it wanted to write
 */
export async function withFreeDisk<T>(
  freeBytes: number,
  work: () => Promise<T>,
): Promise<{ result: T; written: number }> {
  const handle = await open('/dev/null')
  const prototype = Object.getPrototypeOf(handle) as { writeFile: Write; appendFile: Write }
  await handle.close()
  const { writeFile, appendFile } = prototype
  let written = 0
  const limited = (write: Write): Write =>
    async function limit(this: FileHandle, data, options) {
      const bytes = Buffer.from(data as Uint8Array)
      const free = freeBytes - written
      written += bytes.length
      if (bytes.length <= free) return write.call(this, data, options)
      await write.call(this, bytes.subarray(0, Math.max(0, free)))
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
    }
  Object.assign(prototype, { writeFile: limited(writeFile), appendFile: limited(appendFile) })
  try {
    return { result: await work(), written }
  } finally {
    Object.assign(prototype, { writeFile, appendFile })
  }
}
