import { sql } from 'kysely'
import type { PersonRef } from '#contract/agenda.ts'
import { objectionKinds } from '#contract/report-kinds.ts'
import type { debtOrders } from '#contract/tills.ts'
import { dueCents, isDebt } from '#server/features/centers/repository/debts.ts'
import { attendedBy } from '#server/features/payments/repository/income.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfCenter = { centerId: string }

const personName = sql<string>`coalesce(dependants.full_name, guests.full_name, profiles.full_name, '')`
const personPhone = sql<string | null>`coalesce(guests.phone, profiles.phone)`
const lastReminder = sql<Date | null>`(select max(sent_at) from debt_reminders
  where debt_reminders.appointment_id = appointments.id)`

/** The patient booked, accepted or moved the appointment, or paid a part of it online. What a desk collects shows nothing of the kind. */
const isAgreed = sql<boolean>`(appointments.expected_starts_at is not null)`
const hasBlocked = sql<boolean>`exists (select from conversations
  where conversations.patient_id = appointments.patient_id and conversations.center_id = appointments.center_id
    and patient_blocked_at is not null)`

/** To what the patient objects: `paid`, that the desk undid their payment. Null without an objection on which staff have not decided. */
const disputed = sql<'paid' | 'other' | null>`(
  select case when bool_or(reports.kind = 'undone_payment') then 'paid' when count(*) > 0 then 'other' end from reports
  where reports.kind = any(${objectionKinds.slice()}) and reports.subject_id = appointments.id and reports.closed_at is null)`

type Consent = { isAgreed: boolean; hasBlocked: boolean; disputed: 'paid' | 'other' | null }

export type DebtRow = Consent & {
  appointmentId: string
  startsAt: Date
  endsAt: Date
  personName: string
  phone: string | null
  serviceName: string
  professionalName: string
  priceCents: number
  dueCents: number
  remindedAt: Date | null
  hasVerifiedAddress: boolean
}

const orders = {
  oldest: sql`appointments.starts_at, appointments.id`,
  newest: sql`appointments.starts_at desc, appointments.id`,
  amount: sql`${dueCents} desc, appointments.starts_at, appointments.id`,
  name: sql`${alphabetical(personName)}, appointments.starts_at, appointments.id`,
} satisfies Record<(typeof debtOrders)[number], unknown>

type DebtQuery = OfCenter & {
  words: readonly string[]
  /** The digits of a telephone number. */
  digits: string | undefined
  order: (typeof debtOrders)[number]
  limit: number
  offset: number
}

export async function listDebts(
  db: Db | Tx,
  { centerId, words, digits, order, limit, offset }: DebtQuery,
): Promise<{ rows: DebtRow[]; total: number; totalDueCents: number }> {
  const conditions = words.map((word) => sql<boolean>`strpos(fold_all(${personName}), fold_all(${word})) > 0`)
  if (digits !== undefined) conditions.push(sql`strpos(regexp_replace(${personPhone}, '\\D', '', 'g'), ${digits}) > 0`)
  const source = sql`
    from appointments
    join services on services.id = appointments.service_id
    join professionals on professionals.id = appointments.professional_id
    left join profiles on profiles.id = appointments.patient_id
    left join users on users.id = appointments.patient_id
    left join dependants on dependants.id = appointments.dependant_id
    left join guests on guests.id = appointments.guest_id
    where appointments.center_id = ${centerId} and ${isDebt}
      ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}`
  const sums = await sql<{ total: number; totalDueCents: number }>`
    select count(*) as total,
      coalesce(sum(${dueCents}), 0)::bigint as "totalDueCents" ${source}`.execute(db)
  const { rows } = await sql<DebtRow>`
    select appointments.id as "appointmentId", appointments.starts_at as "startsAt", appointments.ends_at as "endsAt",
      ${personName} as "personName", ${personPhone} as phone, services.name as "serviceName",
      professionals.full_name as "professionalName", appointments.price as "priceCents",
      ${dueCents} as "dueCents", ${lastReminder} as "remindedAt",
      ${isAgreed} as "isAgreed", ${hasBlocked} as "hasBlocked", ${disputed} as disputed,
      (users.email_verified_at is not null and profiles.status <> 'deleted') is true as "hasVerifiedAddress"
    ${source} order by ${orders[order]} limit ${limit} offset ${offset}`.execute(db)
  return { rows, ...(sums.rows[0] ?? { total: 0, totalDueCents: 0 }) }
}

type OfPerson = OfCenter & { person: PersonRef; professionalId?: string | undefined }

/** What the list of debts has of one attendee's visits, in cents; of one professional's, where one is given. */
export async function sumDebtsOf(db: Db | Tx, { centerId, person, professionalId }: OfPerson): Promise<number> {
  const by = professionalId === undefined ? sql`true` : sql`appointments.professional_id = ${professionalId}`
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(${dueCents}), 0)::bigint as cents from appointments
    where appointments.center_id = ${centerId} and ${attendedBy(person)} and ${by} and ${isDebt}`.execute(db)
  return rows[0]?.cents ?? 0
}

export type OwnDebtRow = {
  appointmentId: string
  centerId: string
  centerName: string
  centerPhone: string | null
  startsAt: Date
  serviceName: string
  paidCents: number
  dueCents: number
}

/**
 * A patient's unpaid appointments, oldest first. An appointment without any payment counts only if its centre had recorded a
 * payment by then, because many centres do not record their payments in Senda. What only a desk entered, and debts to a centre that
 * the patient blocked, are not listed, nor is a visit that they dispute until staff decide.
 */
export async function listOwnDebts(db: Db | Tx, { patientId }: { patientId: string }): Promise<OwnDebtRow[]> {
  const { rows } = await sql<OwnDebtRow>`
    select appointments.id as "appointmentId", appointments.center_id as "centerId", center_name as "centerName",
      center_profiles.phone as "centerPhone", appointments.starts_at as "startsAt", services.name as "serviceName",
      appointments.paid_amount as "paidCents", ${dueCents} as "dueCents"
    from appointments
    join center_profiles on center_profiles.id = appointments.center_id
    join services on services.id = appointments.service_id
    where appointments.patient_id = ${patientId} and ${isDebt} and ${isAgreed} and not ${hasBlocked}
      and ${disputed} is null
      and (appointments.paid_amount > 0 or exists (select from payments
        where payments.center_id = appointments.center_id and checkout_id is null
          and collected_at <= appointments.ends_at))
    order by appointments.starts_at, appointments.id limit 100`.execute(db)
  return rows
}

export type LockedDebt = Consent & {
  startsAt: Date
  endsAt: Date
  dueCents: number
  isDebt: boolean
  centerName: string
  centerPhone: string | null
  patientId: string | null
  /** Null unless the address is verified and the account is not deleted. */
  email: string | null
  remindedAt: Date | null
}

/** Locks the appointment, so that two simultaneous requests send one reminder. */
export async function lockDebt(
  tx: Tx,
  { centerId, appointmentId }: OfCenter & { appointmentId: string },
): Promise<LockedDebt | undefined> {
  const locked = await tx
    .selectFrom('appointments')
    .select('id')
    .where('id', '=', appointmentId)
    .where('center_id', '=', centerId)
    .where('status', '!=', sql.lit('held'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) return undefined
  const { rows } = await sql<LockedDebt>`
    select appointments.starts_at as "startsAt", appointments.ends_at as "endsAt",
      ${dueCents} as "dueCents", ${isDebt} as "isDebt",
      ${isAgreed} as "isAgreed", ${hasBlocked} as "hasBlocked", ${disputed} as disputed, center_name as "centerName",
      center_profiles.phone as "centerPhone", appointments.patient_id as "patientId",
      case when users.email_verified_at is not null and profiles.status <> 'deleted' then users.email end as email,
      ${lastReminder} as "remindedAt"
    from appointments
    join center_profiles on center_profiles.id = appointments.center_id
    left join profiles on profiles.id = appointments.patient_id
    left join users on users.id = appointments.patient_id
    where appointments.id = ${appointmentId}`.execute(tx)
  return rows[0]
}

export async function insertReminder(
  tx: Tx,
  input: { id: string; appointmentId: string; sentBy: string; sentAt: Date; amountCents: number },
): Promise<void> {
  await tx
    .insertInto('debt_reminders')
    .values({
      id: input.id,
      appointment_id: input.appointmentId,
      sent_by: input.sentBy,
      sent_at: input.sentAt,
      amount: input.amountCents,
    })
    .execute()
}

/** The reminders about a user's appointments, and those that the user sent; oldest first. */
export async function listRemindersOfAccount(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('debt_reminders')
    .innerJoin('appointments', 'appointments.id', 'debt_reminders.appointment_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'appointments.center_id')
    .where((eb) => eb.or([eb('patient_id', '=', userId), eb('sent_by', '=', userId)]))
    .orderBy('sent_at')
    .select([
      'sent_at as sentAt',
      'center_name as centerName',
      'amount',
      'appointments.currency',
      'appointment_id as appointmentId',
    ])
    .execute()
}
