import type { ForeignRows } from './foreign-row.ts'
import { ownersBusiness } from './own-center.ts'

const period = { from: '2026-11-01', to: '2026-11-30' }

export const payments: ForeignRows<'payments'> = {
  'payments.revenue': (platform) => ownersBusiness(platform, period),
  'payments.revenueCsv': (platform) => ownersBusiness(platform, period),
  'payments.commissions': (platform) => ownersBusiness(platform, {}),
  'payments.commissionRates': (platform) => ownersBusiness(platform, {}),
  'payments.statementCsv': (platform) => ownersBusiness(platform, { month: '2026-11-01' }),
  'payments.statementPdf': (platform) => ownersBusiness(platform, { month: '2026-11-01' }),
  'payments.transit': (platform) => ownersBusiness(platform, {}),
  'payments.settlements': (platform) => ownersBusiness(platform, {}),
}
