import { newId } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from './loyalty.repository.ts'
import type { PointsGift } from './loyalty.types.ts'

/**
 * Gives points in the transaction of whatever earns them, which has made sure that the account stays. Doing it again for
 * the same thing gives nothing. @returns whether it gave them now
 */
export async function grantPoints(tx: Tx, { now, ...gift }: PointsGift & { now: Date }): Promise<boolean> {
  if (!Number.isInteger(gift.points) || gift.points <= 0) throw new Error('Only points can be given.')
  await repository.lockBalance(tx, { ...gift, now })
  if (!(await repository.insertMovement(tx, { id: newId(), gift, now }))) return false
  await repository.addToBalance(tx, gift)
  return true
}

/** A centre compensates at most this many people on one local day; the database holds the limit, too. */
const compensatedPeoplePerDay = 20

type Compensation = {
  centerId: string
  /** The centre's local day, on which the count restarts. */
  date: string
  gift: PointsGift
  /** Asked once the centre's count and the person's balance are locked: what it reads stays true until the transaction ends. */
  isDue: () => Promise<boolean>
  now: Date
}

/**
 * Gives a person points because a centre cancelled. The centre's count is locked first and the balance second, in that order
 * everywhere. @returns whether the points were given
 */
export async function grantCompensation(tx: Tx, input: Compensation): Promise<boolean> {
  const { gift, isDue, now, ...day } = input
  if ((await repository.lockCompensationDay(tx, day)) >= compensatedPeoplePerDay) return false
  await repository.lockBalance(tx, { ...gift, now })
  if (!(await isDue()) || !(await grantPoints(tx, { ...gift, now }))) return false
  await repository.addCompensatedPerson(tx, day)
  return true
}

/** Whether the centre may compensate one more person on that day, as far as it can be known before it happens. */
export async function mayCompensateToday(db: Db | Tx, input: { centerId: string; date: string }): Promise<boolean> {
  return (await repository.countCompensated(db, input)) < compensatedPeoplePerDay
}

/** The account goes, and what it had saved goes along. */
export async function deletePoints(tx: Tx, input: { userId: string }): Promise<void> {
  await repository.deleteAll(tx, input)
}
