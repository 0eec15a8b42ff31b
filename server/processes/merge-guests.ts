import type { MergeObstacle } from '#contract/guest-merge-routes.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import {
  countAppointmentsOfGuest,
  haveSameTime,
  lockAppointmentsOfGuests,
  moveAppointmentsOfGuest,
} from '#server/features/appointments/repository/of-guests.ts'
import { fail } from '#server/features/contacts/contacts.errors.ts'
import { lockGuests, updateGuest } from '#server/features/contacts/repository/guests.ts'
import * as merges from '#server/features/contacts/repository/merges.ts'
import {
  areDifferent,
  type GuestData,
  isTooMuch,
  mergedGuest,
  undoableSince,
} from '#server/features/contacts/rules/merged-guest.ts'
import { requireReception } from '#server/features/contacts/usecases/import-patients.ts'
import {
  countPackagesOfGuest,
  listReturnable,
  movePackagesOfGuest,
} from '#server/features/packages/repository/of-guests.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { requireVersion, versionOf } from '#server/platform/version.ts'

export const mergeGuestsRoutes = {
  contacts: {
    mergePreview: api.contacts.mergePreview.handler(async ({ input, context }) => {
      const request = withUserId(context, input)
      await requireReception(context.platform.db, request)
      return readMerge(context.platform.db, pairOf(request))
    }),
    mergeGuests: api.contacts.mergeGuests.handler(async ({ input, context }) => {
      await mergeGuests(context.platform, withUserId(context, input))
      return { merged: true as const }
    }),
    undoMerge: api.contacts.undoMerge.handler(async ({ input, context }) => {
      await undoMerge(context.platform, withUserId(context, input))
      return { undone: true as const }
    }),
  },
}

/** A person compares two rows for longer. A day later a merge can't be undone, so a script must not merge all guests of a centre at once. */
const mergesPerHour = { name: 'contacts.merges', limit: 200, windowSeconds: 3600 }

/** Counts a merge or its undo. @throws contacts.reception_only, request.too_many */
async function countMerge(platform: Platform, input: Request): Promise<void> {
  await requireReception(platform.db, input)
  await countAttempt(platform, { ...mergesPerHour, key: input.userId })
}

type Request = { userId: string; centerId: string; guestId: string; otherId: string }

const pairOf = ({ centerId, guestId, otherId }: Request) => ({ centerId, keptId: guestId, mergedId: otherId })
type Pair = ReturnType<typeof pairOf>

/** What merging would do, and why it may not be possible. @throws contacts.guest_not_found */
export async function readMerge(db: Db | Tx, { centerId, keptId, mergedId }: Pair) {
  const kept = await merges.findGuest(db, { centerId, guestId: keptId })
  const other = await merges.findGuest(db, { centerId, guestId: mergedId })
  if (!kept || !other || keptId === mergedId) throw fail('contacts.guest_not_found')
  const result = mergedGuest(kept, other)
  const ofOther = { centerId, guestId: mergedId }
  const [appointments, packages] = [
    await countAppointmentsOfGuest(db, ofOther),
    await countPackagesOfGuest(db, ofOther),
  ]
  const obstacle = await findObstacle(db, { kept, other, result, ids: [keptId, mergedId] })
  const version = versionOf({ kept: dataOf(kept), other: dataOf(other), appointments, packages, obstacle })
  return { result, appointments, packages, obstacle, version, kept }
}

type Rows = { kept: GuestData; other: GuestData; result: GuestData; ids: [string, string] }

async function findObstacle(db: Db | Tx, { kept, other, result, ids }: Rows): Promise<MergeObstacle | null> {
  if (areDifferent(kept, other)) return 'contacts.different_people'
  if (await haveSameTime(db, { guestIds: ids })) return 'contacts.same_time'
  return isTooMuch(result) ? 'contacts.too_much_text' : null
}

const dataOf = ({ name, phone, email, note, cedula, birthDate, cover, tags }: GuestData): GuestData => ({
  ...{ name, phone, email, note },
  ...{ cedula, birthDate, cover, tags },
})

/** The guests first, in the order in which bookings lock them; then their appointments. */
async function lockBoth(tx: Tx, pair: Pair): Promise<void> {
  await lockGuests(tx, pair)
  await merges.lockPair(tx, pair)
  await lockAppointmentsOfGuests(tx, { guestIds: [pair.keptId, pair.mergedId] })
}

/**
 * Moves the appointments and packages of one guest to another, who is the same person, and hides the first for a day. Two receptionists who
 * merge the same rows wait for each other, as bookings for them do.
 * @throws contacts.reception_only, contacts.guest_not_found, contacts.different_people, contacts.same_time, contacts.too_much_text,
 *   request.too_many, and another version
 */
export async function mergeGuests(
  platform: Platform,
  { version, ...input }: Request & { version?: string },
): Promise<void> {
  const now = platform.clock.now()
  const pair = pairOf(input)
  const { centerId, keptId, mergedId } = pair
  await countMerge(platform, input)
  await platform.db.transaction().execute(async (tx) => {
    await requireReception(tx, input)
    await lockBoth(tx, pair)
    const { obstacle, result, kept, version: current } = await readMerge(tx, pair)
    requireVersion({ seen: version, current })
    if (obstacle) throw fail(obstacle)
    const move = { centerId, from: mergedId, to: keptId, now }
    const [appointmentIds, packageIds] = [await moveAppointmentsOfGuest(tx, move), await movePackagesOfGuest(tx, move)]
    await merges.insertMerge(tx, {
      ...{ ...pair, userId: input.userId, now },
      ...{ appointmentIds, packageIds, keptBefore: dataOf(kept) },
    })
    await storeGuest(tx, { centerId, guestId: keptId, data: result, now })
  })
}

type Stored = { centerId: string; guestId: string; data: GuestData; now: Date }

const storeGuest = (tx: Tx, { centerId, guestId, data, now }: Stored) =>
  updateGuest(tx, {
    ...{ centerId, guestId, now, fullName: data.name, phone: data.phone, email: data.email, note: data.note },
    facts: data,
  })

/**
 * Gives back what a merge moved, except what a package pays for that stays. What was edited of the guest who stays after the merge is kept.
 * @throws contacts.reception_only, contacts.guest_not_found, contacts.merge_over, request.too_many
 */
async function undoMerge(platform: Platform, input: Request): Promise<void> {
  const now = platform.clock.now()
  const pair = pairOf(input)
  const { centerId, keptId, mergedId } = pair
  await countMerge(platform, input)
  await platform.db.transaction().execute(async (tx) => {
    await requireReception(tx, input)
    await lockBoth(tx, pair)
    const kept = await merges.findGuest(tx, { centerId, guestId: keptId })
    if (!kept) throw fail('contacts.guest_not_found')
    const merge = await merges.findMerge(tx, { ...pair, since: undoableSince(now) })
    if (!merge) throw fail('contacts.merge_over')
    const isUnchanged = kept.updatedAt.getTime() === merge.mergedAt.getTime()
    if (isUnchanged) await storeGuest(tx, { centerId, guestId: keptId, data: merge.keptBefore, now })
    await merges.undoMerge(tx, { centerId, mergedId, now })
    const back = { centerId, from: keptId, to: mergedId, now }
    const returnable = await listReturnable(tx, merge)
    await moveAppointmentsOfGuest(tx, { ...back, ids: returnable.appointmentIds })
    await movePackagesOfGuest(tx, { ...back, ids: returnable.packageIds })
  })
}
