import { sql } from 'kysely'
import * as repository from '#server/features/commissions/repository/ledger.ts'
import {
  listOverspent,
  listWrongBalances,
  listWrongCenterDays,
} from '#server/features/loyalty/repository/ledger-faults.ts'
import { listWrongRedemptions, listWrongStocks } from '#server/features/loyalty/repository/redemptions.ts'
import { listMissingPoints, listWrongMovements } from '#server/features/loyalty/usecases/points.ts'
import { listWrongPackages } from '#server/features/packages/repository/wrong-packages.ts'
import { listWrongPassings } from '#server/features/payments/repository/transit.ts'
import { listWrongCheckouts } from '#server/features/payments/repository/wrong-checkouts.ts'
import { listWrongUses } from '#server/features/promotions/repository/wrong-uses.ts'
import { listWrongClosings } from '#server/features/tills/repository/wrong-closings.ts'
import type { Db } from '#server/platform/postgres/database.ts'

/** Every row about money, promotions, rewards or points that contradicts the rows it depends on, read from one snapshot. */
export async function verifyLedger(db: Db): Promise<repository.Disagreement[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return [
        ...(await repository.listWrongPayments(tx)),
        ...(await repository.listWrongCommissions(tx)),
        ...(await repository.listWrongSettlements(tx)),
        ...(await listWrongCheckouts(tx)),
        ...(await listWrongPackages(tx)),
        ...(await listWrongPassings(tx)),
        ...(await listWrongClosings(tx)),
        ...(await listWrongUses(tx)),
        ...(await listWrongRedemptions(tx)).map((redemption) => ({ table: 'reward_redemptions', ...redemption })),
        ...(await listWrongStocks(tx)).map((reward) => ({ table: 'rewards', ...reward })),
        ...(await listWrongMovements(tx)).map((movement) => ({ table: 'points_transactions', ...movement })),
        ...(await listMissingPoints(tx)).map((missing) => ({ table: 'appointments', ...missing })),
        ...(await listWrongBalances(tx)).map(({ userId, fault }) => ({ table: 'user_points', id: userId, fault })),
        ...(await listOverspent(tx)).map((account) => ({ table: 'user_points', ...account })),
        ...(await listWrongCenterDays(tx)).map((center) => ({ table: 'center_points_days', ...center })),
      ]
    })
}
