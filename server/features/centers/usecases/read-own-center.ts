import { zone } from '#contract/calendar.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../centers.errors.ts'
import { readCenterState } from '../repository/closed.ts'
import * as practice from '../repository/practice.ts'

export async function readOwnCenter({ db, clock }: Platform, { centerId }: { centerId: string }) {
  const today = localDay({ instant: clock.now(), zone })
  const row = await practice.findOwnCenter(db, { centerId })
  if (!row) throw fail('centers.not_found')
  const isClosed = (await readCenterState(db, { centerId, now: clock.now() })) === 'closed'
  return { row, isClosed, isLicenseLapsed: await practice.isLicenseLapsed(db, { centerId, today }) }
}
