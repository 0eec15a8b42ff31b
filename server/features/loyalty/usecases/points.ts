import { failRequest } from '#contract/errors.ts'
import {
  compensatedPeoplePerDay,
  completionPoints,
  maxCenterPointsPerDay,
  pointsExpiryMonths,
  reviewPoints,
  verifiedAddressPoints,
} from '#contract/loyalty-words.ts'
import { runEachOrThrow } from '#server/platform/each-row.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../loyalty.errors.ts'
import { expiryOf, lastMovementOfExpired } from '../loyalty.rules.ts'
import type { PointsGift } from '../loyalty.types.ts'
import * as compensations from '../repository/compensations.ts'
import { insertCorrection } from '../repository/corrections.ts'
import * as repository from '../repository/ledger.ts'
import * as faults from '../repository/ledger-faults.ts'
import { expireAllOf } from '../repository/redemptions.ts'
import { notifyOfMovements } from './notify-movements.ts'

/**
 * Grants points in the caller's transaction, which has locked the account against deletion. Idempotent for one reference.
 * @returns whether it granted them now
 */
export async function grantPoints(tx: Tx, { now, ...gift }: PointsGift & { now: Date }): Promise<boolean> {
  if (!Number.isInteger(gift.points) || gift.points <= 0)
    throw new Error('A gift has a positive whole number of points.')
  await repository.lockBalance(tx, { ...gift, now })
  if (!(await repository.insertMovement(tx, { id: newId(), gift, now }))) return false
  await repository.addToBalance(tx, { ...gift, now })
  await notifyOfMovements(tx, { movements: [gift], now })
  return true
}

/**
 * Grants the points of completed appointments in the transaction that completes them or brings their payment, after their
 * commission is charged. Only an appointment whose commission and payments through Senda cover the points earns them. The caller has
 * locked the accounts against deletion. Idempotent: an appointment that is completed again earns only what was taken back.
 */
export async function earnForCompletions(
  tx: Tx,
  { appointmentIds, now }: { appointmentIds: readonly string[]; now: Date },
): Promise<void> {
  if (appointmentIds.length === 0) return
  await repository.lockCenterDays(tx, { appointmentIds, now })
  await repository.lockBalancesOf(tx, { appointmentIds, now })
  const ids = [...appointmentIds, ...appointmentIds].map(() => newId())
  const points = { completion: completionPoints, review: reviewPoints }
  const movements = await repository.insertEarned(tx, {
    ids,
    appointmentIds,
    points,
    maxPerCenter: maxCenterPointsPerDay,
    now,
  })
  await notifyOfMovements(tx, { movements, now })
}

/**
 * Grants the points for the first review of an appointment, in the transaction that writes it. @returns how many it
 * granted
 */
export async function earnForReview(
  tx: Tx,
  { userId, appointmentId, centerId, now }: { userId: string; appointmentId: string; centerId: string; now: Date },
): Promise<number> {
  await repository.lockCenterDays(tx, { appointmentIds: [appointmentId], now })
  if (!(await repository.earnsPoints(tx, { appointmentId }))) return 0
  if (!(await mayCenterGive(tx, { centerId, points: reviewPoints, now }))) return 0
  const isGranted = await grantPoints(tx, {
    userId,
    points: reviewPoints,
    type: 'earned',
    description: 'Calificaste una consulta',
    // The reference is the appointment, because a review can be deleted and written again.
    reference: { type: 'review', id: appointmentId },
    now,
  })
  return isGranted ? reviewPoints : 0
}

type CenterGift = { centerId: string; points: number; now: Date }

/** Whether a centre's limit of points a day leaves room. Exact only while the caller has locked the centre's day. */
async function mayCenterGive(db: Db | Tx, { points, ...day }: CenterGift): Promise<boolean> {
  return (await repository.findGivenByCenter(db, day)) + points <= maxCenterPointsPerDay
}

/** Grants the points for the first verified address of an account, in the transaction that verifies it. */
export async function earnForVerifiedAddress(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await grantPoints(tx, {
    userId,
    points: verifiedAddressPoints,
    type: 'earned',
    description: 'Confirmaste tu correo',
    reference: { type: 'account', id: userId },
    now,
  })
}

type Reversal = {
  userId: string
  appointmentId: string
  /** The person reads this text, which is in Spanish. */
  description: string
  now: Date
}

/**
 * Takes back the points of an appointment that is no longer completed or was refunded, and those of its review. The balance
 * falls below zero when they were spent.
 * @returns how many points it took back
 */
export async function takeBackCompletion(tx: Tx, input: Reversal): Promise<number> {
  await repository.lockBalance(tx, input)
  const points = await repository.insertReversal(tx, { ...input, ids: [newId(), newId()] })
  if (points > 0) await notifyOfMovements(tx, { movements: [{ ...input, points: -points }], now: input.now })
  return points
}

/**
 * Takes back the points of an appointment that no longer earns them, or grants them when it earns them again, in the
 * transaction that changes its commission or its payments.
 * @returns how many points it took back
 */
export async function updateCompletion(tx: Tx, input: Reversal): Promise<number> {
  if (!(await repository.earnsPoints(tx, input))) return takeBackCompletion(tx, input)
  await earnForCompletions(tx, { appointmentIds: [input.appointmentId], now: input.now })
  return 0
}

type Compensation = {
  centerId: string
  /** The centre's local day, on which the count restarts. */
  date: string
  gift: PointsGift
  /**
   * It is called once the centre's count and the person's balance are locked, so its result holds until the transaction
   * ends.
   */
  isDue: () => Promise<boolean>
  now: Date
}

/**
 * Grants points to a person because a centre cancelled. It locks the centre's counts first and then the balance.
 * @returns whether it granted them
 */
export async function grantCompensation(tx: Tx, input: Compensation): Promise<boolean> {
  const { gift, isDue, now, ...day } = input
  if ((await compensations.lockCompensationDay(tx, day)) >= compensatedPeoplePerDay) return false
  await repository.lockCenterDays(tx, { appointmentIds: [gift.reference.id], now })
  if (!(await mayCenterGive(tx, { ...day, points: gift.points, now }))) return false
  await repository.lockBalance(tx, { ...gift, now })
  if (!(await compensations.mayCompensate(tx, { ...day, ...gift })) || !(await isDue())) return false
  if (!(await grantPoints(tx, { ...gift, now }))) return false
  await compensations.addCompensatedPerson(tx, day)
  return true
}

type PreviewedGift = CenterGift & { userId: string; date: string }

/** Whether the centre may compensate this person on that day. It locks nothing, so it is only a preview. */
export async function mayCompensateToday(db: Db | Tx, input: PreviewedGift): Promise<boolean> {
  if ((await compensations.countCompensated(db, input)) >= compensatedPeoplePerDay) return false
  return (await mayCenterGive(db, input)) && compensations.mayCompensate(db, input)
}

type Correction = {
  /** The id of the new movement, which the client creates. */
  movementId: string
  userId: string
  points: number
  reason: string
  correctedBy: string
  now: Date
}

export type Balance = { availablePoints: number; spendablePoints: number; lifetimePoints: number }

/**
 * Adds or subtracts points as a new movement. The caller has locked the account. Idempotent by the movement's id.
 * @throws loyalty.more_than_available, request.key_reused
 */
export async function correctPoints(tx: Tx, input: Correction): Promise<{ balance: Balance; isRepeated: boolean }> {
  const { movementId: id, reason } = input
  await repository.lockBalance(tx, input)
  const description = `Corrección de nuestro equipo: ${reason}`
  const isNew = await insertCorrection(tx, { ...input, id, description })
  const balance = await readBalance(tx, input)
  if (isNew) {
    await notifyOfMovements(tx, { movements: [{ ...input, description }], now: input.now })
    return { balance, isRepeated: false }
  }
  const sent = await repository.findMovement(tx, { id })
  if (!sent) throw fail('loyalty.more_than_available', balance)
  const isSame = sent.userId === input.userId && sent.points === input.points && sent.description === description
  if (!isSame) throw failRequest('request.key_reused')
  return { balance, isRepeated: true }
}

/** A balance below zero has nothing to spend, and neither do points on hold. */
export async function readBalance(db: Db | Tx, input: { userId: string; now: Date }): Promise<Balance> {
  return balanceOf(await repository.findBalance(db, input))
}

function balanceOf(row: Awaited<ReturnType<typeof repository.findBalance>>): Balance {
  const { available = 0, lifetime = 0, onHold = 0 } = row ?? {}
  return { availablePoints: available, spendablePoints: Math.max(available - onHold, 0), lifetimePoints: lifetime }
}

const shownMovements = 20

/** The balance, when it expires, and the last movements, newest first. */
export async function readPoints(db: Db | Tx, input: { userId: string; now: Date }) {
  const [balance, movements] = await Promise.all([
    repository.findBalance(db, input),
    repository.listLastMovements(db, { ...input, limit: shownMovements }),
  ])
  return {
    ...balanceOf(balance),
    expiresAt: balance && balance.available > 0 ? expiryOf(balance) : null,
    movements,
  }
}

const expiryBatch = 500

/** Expires the points of accounts without a movement in twelve months, each in its own transaction. */
export async function expirePoints({ db, clock, log }: Platform): Promise<void> {
  const now = clock.now()
  const before = lastMovementOfExpired({ now })
  const description = `Vencieron: pasaron ${pointsExpiryMonths} meses sin movimientos`
  for (;;) {
    const userIds = await repository.listExpiring(db, { before, limit: expiryBatch })
    await runEachOrThrow({
      log,
      rows: userIds,
      about: (userId) => ({ userId }),
      failure: 'the points of an account could not be expired',
      run: (userId) =>
        db.transaction().execute(async (tx) => {
          const expired = await repository.expirePoints(tx, { id: newId(), userId, before, description, now })
          if (expired) await notifyOfMovements(tx, { movements: [expired], now })
        }),
    })
    if (userIds.length < expiryBatch) return
  }
}

/**
 * Runs in the transaction that deletes the account. A trigger refuses the deletion until the profile is marked as
 * deleted.
 */
export async function deletePoints(tx: Tx, input: { userId: string }): Promise<void> {
  await repository.deleteAll(tx, input)
  await expireAllOf(tx, input)
}

export async function listWrongMovements(tx: Tx) {
  return faults.listWrongMovements(tx, {
    completion: completionPoints,
    review: reviewPoints,
    verifiedAddress: verifiedAddressPoints,
  })
}

export async function listMissingPoints(tx: Tx) {
  return faults.listMissingPoints(tx, { completion: completionPoints, maxPerCenter: maxCenterPointsPerDay })
}
