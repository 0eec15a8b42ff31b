import type { DeskMethod } from '#contract/payment-methods.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import {
  insertPackagePayment,
  refundPackagePayment,
} from '#server/features/payments/repository/payments-of-packages.ts'
import { lockCoverOfRefund } from '#server/features/payments/repository/transit.ts'
import { requestRefund } from '#server/features/payments/usecases/refund-online.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { fail } from '../packages.errors.ts'
import { requireSeller } from '../packages.policy.ts'
import { divideRefund, refundableOf } from '../packages.rules.ts'
import * as repository from '../repository/packages.ts'
import { countSessions } from './read-packages.ts'
import { requirePackage } from './sell-package.ts'
import { tellOfRefund } from './tell-buyer.ts'

type Request = { centerId: string; userId: string; packageId: string }

const changesPerHour = 400

/** Runs one change of a package that the desk makes, under its lock. */
async function changePackage(
  platform: Platform,
  input: Request,
  change: (tx: Tx, locked: { row: repository.PackageRow; now: Date }) => Promise<void>,
): Promise<repository.PackageRow> {
  const limit = { name: 'packages.changed', limit: changesPerHour, windowSeconds: hourMs / 1000 }
  await countAttempt(platform, { ...limit, key: input.userId })
  return platform.db.transaction().execute(async (tx) => {
    requireSeller(await requireMember(tx, input))
    const row = await repository.lockPackage(tx, input)
    if (!row) throw fail('packages.not_found')
    await change(tx, { row, now: platform.clock.now() })
    return requirePackage(tx, input)
  })
}

type Part = Request & { amountCents: number; method: DeskMethod; paidCents: number }

/**
 * Records a part of the price. Idempotent for the member who repeats a request whose response was lost.
 * @throws packages.changed, packages.more_than_due
 */
export async function collectPart(platform: Platform, input: Part): Promise<repository.PackageRow> {
  const { amountCents, method, paidCents, userId } = input
  return changePackage(platform, input, async (tx, { row, now }) => {
    const last = row.payments.at(-1)
    const isRepeated =
      row.paidCents === paidCents + amountCents &&
      last?.amountCents === amountCents &&
      last.method === method &&
      last.collectedBy === userId
    if (isRepeated) return
    if (row.paidCents !== paidCents || row.refundedAt !== null) throw fail('packages.changed')
    const dueCents = row.priceCents - row.paidCents
    if (amountCents > dueCents) throw fail('packages.more_than_due', { dueCents })
    await insertPackagePayment(tx, { ...input, collectedBy: userId, now })
  })
}

/**
 * Gives back what is left of a package, which ends it. Of two requests at the same time, one gives back. Every payment is refunded as it
 * came in: from the till, or by the gateway.
 * @throws packages.reserved, packages.nothing_to_refund, packages.changed, packages.passed_on
 */
export async function refundPackage(
  platform: Platform,
  input: Request & { refundCents: number },
): Promise<repository.PackageRow> {
  const { refundCents, packageId } = input
  return changePackage(platform, input, async (tx, { row, now }) => {
    const sold = { ...row, ...countSessions(row), now }
    const refundableCents = refundableOf(sold)
    // The request is repeated, or another desk was first.
    if (row.refundedAt !== null && refundableCents === 0 && row.refundedCents === refundCents) return
    const appointments = presentReserved(row)
    if (appointments.length > 0) throw fail('packages.reserved', { appointments })
    if (refundableCents === 0) throw fail('packages.nothing_to_refund')
    if (refundableCents !== refundCents) throw fail('packages.changed')
    const shares = divideRefund(row.payments, refundCents)
    for (const { payment, cents } of shares) await giveBack(tx, { ...input, payment, amountCents: cents, now })
    await repository.setRefunded(tx, { packageId, now })
    // What is bought online is paid whole, so its only payment is that one.
    const isOnline = shares.some(({ payment }) => payment.checkoutId !== null)
    await tellOfRefund(tx, { platform, row, refundCents, by: isOnline ? 'gateway' : 'desk' })
  })
}

type Share = Request & { payment: repository.PackageRow['payments'][number]; amountCents: number; now: Date }

async function giveBack(tx: Tx, { centerId, userId, payment, amountCents, now }: Share): Promise<void> {
  const { id: paymentId, checkoutId } = payment
  const refund = { paymentId, amountCents, reason: refundReason, refundedBy: userId, now }
  // What Senda has passed on would come from its own money.
  if (checkoutId !== null && !(await lockCoverOfRefund(tx, { centerId, paymentId, amountCents, now })))
    throw fail('packages.passed_on')
  await refundPackagePayment(tx, { ...refund, isFromTill: checkoutId === null })
  if (checkoutId !== null) await requestRefund(tx, { checkoutId, amountCents, reason: 'by_center', now })
}

/** What the payment keeps as the reason of its refund. */
const refundReason = 'Se devolvió lo que quedaba del bono.'

/** The open appointments that a package pays for, as the error names them. */
export const presentReserved = ({ visits }: repository.PackageRow) =>
  visits.filter(({ status }) => isOpen(status)).map(presentVisit)

const isOpen = (status: string) => status === 'pending' || status === 'confirmed'

function presentVisit({ appointmentId: id, startsAt, professionalName }: repository.Visit) {
  return { id, startsAt: new Date(startsAt).toISOString(), professionalName }
}
