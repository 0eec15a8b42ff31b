import { failRequest } from '#contract/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readFreeDisk } from '#server/platform/service-figures.ts'

const megabyte = 1024 * 1024
/** Reading the free space more often would cost more than it is worth. */
const readEveryMs = 1_000
const warnEveryMs = 10 * 60_000

/**
 * Refuses uploads while the disk has less free space than MIN_FREE_DISK, because the database needs that space more.
 * @throws service.storage_full
 */
export function createSpaceCheck({ settings, log }: Pick<Platform, 'settings' | 'log'>): () => Promise<void> {
  let free: Promise<number | undefined> | undefined
  let readAt = 0
  let warnedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = performance.now()
    if (!free || now - readAt > readEveryMs) {
      free = readFreeDisk({ settings })
      readAt = now
    }
    const bytes = await free
    if (bytes === undefined || bytes >= settings.minFreeDisk * megabyte) return
    if (now - warnedAt > warnEveryMs) {
      warnedAt = now
      log.error(
        { freeMegabytes: Math.floor(bytes / megabyte) },
        'uploads are refused: the disk of DATA_DIR is nearly full',
      )
    }
    throw failRequest('service.storage_full')
  }
}
