import type { Progress } from '#server/platform/backup/write-backup.ts'
import { secondMs } from '#server/platform/local-time.ts'

const numbers = new Intl.NumberFormat('en')
const everyMs = secondMs / 4

/** «12.3 MB» */
export function sizeOf(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** Writes how far a backup or a restore is, on one line of the terminal, at most four times a second. */
export function progressLine(stream: NodeJS.WriteStream): (progress: Progress) => void {
  let shownAt = 0
  return ({ rows, bytes, files, percent }) => {
    const now = performance.now()
    if (!stream.isTTY || now - shownAt < everyMs) return
    shownAt = now
    const line = `  ${numbers.format(rows)} rows (${percent} %), ${numbers.format(files)} files, ${sizeOf(bytes)}`
    stream.write(`${line.padEnd(60)}\r`)
  }
}
