import { zone } from '#contract/calendar.ts'
import { localDay, localMonth } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as repository from '../repository/staff-figures.ts'

export async function readStaffFigures({ db, clock }: Platform) {
  const now = clock.now()
  const month = localMonth({ day: localDay({ instant: now, zone }) })
  return { ...(await repository.readFigures(db, month)), at: now }
}

/** Each change of a figure adds a row. Adding the rows up keeps reading the figures fast. */
export async function addUpFigures({ db }: Platform): Promise<void> {
  await repository.addUpFigures(db)
}
