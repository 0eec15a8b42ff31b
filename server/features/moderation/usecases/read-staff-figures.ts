import { zone } from '#contract/calendar.ts'
import { localDay, localMonth, startOfDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import * as repository from '../moderation.repository.ts'

type Figures = Awaited<ReturnType<typeof repository.countForStaff>> & { at: Date }

const maxAgeMs = 30_000
const figuresOf = new WeakMap<Db, Promise<Figures>>()

/** Counts a whole marketplace, so the figures of one count are shared for half a minute. */
export async function readStaffFigures({ db, clock }: Platform): Promise<Figures> {
  const now = clock.now()
  const known = await figuresOf.get(db)
  if (known && now.getTime() - known.at.getTime() < maxAgeMs) return known
  const counting = count({ db, now })
  figuresOf.set(db, counting)
  // A failed count must not be shared.
  counting.catch(() => figuresOf.delete(db))
  return counting
}

async function count({ db, now }: { db: Db; now: Date }): Promise<Figures> {
  return { ...(await repository.countForStaff(db, monthOf(now))), at: now }
}

function monthOf(now: Date): { from: Date; to: Date } {
  const { from, to } = localMonth({ day: localDay({ instant: now, zone }) })
  return { from: startOfDay({ day: from, zone }), to: startOfDay({ day: to, zone }) }
}
