import type pg from 'pg'
import { systemClock } from '#server/platform/clock.ts'
import { createDiskFiles } from '#server/platform/files.ts'
import { createLive } from '#server/platform/live.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { readSettings } from '#server/platform/settings.ts'

/** What use cases need, on a bench's database. */
export function benchPlatform({ db, pool }: { db: Db; pool: pg.Pool }): Platform {
  const log = createLog({ logLevel: 'warn' })
  return {
    db,
    pool,
    log,
    settings: readSettings({}),
    clock: systemClock,
    files: createDiskFiles({ folder: 'data/bench-files' }),
    live: createLive({ pool, log }),
    secret: Buffer.alloc(32),
  }
}
