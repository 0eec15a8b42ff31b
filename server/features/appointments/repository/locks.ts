import { sql } from 'kysely'
import { lockInTransaction, lockOf, tryLockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

// The locking protocol of appointments. A transaction takes the locks that it needs in this order, and may skip any of
// them, so no two transactions deadlock:
//
// 1. Its kind of request: the holder of a time, the idempotency key of a desk booking, a change of many appointments.
// 2. The patients' accounts. Deleting an account locks it first, too, and then its appointments.
// 3. The centre. Reviews and the deletion of an account, too, lock a centre before its appointments.
// 4. The calendars of professionals and attendees.
// 5. The appointments.
// 6. The professionals' hours.
// 7. Promotions, their uses and redemptions, then what centres gave in points today, then balances of points.
//
// Where a step locks several rows or keys, it locks them in the order of their ids.

type ForChange = {
  patientIds?: readonly (string | null)[]
  /** The professionals and attendees in whose calendars the change occupies a time. */
  calendarsOf?: readonly (string | null)[]
  /** Staff cannot close the centre of the appointments until the change is stored, which is then cancelled with the others. */
  keepsCenterOpen?: boolean
  appointmentIds: readonly string[]
}

/**
 * Steps 2 to 5, for a change of existing appointments. What the transaction reads afterwards stays true until it ends.
 * @returns whether each patient still has an account
 */
export async function lockForChange(
  tx: Tx,
  { patientIds = [], calendarsOf = [], keepsCenterOpen = false, appointmentIds }: ForChange,
): Promise<{ haveAccounts: boolean }> {
  const patients = withoutNulls(patientIds)
  const [locked] = await inOrder(tx, [
    lockPatients(tx, patients),
    keepsCenterOpen && lockCentersOf(tx, appointmentIds),
    lockCalendars(tx, withoutNulls(calendarsOf)),
    lockAppointments(tx, appointmentIds),
  ])
  return { haveAccounts: locked === patients.length }
}

const withoutNulls = (ids: readonly (string | null)[]) => [...new Set(ids)].filter((id) => id !== null)

/**
 * Step 1, for holding a time. Requests of one holder run one after another, so the later one replaces the earlier one;
 * requests from one network address do as well, which makes the limit per address exact.
 */
export async function lockHolders(
  tx: Tx,
  { holders, addressHash }: { holders: readonly string[]; addressHash: string },
): Promise<void> {
  const locks = holders.map((id) => ({ kind: 'holder', id }) as const)
  await lockInTransaction(tx, ...locks, { kind: 'holds-of-address', id: addressHash })
}

/** Step 1, for a time that becomes the account's: its other hold is replaced. */
export async function lockHolderOfAccount(tx: Tx, { patientId }: { patientId: string }): Promise<void> {
  await lockInTransaction(tx, { kind: 'holder', id: `user:${patientId}` })
}

/**
 * Still step 1, for a visitor's hold, once the professional is known: it makes the limit of visitors' holds exact. The
 * transaction holds no lock of a later step that another visitor's hold waits for.
 */
export async function lockHoldsOfVisitors(tx: Tx, { professionalId }: { professionalId: string }): Promise<void> {
  await lockInTransaction(tx, { kind: 'holds-of-professional', id: professionalId })
}

/**
 * Step 1, before any other lock, for confirming as an account without a confirmed address: it makes the limit of such bookings
 * from one network exact. Holding takes another lock than confirming: it waits with the professional's hours locked.
 */
export async function lockUnprovenBookings(
  tx: Tx,
  { appointmentId, patientId }: { appointmentId: string; patientId: string },
): Promise<void> {
  await lockedUnproven(tx, { appointmentId, patientId })
}

const lockedUnproven = builtOnce((_, { appointmentId, patientId }: { appointmentId: string; patientId: string }) =>
  lockOf(
    'unproven-bookings',
    sql`select professional_id::text from appointments where id = ${appointmentId} and status = 'held'
      and not exists (select from users where users.id = ${patientId} and email_verified_at is not null)`,
  ),
)

/** Step 1, for booking at the desk: two requests with the same key run one after the other. */
export async function lockIdempotencyKey(
  tx: Tx,
  { centerId, idempotencyKey }: { centerId: string; idempotencyKey: string },
): Promise<void> {
  await lockInTransaction(tx, { kind: 'desk-request', id: `${centerId}:${idempotencyKey}` })
}

/**
 * Step 1, for a change of many appointments, or its preview. Two of them at one centre would queue their mails in different orders,
 * and one that waited for another would keep a connection for as long as that takes.
 * @returns false when another one runs
 */
export async function tryLockChangeOfMany(tx: Tx, { centerId }: { centerId: string }): Promise<boolean> {
  return tryLockInTransaction(tx, { kind: 'many-appointments', id: centerId })
}

/** Step 2, alone. @returns false when the account was deleted */
export async function lockPatient(tx: Tx, { patientId }: { patientId: string }): Promise<boolean> {
  return (await lockPatients(tx, [patientId])) === 1
}

/** Keeps the accounts from being deleted until the transaction ends. @returns how many of them exist */
async function lockPatients(tx: Tx, patientIds: readonly string[]): Promise<number> {
  const [patientId] = patientIds
  if (patientId === undefined) return 0
  const rows =
    patientIds.length === 1 ? await lockedAccount(tx, { patientId }) : await lockedAccounts(tx, { patientIds })
  return rows.length
}

// For any($1) PostgreSQL makes a new plan each time, which costs more than the lock. Most changes lock one account and one
// appointment.
const lockedAccount = builtOnce((tx, { patientId }: { patientId: string }) =>
  tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', patientId)
    .where('status', '!=', sql.lit('deleted'))
    .forKeyShare(),
)

const lockedAccounts = builtOnce((tx, { patientIds }: { patientIds: readonly string[] }) =>
  tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', anyOf(patientIds))
    .where('status', '!=', sql.lit('deleted'))
    .orderBy('id')
    .forKeyShare(),
)

/** Step 2, for people whom the caller has found: accounts, then dependants and guests. @returns the ids of those who are still there */
export async function lockPeople(
  tx: Tx,
  { patientIds, dependantIds, guestIds }: Record<'patientIds' | 'dependantIds' | 'guestIds', readonly string[]>,
): Promise<Set<string>> {
  const accounts = patientIds.length === 0 ? [] : await lockedAccounts(tx, { patientIds })
  const dependants = await tx
    .selectFrom('dependants')
    .select('id')
    .where('id', '=', anyOf(dependantIds))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const guests = await tx
    .selectFrom('guests')
    .select('id')
    .where('id', '=', anyOf(guestIds))
    .where('removed_at', 'is', null)
    .where('merged_into', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set([...accounts, ...dependants, ...guests].map(({ id }) => id))
}

/** Step 3. Suspending or banning an owner locks the centre, too. An appointment keeps its centre. */
async function lockCentersOf(tx: Tx, appointmentIds: readonly string[]): Promise<void> {
  const [id] = appointmentIds
  if (id === undefined) return
  await (appointmentIds.length === 1 ? lockedCenter(tx, { id }) : lockedCenters(tx, { ids: appointmentIds }))
}

const lockedCenter = builtOnce(
  (_, { id }: { id: string }) => sql`select from center_profiles
    where id = (select center_id from appointments where id = ${id}) for share`,
)

const lockedCenters = builtOnce(
  (_, { ids }: { ids: readonly string[] }) => sql`select from center_profiles
    where id in (select center_id from appointments where id = any (${ids}::uuid[])) order by id for share`,
)

/**
 * Step 4. Two UPDATEs that each take the other's time would deadlock in the exclusion constraint, so they queue up here.
 * INSERTs need no lock: with `ON CONFLICT` they cannot deadlock.
 */
export async function lockCalendars(tx: Tx, ownerIds: readonly string[]): Promise<void> {
  if (ownerIds.length === 0) return
  await lockInTransaction(tx, ...ownerIds.map((id) => ({ kind: 'calendar', id }) as const))
}

/** This is step 5 of the locking protocol. */
async function lockAppointments(tx: Tx, ids: readonly string[]): Promise<void> {
  const [id] = ids
  if (id === undefined) return
  await (ids.length === 1 ? lockedAppointment(tx, { id }) : lockedAppointments(tx, { ids }))
}

const lockedAppointment = builtOnce(
  (_, { id }: { id: string }) => sql`select id from appointments where id = ${id} for update`,
)

const lockedAppointments = builtOnce(
  (_, { ids }: { ids: readonly string[] }) =>
    sql`select id from appointments where id = any (${ids}::uuid[]) order by id for update`,
)

/** Step 6. The hours and the time off of the service's professional cannot change until the transaction ends. */
export async function lockHours(tx: Tx, { serviceId }: { serviceId: string }): Promise<void> {
  await lockedProfessional(tx, { serviceId })
}

const lockedProfessional = builtOnce(
  (_, { serviceId }: { serviceId: string }) => sql`select from professionals
    where id = (select professional_id from services where id = ${serviceId}) for share`,
)

/** Step 6, for several professionals. */
export async function lockHoursOf(tx: Tx, { professionalIds }: { professionalIds: readonly string[] }): Promise<void> {
  await tx
    .selectFrom('professionals')
    .select('id')
    .where('id', '=', anyOf(professionalIds))
    .orderBy('id')
    .forShare()
    .execute()
}
