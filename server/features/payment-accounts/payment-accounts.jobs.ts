import { cronJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { purgeTokens } from './repository/payment-accounts.ts'
import { deleteExpiredRequests } from './repository/requests.ts'
import { refreshDueTokens } from './usecases/refresh-tokens.ts'

export const paymentAccountsJobs = [
  cronJob({ name: 'payment_accounts.refresh', cron: '17 * * * *', run: refreshDueTokens, waitsFor: 'gateway' }),
  cronJob({ name: 'payment_accounts.purge', cron: '27 * * * *', run: purge }),
]

async function purge({ db, clock }: Platform): Promise<void> {
  const now = clock.now()
  await deleteExpiredRequests(db, { now })
  await purgeTokens(db, { now })
}
