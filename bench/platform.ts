import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createGateway } from '#server/gateways.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { createDiskFiles } from '#server/platform/file-store.ts'
import { createKeyRing } from '#server/platform/key-ring.ts'
import { createLive } from '#server/platform/live.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { readSettings, type Settings } from '#server/platform/settings.ts'

/** The platform for use cases and the app, on the bench's database. */
export function benchPlatform({
  db,
  pool,
  settings = readSettings({ LOG_LEVEL: 'warn' }),
  clock = systemClock,
}: {
  db: Db
  pool: pg.Pool
  settings?: Settings
  clock?: Clock
}): Platform {
  const log = createLog(settings)
  const base = {
    db,
    pool,
    reserve: { db, pool },
    log,
    settings,
    clock,
    files: createDiskFiles({ folder: join(tmpdir(), 'senda-bench-files') }),
    live: createLive({ pool, log }),
    recordKeys: createKeyRing([{ id: 'bench', bytes: Buffer.alloc(32) }]),
    secret: Buffer.alloc(32, 'bench'),
  }
  return { ...base, gateway: createGateway(base) }
}
