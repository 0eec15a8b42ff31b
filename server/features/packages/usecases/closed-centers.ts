import { refundPackagePayment } from '#server/features/payments/repository/payments-of-packages.ts'
import { requestRefund } from '#server/features/payments/usecases/refund-online.ts'
import { runEachOrThrow } from '#server/platform/each-row.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { divideRefund, refundableOf } from '../packages.rules.ts'
import * as repository from '../repository/packages.ts'
import { countSessions } from './read-packages.ts'
import { tellOfRefund } from './tell-buyer.ts'

type Sellers = { centerId: string; guestId?: string; now: Date }

/** What of a package can be given back at `now`, in cents. */
const refundableNow = (row: repository.PackageRow, now: Date) => refundableOf({ ...row, ...countSessions(row), now })

/** Whether the centre, or one of its guests, has packages of which something can be given back: without the one or the other it can't be. */
export async function hasRefundablePackages(db: Db | Tx, input: Sellers): Promise<boolean> {
  const rows = await repository.listPaid(db, input)
  return rows.some((row) => refundableNow(row, input.now) > 0)
}

/**
 * Gives back what is left of the packages that were bought online at a centre whose owner staff banned, once its appointments are
 * cancelled: no desk is left that could. A repeated run gives back nothing twice.
 */
export async function giveBackPackages(platform: Platform, { centerId }: { centerId: string }): Promise<void> {
  const { db, clock, log } = platform
  const rows = await repository.listPaid(db, { centerId, now: clock.now() })
  await runEachOrThrow({
    log,
    rows: rows.filter(({ payments }) => payments.some(({ checkoutId }) => checkoutId !== null)),
    about: ({ id }) => ({ packageId: id }),
    failure: 'a package of a closed centre could not be given back',
    run: ({ id }) => db.transaction().execute((tx) => giveBack(tx, platform, { centerId, packageId: id })),
  })
}

async function giveBack(
  tx: Tx,
  platform: Platform,
  { centerId, packageId }: { centerId: string; packageId: string },
): Promise<void> {
  const now = platform.clock.now()
  // Staff may have decided otherwise by then.
  if (!(await repository.lockBan(tx, { centerId }))) return
  const row = await repository.lockPackage(tx, { centerId, packageId })
  if (!row || row.refundedAt !== null) return
  // Its session counts as used once the appointment is over.
  if (countSessions(row).reserved > 0) throw new Error('an appointment with the package is still open')
  const refundCents = refundableNow(row, now)
  if (refundCents === 0) return
  for (const { payment, cents: amountCents } of divideRefund(row.payments, refundCents)) {
    const { id: paymentId, checkoutId } = payment
    if (checkoutId === null) continue
    const reason = 'Cerramos el centro.'
    await refundPackagePayment(tx, { paymentId, amountCents, reason, refundedBy: null, isFromTill: false, now })
    await requestRefund(tx, { checkoutId, amountCents, reason: 'by_center', now })
  }
  await repository.setRefunded(tx, { packageId, now })
  await tellOfRefund(tx, { platform, row, refundCents, by: 'staff' })
}
