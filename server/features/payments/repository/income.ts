import { type RawBuilder, sql } from 'kysely'
import type { PersonRef } from '#contract/agenda.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { addIncome, factNames, type Income, type IncomeFacts, incomeOf, noIncome } from '../rules/income.ts'

const isCompleted = sql`appointments.status = 'completed'`

/** A session of a package pays for the appointment, and is used when it is cancelled late or missed. */
const usesSession = sql`discount_payer is not distinct from 'package'
  and (appointments.status in ('completed', 'no_show') or appointments.status = 'cancelled' and refund_percent < 100)`

/**
 * The facts of the appointments that meet a condition on `appointments`: one row each, with `id` and the columns of IncomeFacts. Every
 * figure of income reads this one query. An open appointment has no value yet, only what was received for it.
 */
export function incomeFacts(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select appointments.id,
      case when ${isCompleted} then 1 else 0 end as consultations,
      case when ${isCompleted} then appointments.price else 0 end as "valueCents",
      case when ${isCompleted} and discount_payer = 'center' then discount_amount else 0 end as "centerDiscountCents",
      case when ${isCompleted} and discount_payer = 'senda' then discount_amount else 0 end as "sendaDiscountCents",
      coalesce(commissions.credit_amount, 0) as "creditCents",
      case when ${isCompleted} then greatest(paid.refunded - paid.surplus, 0) else 0 end as "refundedCents",
      case when appointments.status in ('cancelled', 'no_show')
        then paid.amount - paid.refunded + case when ${usesSession} then discount_amount else 0 end else 0 end as "retainedCents",
      case when ${usesSession} then discount_amount else 0 end as "packageCents", 0 as "soldCents",
      coalesce(commissions.commission_amount, 0) as "commissionCents",
      coalesce(commissions.withheld_amount, 0) as "withheldCents",
      case when ${isCompleted} then greatest(appointments.price - discount_amount - paid.amount, 0) else 0 end as "dueCents",
      paid.desk as "deskCents", paid."toReturn" as "toReturnCents", paid.online as "onlineCents", paid."passedOn" as "passedOnCents"
    from appointments
    left join commissions on commissions.appointment_id = appointments.id and commissions.status <> 'cancelled'
    cross join lateral (
      select coalesce(sum(amount), 0)::integer as amount, coalesce(sum(refund_amount), 0)::integer as refunded,
        -- Staff upheld a payment at the desk that was paid online once more.
        greatest(coalesce(sum(amount), 0) - (appointments.price - appointments.discount_amount), 0)::integer as surplus,
        coalesce(sum(amount - coalesce(refund_amount, 0) + owed.cents) filter (where checkout_id is null), 0)::integer as desk,
        coalesce(sum(owed.cents) filter (where checkout_id is null), 0)::integer as "toReturn",
        coalesce(sum(amount - coalesce(refund_amount, 0)) filter (where checkout_id is not null), 0)::integer as online,
        coalesce(sum(case when checkout_id is not null then passed_on(payments.id) end), 0)::integer as "passedOn"
      from payments
      -- The function is called only where something may be owed, because it costs more than the rest of the row.
      cross join lateral (select case when refund_amount is null or refunded_at is not null then 0
        else refund_owed(payments) end as cents) as owed
      where payments.appointment_id = appointments.id and appointments.paid_amount > 0 and undone_at is null) as paid
    where ${condition}`
}

/** What was given back of the used sessions of a package: its owner can return more at the gateway than the sessions that are left. */
const overRefunded = sql`case when checkout_id is null or refund_amount is null then 0
  else least(refund_amount, greatest(refund_amount - amount + (
    select coalesce(sum(package_sessions.value), 0) from package_sessions join appointments on appointments.id = appointment_id
    where package_id = packages.id and ${usesSession}), 0))::integer end`

/** The facts of the payments for packages that meet a condition on `payments` and `packages`: one row each, on the day of the payment. */
export function packageFacts(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const zeros = factNames.filter((name) => !movedByPackages.has(name)).map((name) => sql`0 as ${sql.ref(name)}`)
  return sql`
    select payments.id, payments.collected_at as at, packages.id as "packageId", ${sql.join(zeros)},
      amount - coalesce(refund_amount, 0) as "soldCents", over.cents as "refundedCents", -over.cents as "packageCents",
      case when checkout_id is null then amount - coalesce(refund_amount, 0) else 0 end as "deskCents",
      case when checkout_id is null then 0 else amount - coalesce(refund_amount, 0) end as "onlineCents",
      case when checkout_id is null then 0 else passed_on(payments.id) end as "passedOnCents"
    from payments join packages on packages.id = payments.package_id
    cross join lateral (select ${overRefunded} as cents) as over
    where undone_at is null and ${condition}`
}

const movedByPackages: ReadonlySet<keyof IncomeFacts> = new Set([
  'refundedCents',
  'packageCents',
  'soldCents',
  'deskCents',
  'onlineCents',
  'passedOnCents',
])

/** The income of the payments for packages that meet a condition. */
export async function sumPackages(db: Db | Tx, { where }: { where: RawBuilder<unknown> }): Promise<Income> {
  const { rows } = await sql<IncomeFacts>`select ${summedFacts} from (${packageFacts(where)}) as facts`.execute(db)
  return rows[0] ? incomeOf(rows[0]) : noIncome
}

/** Each fact summed under its own name. */
export const summedFacts = sql.join(
  factNames.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
)

/** The income of the appointments that meet a condition on `appointments`. */
export async function sumIncome(db: Db | Tx, { where }: { where: RawBuilder<unknown> }): Promise<Income> {
  const { rows } = await sql<IncomeFacts>`select ${summedFacts} from (${incomeFacts(where)}) as facts`.execute(db)
  return rows[0] ? incomeOf(rows[0]) : noIncome
}

/** Whether an appointment counts: it took place, or its end is decided. What is paid for an open one is an advance. */
export const isDecided = sql`appointments.status in ('completed', 'cancelled', 'no_show')`

export const ofCenter = (centerId: string) =>
  sql`appointments.center_id = ${centerId} and appointments.status <> 'held'`

/** The income of all decided appointments of a centre, and of the packages that it sold. */
export async function sumIncomeOfCenter(db: Db | Tx, { centerId }: { centerId: string }): Promise<Income> {
  const visits = await sumIncome(db, { where: sql`${ofCenter(centerId)} and ${isDecided}` })
  return addIncome(visits, await sumPackages(db, { where: sql`packages.center_id = ${centerId}` }))
}

/** The appointments of one attendee: a guardian's own are without those of dependants. */
export const attendedBy = ({ kind, id }: PersonRef) =>
  ({
    patient: sql`appointments.patient_id = ${id} and appointments.dependant_id is null`,
    dependant: sql`appointments.dependant_id = ${id}`,
    guest: sql`appointments.guest_id = ${id}`,
  })[kind]

type OfPerson = { centerId: string; professionalId?: string | undefined; person: PersonRef }

/**
 * What one attendee paid and owes at a centre, or to one professional. Packages count for who bought them, at the whole centre.
 */
export async function sumIncomeOfPerson(db: Db | Tx, { centerId, professionalId, person }: OfPerson): Promise<Income> {
  const by = professionalId === undefined ? sql`true` : sql`appointments.professional_id = ${professionalId}`
  const visits = await sumIncome(db, { where: sql`${ofCenter(centerId)} and ${attendedBy(person)} and ${by}` })
  if (professionalId !== undefined || person.kind === 'dependant') return visits
  const buyer = person.kind === 'guest' ? sql`packages.guest_id` : sql`packages.patient_id`
  const bought = await sumPackages(db, { where: sql`packages.center_id = ${centerId} and ${buyer} = ${person.id}` })
  return addIncome(visits, bought)
}
