import { pointsExpiryMonths } from '#contract/loyalty-words.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../loyalty.errors.ts'
import { expiryOf, lastMovementOfExpired } from '../loyalty.rules.ts'
import type { PointsGift } from '../loyalty.types.ts'
import * as repository from '../repository/ledger.ts'
import * as faults from '../repository/ledger-faults.ts'
import { expireAllOf } from '../repository/redemptions.ts'

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
  return true
}

/** The account that booked an appointment earns these when it is completed. */
const completionPoints = 100

/**
 * Grants the points of completed appointments in the transaction that completes them. The caller has locked the accounts
 * against deletion. Idempotent: an appointment that is completed again earns only what was taken back.
 */
export async function earnForCompletions(
  tx: Tx,
  { appointmentIds, now }: { appointmentIds: readonly string[]; now: Date },
): Promise<void> {
  if (appointmentIds.length === 0) return
  await repository.lockBalancesOf(tx, { appointmentIds, now })
  const ids = appointmentIds.map(() => newId())
  await repository.insertEarned(tx, { ids, appointmentIds, points: completionPoints, now })
}

const reviewPoints = 50
const verifiedAddressPoints = 200

/** For the first review of an appointment, in the transaction that writes it. */
export async function earnForReview(
  tx: Tx,
  { userId, appointmentId, now }: { userId: string; appointmentId: string; now: Date },
): Promise<void> {
  await grantPoints(tx, {
    userId,
    points: reviewPoints,
    type: 'earned',
    description: 'Calificaste una consulta',
    // The reference is the appointment, because a review can be deleted and written again.
    reference: { type: 'review', id: appointmentId },
    now,
  })
}

/** For the first verified address of an account, in the transaction that verifies it. */
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
  /** Shown to the person, in Spanish. */
  description: string
  now: Date
}

/**
 * Takes back the points of an appointment that is no longer completed or was refunded, as far as the balance allows.
 * @returns how many points it took back
 */
export async function takeBackCompletion(tx: Tx, input: Reversal): Promise<number> {
  await repository.lockBalance(tx, input)
  return repository.insertReversal(tx, { ...input, id: newId() })
}

/** A centre compensates at most this many people on one local day. A check constraint has the same limit. */
const compensatedPeoplePerDay = 20

type Compensation = {
  centerId: string
  /** The centre's local day, on which the count restarts. */
  date: string
  gift: PointsGift
  /** Called once the centre's count and the person's balance are locked, so its result holds until the transaction ends. */
  isDue: () => Promise<boolean>
  now: Date
}

/**
 * Grants points to a person because a centre cancelled. It locks the centre's count first and then the balance.
 * @returns whether it granted them
 */
export async function grantCompensation(tx: Tx, input: Compensation): Promise<boolean> {
  const { gift, isDue, now, ...day } = input
  if ((await repository.lockCompensationDay(tx, day)) >= compensatedPeoplePerDay) return false
  await repository.lockBalance(tx, { ...gift, now })
  if (!(await isDue()) || !(await grantPoints(tx, { ...gift, now }))) return false
  await repository.addCompensatedPerson(tx, day)
  return true
}

/** Whether the centre may compensate one more person on that day. It locks nothing, so it is only a preview. */
export async function mayCompensateToday(db: Db | Tx, input: { centerId: string; date: string }): Promise<boolean> {
  return (await repository.countCompensated(db, input)) < compensatedPeoplePerDay
}

type Correction = {
  /** Of the new movement, from the client. */
  movementId: string
  userId: string
  points: number
  reason: string
  correctedBy: string
  now: Date
}

export type Balance = { availablePoints: number; lifetimePoints: number }

/**
 * Adds or subtracts points as a new movement. The caller has locked the account. Idempotent by the movement's id.
 * @throws loyalty.more_than_available
 */
export async function correctPoints(tx: Tx, input: Correction): Promise<{ balance: Balance; isRepeated: boolean }> {
  const { movementId: id, userId, reason } = input
  await repository.lockBalance(tx, input)
  const description = `Corrección de nuestro equipo: ${reason}`
  const isNew = await repository.insertCorrection(tx, { ...input, id, description })
  const balance = await balanceOf(tx, { userId })
  if (!isNew && !(await repository.hasMovement(tx, { id, userId }))) throw fail('loyalty.more_than_available', balance)
  return { balance, isRepeated: !isNew }
}

async function balanceOf(db: Db | Tx, input: { userId: string }): Promise<Balance> {
  const balance = await repository.findBalance(db, input)
  return { availablePoints: balance?.available ?? 0, lifetimePoints: balance?.lifetime ?? 0 }
}

const shownMovements = 20

/** The balance, when it expires, and the last movements, newest first. */
export async function readPoints(db: Db | Tx, input: { userId: string }) {
  const [balance, movements] = await Promise.all([
    repository.findBalance(db, input),
    repository.listLastMovements(db, { ...input, limit: shownMovements }),
  ])
  return {
    availablePoints: balance?.available ?? 0,
    lifetimePoints: balance?.lifetime ?? 0,
    expiresAt: balance && balance.available > 0 ? expiryOf(balance) : null,
    movements,
  }
}

const expiryBatch = 500

/** Expires the points of accounts without a movement in twelve months, each in its own transaction. */
export async function expirePoints({ db, clock }: Platform): Promise<void> {
  const now = clock.now()
  const before = lastMovementOfExpired({ now })
  const description = `Vencieron: pasaron ${pointsExpiryMonths} meses sin movimientos`
  for (;;) {
    const userIds = await repository.listExpiring(db, { before, limit: expiryBatch })
    for (const userId of userIds) await repository.expirePoints(db, { id: newId(), userId, before, description, now })
    if (userIds.length < expiryBatch) return
  }
}

/** In the transaction that deletes the account. A trigger refuses the deletion until the profile is marked as deleted. */
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
  return faults.listMissingPoints(tx, { completion: completionPoints })
}

export async function listWrongBalances(tx: Tx) {
  return faults.listWrongBalances(tx)
}
