import { type RawBuilder, sql } from 'kysely'
import type { Appointment } from '#contract/appointments.ts'
import type { Span } from '#server/platform/local-time.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import type { AgreedDeposit } from './deposits.ts'
import type { OfferWithRule } from './free-times.ts'
import { range } from './range.ts'
import { hasRoomForUnproven } from './unproven.ts'

type ObstacleQuery = {
  serviceId: string
  startsAt: Date
  holders: readonly string[]
  now: Date
}

/** Whether the requested time is taken. When many visitors request one time, nearly every request ends here. */
export async function isTimeTaken(db: Db, { serviceId, startsAt, holders, now }: ObstacleQuery): Promise<boolean> {
  const [row] = await obstacles(db, { serviceId, startsAt, holders, now })
  return row?.isTaken ?? false
}

const obstacles = builtOnce(
  (_, { serviceId, startsAt, holders, now }: ObstacleQuery) => sql<{ isTaken: boolean }>`
    select
      exists (select from appointments a
        where a.professional_id = s.professional_id and a.during && requested.during
          and (a.status in ('pending', 'confirmed', 'completed')
            or a.status = 'held' and a.hold_expires_at > ${now} and a.holder_key <> all (${holders}))) as "isTaken"
    from services s, tstzrange(${startsAt}, ${startsAt}::timestamptz + make_interval(mins => s.duration_minutes)) as requested(during)
    where s.id = ${serviceId}`,
)

type TimeToClear = Span & {
  professionalId: string
  holders: readonly string[]
  now: Date
  /** A live hold of these holders for exactly this span and place stays. */
  keep?: { place: Appointment['place'] }
}

/** Deletes the expired holds in the span and the other holds of these holders, and records for an hour how each ended. */
export async function deleteConflictingHolds(
  tx: Tx,
  { professionalId, holders, now, keep, startsAt, endsAt }: TimeToClear,
): Promise<void> {
  const keptPlace = keep?.place ?? null
  await deletionOfHolds(tx, { professionalId, holders, now, startsAt, endsAt, keptPlace })
}

type DeletionOfHolds = Omit<TimeToClear, 'keep'> & { keptPlace: string | null }

const deletionOfHolds = builtOnce(
  (_, { professionalId, holders, now, startsAt, endsAt, keptPlace }: DeletionOfHolds) => {
    const span = range({ startsAt, endsAt })
    // In the order of their ids, so two transactions that clear the same span cannot deadlock.
    return sql`with ended as (
    delete from appointments where id in (
      select id from appointments
      where status = 'held' and (
        holder_key = any (${holders}) and not coalesce(
          professional_id = ${professionalId} and during = ${span} and place = ${keptPlace} and hold_expires_at > ${now}, false)
        or professional_id = ${professionalId} and hold_expires_at <= ${now} and during && ${span})
      order by id for update)
    returning id, holder_key)
    insert into ended_holds (appointment_id, holder_key, reason, ended_at)
    select id, holder_key, case when holder_key = any (${holders}) then 'replaced' else 'expired' end, ${now} from ended
    on conflict do nothing`
  },
)

/** Deletes the professional's expired holds in several spans, and records for an hour that they expired. */
export async function deleteExpiredHoldsIn(
  tx: Tx,
  { professionalId, spans, now }: { professionalId: string; spans: readonly Span[]; now: Date },
): Promise<void> {
  const starts = spans.map(({ startsAt }) => startsAt)
  const ends = spans.map(({ endsAt }) => endsAt)
  // In the order of their ids, as deleteConflictingHolds() does.
  await sql`with ended as (
    delete from appointments where id in (
      select id from appointments
      where status = 'held' and professional_id = ${professionalId} and hold_expires_at <= ${now} and exists (
        select from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as spans(starts_at, ends_at)
        where during && tstzrange(spans.starts_at, spans.ends_at))
      order by id for update)
    returning id, holder_key)
    insert into ended_holds (appointment_id, holder_key, reason, ended_at)
    select id, holder_key, 'expired', ${now} from ended
    on conflict do nothing`.execute(tx)
}

/** How a hold of these holders ended; undefined when they had no such hold, or it ended over an hour ago. */
export async function findEndedHold(
  tx: Db | Tx,
  { appointmentId, holders }: { appointmentId: string; holders: readonly string[] },
): Promise<'replaced' | 'expired' | undefined> {
  const row = await tx
    .selectFrom('ended_holds')
    .select('reason')
    .$narrowType<{ reason: 'replaced' | 'expired' }>()
    .where('appointment_id', '=', appointmentId)
    .where('holder_key', '=', anyOf(holders))
    .executeTakeFirst()
  return row?.reason
}

export async function countHoldsOfAddress(
  tx: Tx,
  { addressHash, now }: { addressHash: string; now: Date },
): Promise<number> {
  const [row] = await countOfAddress(tx, { addressHash, now })
  return row?.count ?? 0
}

const countOfAddress = builtOnce((tx, { addressHash, now }: { addressHash: string; now: Date }) =>
  tx
    .selectFrom('appointments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', sql.lit('held'))
    .where('holder_address', '=', addressHash)
    .where('hold_expires_at', '>', now),
)

/**
 * Live holds that one network address may have at a time, as each browser has one: enough for the customers of a mobile
 * carrier who share it.
 */
export const holdsPerAddress = 100
type NewHold = Span & {
  id: string
  professionalId: string
  offer: Omit<OfferWithRule, 'professionalId'>
  /** What the service asks in advance; null: nothing. */
  deposit: AgreedDeposit | null
  place: Appointment['place']
  holder: string
  addressHash: string
  expiresAt: Date
  durationMinutes: number
  /** Visitors and unproven accounts together have fewer times at a professional than proven patients. */
  isVisitor: boolean
  /** As `addressHash`; null for this machine, whose visitors are not one network's. */
  network: string | null
  now: Date
}

/** Inserts nothing when another holder has the time, or the address or the professional's visitors have all their holds. */
export async function insertHold(
  tx: Tx,
  { offer: { centerId, serviceId, priceCents, lateRefundPercent }, deposit, isVisitor, ...hold }: NewHold,
): Promise<void> {
  const insert = isVisitor ? insertion.ofVisitor : insertion.ofProven
  const { depositFor = null, depositCents = null } = deposit ?? {}
  await insert(tx, { ...hold, centerId, serviceId, priceCents, lateRefundPercent, depositFor, depositCents })
}

type HoldValues = Omit<NewHold, 'offer' | 'deposit' | 'isVisitor'> &
  Pick<OfferWithRule, 'centerId' | 'serviceId' | 'priceCents' | 'lateRefundPercent'> & {
    [Name in keyof AgreedDeposit]: AgreedDeposit[Name] | null
  }

const insertionIf = (isAllowed: (hold: HoldValues) => RawBuilder<unknown>) =>
  builtOnce(
    (_, hold: HoldValues) => sql`
    insert into appointments (id, center_id, professional_id, service_id, status, during, place, price,
      late_refund_percent, deposit_for, deposit_amount, holder_key, holder_address, hold_expires_at, created_at, updated_at)
    select ${hold.id}::uuid, ${hold.centerId}::uuid, ${hold.professionalId}::uuid, ${hold.serviceId}::uuid, 'held',
      tstzrange(${hold.startsAt}, ${hold.endsAt}), ${hold.place}, ${hold.priceCents}::int,
      ${hold.lateRefundPercent}::int, ${hold.depositFor}, ${hold.depositCents}::int, ${hold.holder}, ${hold.addressHash},
      ${hold.expiresAt}::timestamptz, ${hold.now}::timestamptz, ${hold.now}::timestamptz
    where (select count(*) from appointments
      where status = 'held' and holder_address = ${hold.addressHash} and hold_expires_at > ${hold.now}) < ${holdsPerAddress}
      and ${isAllowed(hold)}
    on conflict do nothing`,
  )

const insertion = {
  ofProven: insertionIf(() => sql`true`),
  ofVisitor: insertionIf(hasRoomForUnproven),
}

export async function deleteHolds(db: Db | Tx, { holders }: { holders: readonly string[] }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('appointments')
    .where('status', '=', sql.lit('held'))
    .where('holder_key', '=', anyOf(holders))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Like deleteHolds(), without waiting for holds that another transaction has locked: those expire by themselves. */
export async function deleteIdleHolds(tx: Tx, { holders }: { holders: readonly string[] }): Promise<void> {
  await sql`delete from appointments where id in (
    select id from appointments where status = 'held' and holder_key = any (${holders}) order by id for update skip locked)`.execute(
    tx,
  )
  await tx.deleteFrom('ended_holds').where('holder_key', '=', anyOf(holders)).execute()
}

/** Ends the holds now, so that visitors who confirm one of them read that it expired. */
export async function expireHolds(tx: Tx, { ids, now }: { ids: readonly string[]; now: Date }): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('appointments')
    .set({ hold_expires_at: now, updated_at: now })
    .where('id', '=', anyOf(ids))
    .where('status', '=', sql.lit('held'))
    .execute()
}

/**
 * Deletes the holds that expired before an instant, and the records of holds that ended before it. The next run deletes
 * those that another transaction has locked now.
 */
export async function deleteExpiredHolds(db: Db, { before }: { before: Date }): Promise<void> {
  await sql`delete from appointments where id in (
    select id from appointments where status = 'held' and hold_expires_at <= ${before} order by id for update skip locked)`.execute(
    db,
  )
  await db.deleteFrom('ended_holds').where('ended_at', '<=', before).execute()
}
