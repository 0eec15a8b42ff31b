import { zone } from '#contract/calendar.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../centers.errors.ts'
import * as practice from '../repository/practice.ts'

export async function readOwnCenter({ db, clock }: Platform, { centerId }: { centerId: string }) {
  const today = localDay({ instant: clock.now(), zone })
  const row = await practice.findOwnCenter(db, { centerId })
  if (!row) throw fail('centers.not_found')
  return { row, isLicenseLapsed: await practice.isLicenseLapsed(db, { centerId, today }) }
}
