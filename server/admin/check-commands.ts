import { checkStoredTimes, repairStoredTimes } from '#server/features/appointments/usecases/stored-times.ts'
import { verifySums } from '#server/features/commissions/usecases/verify-sums.ts'
import { verifyRecord } from '#server/features/moderation/usecases/record-action.ts'
import type { Platform } from '#server/platform/platform.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { done, type Outcome, refused } from './outcome.ts'

// Commands that compare what the database derives with what it is derived from.

export async function checkTimes({ db }: Pick<Platform, 'db'>): Promise<Outcome> {
  const { stale, services } = await checkStoredTimes(db)
  if (stale === 0) return done(`The stored start times of ${services} services agree with the working hours.`)
  return refused(
    `The stored start times of ${stale} of ${services} services are wrong. Run: npm run admin -- repair-times`,
  )
}

export async function verifyRecordOfStaff({ db }: Pick<Platform, 'db'>): Promise<Outcome> {
  const { rows, fault } = await verifyRecord(db)
  if (fault === undefined) return done(`The record of what staff did is intact: ${rows} rows.`)
  return refused(`The record of what staff did was tampered with: ${fault}. It has ${rows} rows.`)
}

export async function verifyCommissions({ db }: Pick<Platform, 'db'>): Promise<Outcome> {
  const { sums, wrong } = await verifySums(db)
  if (wrong === 0) return done(`The ${sums} daily sums of commissions equal the commissions.`)
  return refused(`${wrong} of ${sums} daily sums of commissions differ from the commissions.`)
}

export async function verifyWholeLedger({ db }: Pick<Platform, 'db'>): Promise<Outcome> {
  const wrong = await verifyLedger(db)
  if (wrong.length === 0) return done('Payments, refunds, commissions, settlements and points agree.')
  const lines = wrong.map(({ table, id, fault }) => `${table} ${id} ${fault}`)
  return refused([...lines, `Rows that disagree: ${wrong.length}.`].join('\n'))
}

export async function repairTimes({ db }: Pick<Platform, 'db'>): Promise<Outcome> {
  const { repaired } = await repairStoredTimes(db)
  return done(`Computed the start times of ${repaired} services again; all of them agree with the working hours now.`)
}
