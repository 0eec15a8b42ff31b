import { zone } from '#contract/calendar.ts'
import type { CommissionPeriod } from '#contract/commission-statuses.ts'
import type { CommissionSummary } from '#contract/commissions.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sumByUnit } from '../repository/sums.ts'
import { periodDays, trendStarts } from '../rules/periods.ts'

export async function readSummary(
  { db, clock }: Platform,
  { period }: { period: CommissionPeriod },
): Promise<CommissionSummary> {
  const { from, to, unit } = periodDays({ period, now: clock.now(), zone })
  const rows = await sumByUnit(db, { from, to, unit })
  const none = () => ({ count: 0, paymentCents: 0, commissionCents: 0 })
  const totals = { pending: none(), paid: none(), cancelled: none() }
  const spans = new Map(
    trendStarts({ from, to, unit }).map((day) => [day, { from: day, commissionCents: 0, paidCents: 0 }]),
  )
  for (const row of rows) {
    const total = totals[row.status]
    total.count += row.count
    total.paymentCents += row.paymentCents
    total.commissionCents += row.commissionCents
    const span = spans.get(row.from)
    if (!span || row.status === 'cancelled') continue
    span.commissionCents += row.commissionCents
    if (row.status === 'paid') span.paidCents += row.commissionCents
  }
  return { from, to, totals, trend: { unit, spans: [...spans.values()] } }
}
