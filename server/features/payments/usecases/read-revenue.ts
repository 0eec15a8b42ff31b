import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { zone } from '#contract/calendar.ts'
import type { Revenue } from '#contract/payments.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sumCreditsOfCenter } from '../repository/online.ts'
import * as repository from '../repository/revenue.ts'
import { consultationHead, consultationLines, csvFileName, soldLines } from '../rules/csv.ts'
import { addIncome, noIncome } from '../rules/income.ts'
import { byIncome, byMethodOrder, fillMonths, monthsOf, type Period, spanOf } from '../rules/revenue.ts'

type OfCenter = Period & { centerId: string }

/** From one snapshot, so that the sums agree with each other. */
export async function readRevenue({ db }: Platform, { centerId, ...period }: OfCenter): Promise<Revenue> {
  const span = { centerId, ...spanOf({ ...period, zone }) }
  const [sums, sold, byMethod, inAdvance, direct] = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(
      async (tx) =>
        [
          await repository.sumRevenue(tx, span),
          await repository.sumSoldPackages(tx, span),
          await repository.sumPayments(tx, span),
          await repository.sumInAdvance(tx, { centerId }),
          await sumCreditsOfCenter(tx, { centerId }),
        ] as const,
    )
  const packages = sold.reduce(addIncome, noIncome)
  return {
    total: addIncome(sums.total, packages),
    byMonth: fillMonths({ months: monthsOf(period), lines: [sums.byMonth, sold].flat() }),
    packages,
    byService: byIncome(sums.byService),
    byProfessional: byIncome(sums.byProfessional),
    byMethod: byMethodOrder(byMethod),
    inAdvance: { ...inAdvance, direct },
  }
}

/** Exports of one account. */
export const revenueExports = { name: 'payments.exported', limit: 30, windowSeconds: 3600 }
const batch = 2000

/** Exports every appointment of the period as CSV, from one snapshot. Other requests run between its batches. */
export async function exportRevenue(
  { db }: Platform,
  { centerId, ...period }: OfCenter,
): Promise<{ fileName: string; csv: string }> {
  const span = { centerId, ...spanOf({ ...period, zone }) }
  const parts = [consultationHead()]
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      let after: repository.Consultation | undefined
      do {
        const consultations = await repository.listConsultations(tx, { ...span, limit: batch, after })
        parts.push(consultationLines({ consultations, zone }))
        after = consultations.length < batch ? undefined : consultations.at(-1)
        await yieldToRequests()
      } while (after !== undefined)
      parts.push(soldLines({ payments: await repository.listSoldPackages(tx, span), zone }))
    })
  return { fileName: csvFileName(period), csv: parts.join('') }
}
