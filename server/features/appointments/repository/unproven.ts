import { type RawBuilder, sql } from 'kysely'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

// Signing up costs a script nothing, so an account is a patient's only once it has confirmed its address or come to an
// appointment. What the others hold and have booked is counted together.

/** Upcoming appointments and live holds at one professional: two thirds of the times in a week, so that no script takes a whole week. */
const timesOfUnproven = { least: 3, most: 40, share: 2 / 3 }
/** The upcoming appointments and the holds of one network's unproven accounts at one professional: those of a waiting room. */
export const timesPerNetwork = 10

/** The desk closed the visit, or it was paid. What the job closes a day later may have had no visitor. */
export const isAttested = (appointment: string) =>
  sql<boolean>`(${sql.ref(`${appointment}.status`)} = 'completed' and (
    ${sql.ref(`${appointment}.paid_amount`)} > 0
    or ${sql.ref(`${appointment}.completed_at`)} < ${sql.ref(`${appointment}.ends_at`)} + interval '1 day'))`

const kept = (userId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from appointments kept where kept.patient_id = ${userId} and ${isAttested('kept')})`

const proven = (userId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from users where users.id = ${userId} and users.email_verified_at is not null)
  or ${kept(userId)})`

/** Whether the row of `appointments` is open, and an unproven account booked it. */
export const isUnconfirmed = sql<boolean>`(
  appointments.status in ('pending', 'confirmed') and appointments.booked_by = 'patient'
  and appointments.patient_id is not null and not ${proven(sql`appointments.patient_id`)})`

export async function hasKeptAppointment(tx: Tx, { userId }: { userId: string }): Promise<boolean> {
  const { rows } = await sql<{ hasKept: boolean }>`select ${kept(sql`${userId}::uuid`)} as "hasKept"`.execute(tx)
  return rows[0]?.hasKept ?? false
}

type TimesQuery = {
  professionalId: string
  durationMinutes: number
  /** Null counts no network. */
  network: string | null
  now: Date
}

const isOfAccount = sql<boolean>`starts_with(holder_key, 'user:')`
const isProvenHolder = sql<boolean>`case when ${isOfAccount} then ${proven(sql`substr(holder_key, 6)::uuid`)} else false end`

type LiveHolds = Pick<TimesQuery, 'professionalId' | 'now'> & { which: RawBuilder<unknown> }

const countHolds = ({ professionalId, now, which }: LiveHolds) => sql<number>`
  (select count(*) from appointments where professional_id = ${professionalId}::uuid and status = 'held'
    and hold_expires_at > ${now} and not ${isProvenHolder} and ${which})`

const countBooked = ({ professionalId, now, which }: LiveHolds) => sql<number>`
  (select count(*) from appointments where professional_id = ${professionalId}::uuid and unproven_network is not null
    and status in ('pending', 'confirmed') and ends_at > ${now} and ${which} and not ${proven(sql`appointments.patient_id`)})`

const countTimes = (query: TimesQuery) => sql<number>`
  (${countHolds({ ...pick(query), which: sql`true` })} + ${countBooked({ ...pick(query), which: sql`true` })})`

// Visitors without an account are left out: dozens of them may look for a time through one carrier.
const countTimesOfNetwork = (query: TimesQuery) => sql<number>`
  (${countHolds({ ...pick(query), which: sql`${isOfAccount} and holder_address = ${query.network}` })}
    + ${countBooked({ ...pick(query), which: sql`unproven_network = ${query.network}` })})`

/** The placeholders of a query that is built once cannot be spread. */
const pick = ({ professionalId, now }: TimesQuery) => ({ professionalId, now })

const mostTimes = ({
  professionalId,
  durationMinutes,
}: Pick<TimesQuery, 'professionalId' | 'durationMinutes'>) => sql<number>`
  (select greatest(${timesOfUnproven.least}::int, least(${timesOfUnproven.most}::int,
      floor(${timesOfUnproven.share}::float8 * coalesce(sum(end_minute - start_minute), 0) / ${durationMinutes}::int)::int))
    from weekly_hours where professional_id = ${professionalId}::uuid)`

/** Whether visitors and unproven accounts may have one more time of the professional. */
export const hasRoomForUnproven = (query: TimesQuery) => sql<boolean>`
  (${countTimes(query)} < ${mostTimes(query)} and ${countTimesOfNetwork(query)} < ${timesPerNetwork})`

type Times = { count: number; most: number; ofNetwork: number }

export async function countTimesOfUnproven(
  tx: Tx,
  { professionalId, durationMinutes, network, now }: TimesQuery,
): Promise<Times> {
  const [row] = await unprovenTimes(tx, { professionalId, durationMinutes, network, now })
  return row ?? { count: 0, most: timesOfUnproven.least, ofNetwork: 0 }
}

const unprovenTimes = builtOnce(
  (_, query: TimesQuery) => sql<Times>`
    select ${countTimes(query)} as count, ${mostTimes(query)} as most, ${countTimesOfNetwork(query)} as "ofNetwork"`,
)

export type UnprovenBooking = {
  network: string
  centerId: string
  /** What the network's unproven accounts have booked with the professional, without this appointment. */
  booked: number
}

/** About a held appointment that an unproven account confirms; undefined for an account that has no such bound. */
export async function findUnprovenBooking(
  tx: Tx,
  { appointmentId, patientId, now }: { appointmentId: string; patientId: string; now: Date },
): Promise<UnprovenBooking | undefined> {
  const [row] = await unprovenBooking(tx, { appointmentId, patientId, now })
  return row
}

const unprovenBooking = builtOnce(
  (
    _,
    { appointmentId, patientId, now }: { appointmentId: string; patientId: string; now: Date },
  ) => sql<UnprovenBooking>`
    select holder_address as network, center_id as "centerId", (
      select count(*) from appointments a
      where a.professional_id = appointments.professional_id and a.unproven_network = appointments.holder_address
        and a.status in ('pending', 'confirmed') and a.ends_at > ${now} and not ${proven(sql`a.patient_id`)}) as booked
    from appointments
    where id = ${appointmentId} and status = 'held' and holder_address is not null and not ${proven(sql`${patientId}::uuid`)}`,
)

/** Deletes the networks of appointments that are over, and of accounts that are proven by now. */
export async function deleteNetworks(db: Db, { now }: { now: Date }): Promise<void> {
  await sql`update appointments set unproven_network = null where id in (
    select id from appointments
    where unproven_network is not null
      and (ends_at <= ${now} or status not in ('pending', 'confirmed') or ${proven(sql`appointments.patient_id`)})
    order by id for update skip locked)`.execute(db)
}
