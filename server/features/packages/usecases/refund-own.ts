import { coversRefund, lockCoverOfRefund } from '#server/features/payments/repository/transit.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../packages.errors.ts'
import * as repository from '../repository/packages.ts'
import { refundAtGateway, refundableNow } from './closed-centers.ts'
import { countSessions } from './read-packages.ts'
import { presentReserved } from './settle-package.ts'

const requestsPerHour = 30

/**
 * What the buyer of a package may ask for at the gateway, in cents: the rest of one that was bought online, while they can't book because
 * the centre blocked them or staff closed it. 0: nothing, as while its payer disputes it, or once Senda has passed the money on.
 */
export async function ownRefundOf(db: Db | Tx, row: repository.PackageRow, now: Date): Promise<number> {
  const amountCents = await restOf(db, row, now)
  return amountCents > 0 && (await coversRefund(db, { ...onlinePartOf(row), amountCents, now })) ? amountCents : 0
}

async function restOf(db: Db | Tx, row: repository.PackageRow, now: Date): Promise<number> {
  const isOnline = row.payments.some(({ checkoutId }) => checkoutId !== null)
  if (row.stoppedAt === null || row.refundedAt !== null || row.isDisputed || !isOnline) return 0
  return refundableNow(db, row, now)
}

/** What is bought online is paid whole, so its only payment is that one. */
function onlinePartOf({ centerId, payments }: repository.PackageRow): { centerId: string; paymentId: number } {
  const payment = payments.find(({ checkoutId }) => checkoutId !== null)
  if (!payment) throw new Error('The package was not bought online.')
  return { centerId, paymentId: payment.id }
}

/**
 * Gives back the rest of a package to the buyer who asks for it. Idempotent.
 * @throws packages.not_found, packages.still_usable, packages.reserved, packages.nothing_to_refund, packages.changed, packages.staff_decide
 */
export async function refundOwn(
  platform: Platform,
  { packageId, userId: patientId, refundCents }: { packageId: string; userId: string; refundCents: number },
): Promise<repository.PackageRow> {
  const { db, clock } = platform
  const limit = { name: 'packages.refunded_own', limit: requestsPerHour, windowSeconds: hourMs / 1000 }
  await countAttempt(platform, { ...limit, key: patientId })
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const row = await repository.lockOwn(tx, { packageId, patientId })
    if (!row) throw fail('packages.not_found')
    // The request is repeated, or the desk was first.
    if (row.refundedAt !== null) {
      if (row.refundedCents !== refundCents) throw fail('packages.changed')
      return row
    }
    if (row.stoppedAt === null) throw fail('packages.still_usable')
    if (countSessions(row).reserved > 0) throw fail('packages.reserved', { appointments: presentReserved(row) })
    const restCents = await restOf(tx, row, now)
    if (restCents === 0) throw fail('packages.nothing_to_refund')
    if (restCents !== refundCents) throw fail('packages.changed')
    // A centre and a buyer of its choice would otherwise get the same money twice, the second time from Senda.
    const refund = { ...onlinePartOf(row), amountCents: refundCents, now }
    if (!(await lockCoverOfRefund(tx, refund))) throw fail('packages.staff_decide')
    await refundAtGateway(tx, { platform, row, refundCents, by: 'buyer', now })
    const after = await repository.findPackage(tx, { centerId: row.centerId, packageId })
    if (!after) throw new Error('The transaction holds the package.')
    return after
  })
}
