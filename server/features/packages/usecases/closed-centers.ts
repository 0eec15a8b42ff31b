import { objectionDays } from '#contract/calendar.ts'
import { refundPackagePayment } from '#server/features/payments/repository/payments-of-packages.ts'
import { requestRefund } from '#server/features/payments/usecases/refund-online.ts'
import { runEachOrThrow } from '#server/platform/each-row.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { divideRefund, refundableOf } from '../packages.rules.ts'
import * as repository from '../repository/packages.ts'
import { countSessions } from './read-packages.ts'
import { tellOfRefund } from './tell-buyer.ts'

type Sellers = { centerId: string; guestId?: string; now: Date }

const objectionMs = objectionDays * dayMs

/**
 * What of a package can be given back at `now`, in cents, when its centre goes: also while its payer disputes it, as the centre may win. A
 * visit that the desk alone entered counts as used once its patient can object to it no more.
 */
export async function refundableNow(db: Db | Tx, row: repository.PackageRow, now: Date): Promise<number> {
  if (row.isLost) return 0
  const since = new Date(now.getTime() - objectionMs)
  const unaccepted = await repository.listUnaccepted(db, { packageId: row.id, since })
  const visits = row.visits.filter(({ appointmentId }) => !unaccepted.includes(appointmentId))
  return refundableOf({ ...row, ...countSessions({ ...row, visits }), isDisputed: false, now })
}

/** Whether the centre, or one of its guests, has packages of which something can be given back: without the one or the other it can't be. */
export async function hasRefundablePackages(db: Db | Tx, input: Sellers): Promise<boolean> {
  for (const row of await repository.listPaid(db, input)) {
    if ((await refundableNow(db, row, input.now)) > 0) return true
  }
  return false
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

/** Gives back what is left of the package that a checkout bought, once a dispute about it has ended and if staff banned its centre. */
export async function giveBackBought(
  tx: Tx,
  platform: Platform,
  { checkoutId }: { checkoutId: string },
): Promise<void> {
  const bought = await repository.lockBought(tx, { checkoutId })
  if (bought) await giveBack(tx, platform, { centerId: bought.centerId, packageId: bought.id })
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
  const refundCents = await refundableNow(tx, row, now)
  // The gateway gives nothing back while its payer disputes it. Once the centre wins, this runs again.
  if (refundCents === 0 || row.isDisputed) return
  await refundAtGateway(tx, { platform, row, refundCents, by: 'staff', now })
}

type Refund = { platform: Platform; row: repository.PackageRow; refundCents: number; by: 'staff' | 'buyer'; now: Date }

/** Gives back what is left of a package that was bought online, at the gateway, which ends it, and tells the buyer. The caller holds its lock. */
export async function refundAtGateway(tx: Tx, { platform, row, refundCents, by, now }: Refund): Promise<void> {
  for (const { payment, cents: amountCents } of divideRefund(row.payments, refundCents)) {
    const { id: paymentId, checkoutId } = payment
    if (checkoutId === null) continue
    const reason = reasons[by]
    await refundPackagePayment(tx, { paymentId, amountCents, reason, refundedBy: null, isFromTill: false, now })
    await requestRefund(tx, { checkoutId, amountCents, reason: by === 'staff' ? 'by_center' : 'by_patient', now })
  }
  await repository.setRefunded(tx, { packageId: row.id, now })
  await tellOfRefund(tx, { platform, row, refundCents, by })
}

/** What the payment keeps as the reason of its refund. */
const reasons = { staff: 'Cerramos el centro.', buyer: 'Lo pidió quien compró el bono, porque no podía reservar.' }
