import { type FileHandle, open } from 'node:fs/promises'

import { onCleanup } from './resources.ts'

type Write = FileHandle['writeFile']

/**
 * Lets this process write `freeBytes` more to open files, and then fails as a full disk does: a part is written before the error.
 * `written` counts what has been asked for; `makeRoom` ends it, as does the end of the test file.
 */
export async function fillDisk({ freeBytes }: { freeBytes: number }) {
  const handle = await open('/dev/null')
  const prototype = Object.getPrototypeOf(handle) as { writeFile: Write; appendFile: Write }
  await handle.close()
  const { writeFile, appendFile } = prototype
  const disk = { written: 0, makeRoom }
  function makeRoom(): void {
    Object.assign(prototype, { writeFile, appendFile })
  }
  const limited = (write: Write): Write =>
    async function limit(this: FileHandle, data, options) {
      const bytes = Buffer.from(data as Uint8Array)
      const free = freeBytes - disk.written
      disk.written += bytes.length
      if (bytes.length <= free) return write.call(this, data, options)
      await write.call(this, bytes.subarray(0, Math.max(0, free)))
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
    }
  Object.assign(prototype, { writeFile: limited(writeFile), appendFile: limited(appendFile) })
  onCleanup(async () => makeRoom())
  return disk
}
