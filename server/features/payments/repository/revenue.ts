import { sql } from 'kysely'
import { type AppointmentStatus, openStatuses } from '#contract/appointments.ts'
import { zone } from '#contract/calendar.ts'
import type { PaymentMethod } from '#contract/payment-methods.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'
import { factNames, type Income, type IncomeFacts, incomeOf, noIncome } from '../rules/income.ts'
import { incomeFacts, isDecided, ofCenter, packageFacts, summedFacts } from './income.ts'

/** Selects the appointments of a centre that start in this period: `from` included, `end` excluded. */
export type RevenueSpan = { centerId: string; from: Date; end: Date }

export type MonthLine = Income & { month: string }
export type ServiceLine = Income & { name: string }
export type ProfessionalLine = Income & { professionalId: string; name: string }
export type MethodLine = { method: PaymentMethod; payments: number; collectedCents: number }

const inSpan = ({ centerId, from, end }: RevenueSpan) =>
  sql`${ofCenter(centerId)} and appointments.starts_at >= ${from} and appointments.starts_at < ${end}`

const soldInSpan = ({ centerId, from, end }: RevenueSpan) =>
  sql`packages.center_id = ${centerId} and collected_at >= ${from} and collected_at < ${end}`

/** The value of `grouping()` that identifies each sum's rows. */
const sums = { total: 15, month: 7, service: 11, professional: 12 } as const

type SumRow = IncomeFacts & {
  sum: number
  month: string | null
  service: string | null
  professionalId: string | null
  professional: string | null
}

/** Sums the income of the decided appointments, in one pass over the rows. Months are local. */
export async function sumRevenue(db: Db | Tx, span: RevenueSpan) {
  const { rows } = await sql<SumRow>`
    with of_period as (
      select facts.*, to_char(appointments.starts_at at time zone ${zone}, 'YYYY-MM-01') as month, services.name as service,
        professionals.id as professional_id, professionals.full_name as professional
      from (${incomeFacts(sql`${inSpan(span)} and ${isDecided}`)}) as facts
      join appointments on appointments.id = facts.id
      join services on services.id = appointments.service_id
      join professionals on professionals.id = appointments.professional_id
    )
    select grouping(month, service, professional_id, professional) as sum, month, service,
      professional_id as "professionalId", professional, ${summedFacts}
    from of_period
    group by grouping sets ((), (month), (service), (professional_id, professional))`.execute(db)
  const rowsOf = (sum: keyof typeof sums) => rows.filter((row) => row.sum === sums[sum])
  // A service of which everything was cancelled without money has no line.
  const linesOf = (sum: keyof typeof sums) => rowsOf(sum).filter((row) => factNames.some((name) => row[name] !== 0))
  return {
    total: rowsOf('total').map(lineOf)[0] ?? noIncome,
    byMonth: linesOf('month').map((row): MonthLine => ({ ...lineOf(row), month: row.month ?? '' })),
    byService: linesOf('service').map((row): ServiceLine => ({ ...lineOf(row), name: row.service ?? '' })),
    byProfessional: linesOf('professional').map(
      (row): ProfessionalLine => ({
        ...lineOf(row),
        professionalId: row.professionalId ?? '',
        name: row.professional ?? '',
      }),
    ),
  }
}

/** Without the columns that only group. */
function lineOf(row: SumRow): Income {
  return incomeOf(Object.fromEntries(factNames.map((name) => [name, row[name]])) as IncomeFacts)
}

/** What was paid for packages in the period, by the local month of the payments. */
export async function sumSoldPackages(db: Db | Tx, span: RevenueSpan): Promise<MonthLine[]> {
  const { rows } = await sql<IncomeFacts & { month: string }>`
    select to_char(at at time zone ${zone}, 'YYYY-MM-01') as month, ${summedFacts}
    from (${packageFacts(soldInSpan(span))}) as facts group by 1 order by 1`.execute(db)
  return rows.map(({ month, ...facts }) => ({ ...incomeOf(facts), month }))
}

/** What was paid for the decided appointments of a centre, and for packages, and not given back, by method. An appointment may have several. */
export async function sumPayments(db: Db | Tx, span: RevenueSpan): Promise<MethodLine[]> {
  const { rows } = await sql<MethodLine>`
    select method, count(*)::int as payments, sum(amount - coalesce(refund_amount, 0))::bigint as "collectedCents"
    from payments left join appointments on appointments.id = payments.appointment_id
      left join packages on packages.id = payments.package_id
    where (${inSpan(span)} and ${isDecided} or ${soldInSpan(span)}) and undone_at is null
      and amount > coalesce(refund_amount, 0)
    group by method`.execute(db)
  return rows
}

type InAdvance = { appointments: number; deskCents: number; onlineCents: number; inTransitCents: number }

/** What is paid for a centre's open appointments: it becomes income when they are completed, and returns if they are cancelled. */
export async function sumInAdvance(db: Db | Tx, { centerId }: { centerId: string }) {
  const where = sql`${ofCenter(centerId)} and appointments.status in ${literals(openStatuses)} and appointments.paid_amount > 0`
  const { rows } = await sql<InAdvance>`
    select count(*)::int as appointments, coalesce(sum("deskCents" - "toReturnCents"), 0)::bigint as "deskCents",
      coalesce(sum("onlineCents"), 0)::bigint as "onlineCents",
      coalesce(sum("onlineCents" - "passedOnCents"), 0)::bigint as "inTransitCents"
    from (${incomeFacts(where)}) as facts`.execute(db)
  return rows[0] ?? { appointments: 0, deskCents: 0, onlineCents: 0, inTransitCents: 0 }
}

export type Consultation = IncomeFacts & {
  id: string
  startsAt: Date
  professionalName: string
  serviceName: string
  /** The name of the attendee. */
  personName: string
  status: Exclude<AppointmentStatus, 'held'>
  priceCents: number
  /** The methods of its payments, each once. */
  methods: PaymentMethod[]
}

/** The consultations are in the order of their start. `after` is the last row of the previous batch. */
export async function listConsultations(
  tx: Tx,
  { limit, after, ...span }: RevenueSpan & { limit: number; after: Consultation | undefined },
): Promise<Consultation[]> {
  const { rows } = await sql<Consultation>`
    with batch as (
      select appointments.* from appointments
      where ${inSpan({ ...span, from: after?.startsAt ?? span.from })}
        and ${after === undefined ? sql`true` : sql`(appointments.starts_at, appointments.id) > (${after.startsAt}, ${after.id})`}
      order by appointments.starts_at, appointments.id
      limit ${limit}
    )
    select facts.*, batch.starts_at as "startsAt", professionals.full_name as "professionalName",
      services.name as "serviceName",
      coalesce(dependants.full_name, guests.full_name, profiles.full_name, '') as "personName",
      batch.status, batch.price as "priceCents",
      array(select distinct method from payments where appointment_id = batch.id and undone_at is null) as methods
    from batch
    join (${incomeFacts(sql`appointments.id in (select id from batch)`)}) as facts on facts.id = batch.id
    join services on services.id = batch.service_id
    join professionals on professionals.id = batch.professional_id
    left join profiles on profiles.id = batch.patient_id
    left join dependants on dependants.id = batch.dependant_id
    left join guests on guests.id = batch.guest_id
    order by batch.starts_at, batch.id`.execute(tx)
  return rows
}

export type SoldLine = IncomeFacts & {
  id: number
  at: Date
  serviceName: string
  sessions: number
  personName: string
  methods: PaymentMethod[]
}

/** The payments for packages in the period, by their time. */
export async function listSoldPackages(tx: Tx, span: RevenueSpan): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`
    select facts.*, packages.service_name as "serviceName", packages.sessions, array[payments.method] as methods,
      coalesce(guests.full_name, profiles.full_name, '') as "personName"
    from (${packageFacts(soldInSpan(span))}) as facts
    join payments on payments.id = facts.id
    join packages on packages.id = facts."packageId"
    left join profiles on profiles.id = packages.patient_id
    left join guests on guests.id = packages.guest_id
    order by facts.at, facts.id`.execute(tx)
  return rows
}

const paymentColumns = [
  'payments.collected_at as collectedAt',
  'payments.amount as cents',
  'payments.currency',
  'payments.method',
  'payments.refund_amount as refundCents',
  'payments.refunded_at as refundedAt',
  'payments.undone_at as undoneAt',
  'payments.appointment_id as appointmentId',
] as const

/** The payments for a patient's appointments, oldest first. */
export async function listPaymentsOf(db: Db | Tx, { patientId }: { patientId: string }) {
  return db
    .selectFrom('payments')
    .innerJoin('appointments', 'appointments.id', 'payments.appointment_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'payments.center_id')
    .where('appointments.patient_id', '=', patientId)
    .orderBy('payments.collected_at')
    .orderBy('payments.appointment_id')
    .select([...paymentColumns, 'center_profiles.center_name as centerName'])
    .execute()
}

/** The payments that a centre received for its appointments, the oldest first. */
export async function listPaymentsOfCenter(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('payments')
    .where('payments.center_id', '=', centerId)
    .orderBy('payments.collected_at')
    .orderBy('payments.id')
    .select(paymentColumns)
    .execute()
}
