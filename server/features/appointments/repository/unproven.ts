import { type RawBuilder, sql } from 'kysely'
import { zone } from '#contract/calendar.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

// Signing up costs a script nothing, so an account is proven to be a patient's only once it has confirmed its address or come to an
// appointment that a desk attested. What the others hold and have booked is counted together. Whether only the address is
// unconfirmed is another question: the allowance of one account and a provisional booking ask it (see docs/vocabulary.md).

/** The share of a professional's week that upcoming appointments and live holds take, so that no script takes a whole week. */
const timesOfUnproven = { least: 3, most: 40, share: 2 / 3 }
/**
 * The upcoming appointments and the holds of one network's unproven accounts at one professional: those of a waiting room, and no
 * more than the share of such a week.
 */
const timesPerNetwork = 10
/** In all weeks, unproven accounts have what this many networks may have: fewer networks can't keep newcomers out of every week. */
const networksInAll = 4

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

/** Whether an unproven account booked the row of `appointments`. */
export const isOfUnproven = sql<boolean>`(
  appointments.booked_by = 'patient' and appointments.patient_id is not null and not ${proven(sql`appointments.patient_id`)})`

/** The same, and it is open: what the desk lists as «sin confirmar». */
export const isUnconfirmed = sql<boolean>`(appointments.status in ('pending', 'confirmed') and ${isOfUnproven})`

export async function hasKeptAppointment(tx: Tx, { userId }: { userId: string }): Promise<boolean> {
  const { rows } = await sql<{ hasKept: boolean }>`select ${kept(sql`${userId}::uuid`)} as "hasKept"`.execute(tx)
  return rows[0]?.hasKept ?? false
}

type TimesQuery = {
  professionalId: string
  durationMinutes: number
  /** Of the requested time, whose week is counted. */
  startsAt: Date
  /** Null counts no network. */
  network: string | null
  now: Date
}

const isOfAccount = sql<boolean>`starts_with(holder_key, 'user:')`
const isProvenHolder = sql<boolean>`case when ${isOfAccount} then ${proven(sql`substr(holder_key, 6)::uuid`)} else false end`

const localWeek = (instant: RawBuilder<unknown>) => sql`date_trunc('week', ${instant} at time zone ${sql.lit(zone)})`

/**
 * The live holds and upcoming appointments that count. Visitors without an account are of no network: dozens of them may look for a
 * time through one carrier.
 */
const usedTimes = ({ professionalId, startsAt, network, now }: TimesQuery) => {
  const columns = sql`id, extract(epoch from ends_at - starts_at) / 60 as minutes,
    ${localWeek(sql.ref('starts_at'))} = ${localWeek(sql`${startsAt}::timestamptz`)} as in_week`
  return sql`(
    select ${columns}, ${isOfAccount} and holder_address = ${network} as of_network
    from appointments where professional_id = ${professionalId}::uuid and status = 'held'
      and hold_expires_at > ${now} and not ${isProvenHolder}
    union all
    select ${columns}, unproven_network = ${network} as of_network
    from appointments where professional_id = ${professionalId}::uuid and unproven_network is not null
      and status in ('pending', 'confirmed') and ends_at > ${now} and not ${proven(sql`appointments.patient_id`)}) as used`
}

/** What unproven accounts may have of one week, in minutes: at least and at most so many times of the requested duration. */
const minutesInWeek = (professionalId: RawBuilder<unknown>, duration: RawBuilder<unknown>) => sql<number>`
  (select greatest(${timesOfUnproven.least} * ${duration}, least(${timesOfUnproven.most} * ${duration},
      ${timesOfUnproven.share}::float8 * coalesce(sum(end_minute - start_minute), 0)))
    from weekly_hours where professional_id = ${professionalId})`

/**
 * Whether one more time of the duration has room beside the used ones. Minutes are compared, because the short bookings of two
 * networks would otherwise fill every week of a long service.
 */
const hasRoom = (duration: RawBuilder<unknown>, { which, most }: { which?: string; most: RawBuilder<unknown> }) =>
  sql<boolean>`(coalesce(sum(minutes) filter (where ${which === undefined ? sql`true` : sql.ref(which)}), 0) + ${duration} <= ${most})`

const roomOf = (query: TimesQuery) => {
  const duration = sql`${query.durationMinutes}::int`
  const week = minutesInWeek(sql`${query.professionalId}::uuid`, duration)
  return {
    ofWeek: hasRoom(duration, { which: 'in_week', most: week }),
    ofNetwork: sql<boolean>`(count(*) filter (where of_network) < ${timesPerNetwork}
      and ${hasRoom(duration, { which: 'of_network', most: week })})`,
    inAll: sql<boolean>`(count(*) < ${networksInAll * timesPerNetwork}
      and ${hasRoom(duration, { most: sql`${networksInAll} * ${week}` })})`,
  }
}

/** Whether visitors and unproven accounts may have one more time of the professional in that week. */
export const hasRoomForUnproven = (query: TimesQuery) => {
  const { ofWeek, ofNetwork, inAll } = roomOf(query)
  return sql<boolean>`(select ${ofWeek} and ${ofNetwork} and ${inAll} from ${usedTimes(query)})`
}

/** Which bound leaves no room for one more time: the network's own, or that of all unproven accounts. */
type Room = { isNetworkFull: boolean; isFull: boolean }

export async function findRoomForUnproven(
  tx: Tx,
  { professionalId, durationMinutes, startsAt, network, now }: TimesQuery,
): Promise<Room> {
  const [row] = await roomForUnproven(tx, { professionalId, durationMinutes, startsAt, network, now })
  return row ?? { isNetworkFull: false, isFull: false }
}

const roomForUnproven = builtOnce((_, query: TimesQuery) => {
  const { ofWeek, ofNetwork, inAll } = roomOf(query)
  return sql<Room>`
    select not ${ofNetwork} as "isNetworkFull", not (${ofWeek} and ${ofNetwork} and ${inAll}) as "isFull"
    from ${usedTimes(query)}`
})

type Moved = { appointmentId: string }

/** Whether the appointment is counted with those of unproven accounts. */
export async function isCounted(tx: Tx, { appointmentId }: Moved): Promise<boolean> {
  const [row] = await countedAppointment(tx, { appointmentId })
  return row !== undefined
}

const countedAppointment = builtOnce(
  (_, { appointmentId }: Moved) => sql<{ id: string }>`
    select id from appointments
    where id = ${appointmentId} and unproven_network is not null and not ${proven(sql`appointments.patient_id`)}`,
)

type MoveQuery = Omit<TimesQuery, 'network'> & Moved

/** Whether such an appointment may move to that week: a move changes no other count than the week's. */
export async function hasRoomToMove(
  tx: Tx,
  { appointmentId, professionalId, durationMinutes, startsAt, now }: MoveQuery,
): Promise<boolean> {
  const [row] = await roomToMove(tx, { appointmentId, professionalId, durationMinutes, startsAt, now })
  return row?.hasRoom ?? false
}

const roomToMove = builtOnce((_, { appointmentId, professionalId, durationMinutes, startsAt, now }: MoveQuery) => {
  const query = { professionalId, durationMinutes, startsAt, network: null, now }
  return sql<{ hasRoom: boolean }>`
    select ${roomOf(query).ofWeek} as "hasRoom" from ${usedTimes(query)} where used.id <> ${appointmentId}`
})

export type UnprovenBooking = {
  network: string
  centerId: string
  /** Whether the network's unproven accounts have booked all that they may with the professional, without this appointment. */
  isNetworkFull: boolean
}

/** About a held appointment that an unproven account confirms; undefined for an account that has no such bound. */
export async function findUnprovenBooking(
  tx: Tx,
  { appointmentId, patientId, now }: { appointmentId: string; patientId: string; now: Date },
): Promise<UnprovenBooking | undefined> {
  const [row] = await unprovenBooking(tx, { appointmentId, patientId, now })
  return row
}

const duration = sql`(extract(epoch from appointments.ends_at - appointments.starts_at) / 60)::int`
const unprovenBooking = builtOnce(
  (
    _,
    { appointmentId, patientId, now }: { appointmentId: string; patientId: string; now: Date },
  ) => sql<UnprovenBooking>`
    select holder_address as network, center_id as "centerId", (
      select not (count(*) < ${timesPerNetwork}
        and ${hasRoom(duration, { most: minutesInWeek(sql`appointments.professional_id`, duration) })})
      from (select *, extract(epoch from ends_at - starts_at) / 60 as minutes from appointments) as a
      where a.professional_id = appointments.professional_id and a.unproven_network = appointments.holder_address
        and a.status in ('pending', 'confirmed') and a.ends_at > ${now} and not ${proven(sql`a.patient_id`)}) as "isNetworkFull"
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
