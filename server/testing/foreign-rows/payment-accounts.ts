import type { ForeignRows } from './foreign-row.ts'
import { ownersBusiness } from './own-center.ts'

export const paymentAccounts: ForeignRows<'paymentAccounts'> = {
  'paymentAccounts.get': (platform) => ownersBusiness(platform, {}),
  'paymentAccounts.disconnect': (platform) => ownersBusiness(platform, {}),
}
