import { sql } from 'kysely'
import type { PaymentMethod } from '#contract/agenda.ts'
import { type AppointmentStatus, openStatuses } from '#contract/appointments.ts'
import { zone } from '#contract/calendar.ts'
import { isRevenue, revenueCents } from '#server/features/centers/repository/revenue-sums.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { literals } from '#server/platform/postgres/lists.ts'

/** Selects the appointments of a centre that start in this period: `from` included, `end` excluded. */
export type RevenueSpan = { centerId: string; from: Date; end: Date }

export type Line = { consultations: number; valueCents: number; collectedCents: number }
export type MonthLine = Line & { month: string }
export type ServiceLine = Line & { name: string }
export type ProfessionalLine = Line & { professionalId: string; name: string }
export type MethodLine = { method: PaymentMethod; payments: number; collectedCents: number }

/** The value of `grouping()` that identifies each sum's rows. */
const sums = { total: 15, month: 7, service: 11, professional: 12 } as const

type SumRow = Line & {
  sum: number
  month: string | null
  service: string | null
  professionalId: string | null
  professional: string | null
}

/** Sums the completed appointments and their payments, in one pass over the rows. Months are local. */
export async function sumRevenue(db: Db, { centerId, from, end }: RevenueSpan) {
  const { rows } = await sql<SumRow>`
    with of_period as (
      select appointments.status, to_char(appointments.starts_at at time zone ${zone}, 'YYYY-MM-01') as month, services.name as service,
        professionals.id as professional_id, professionals.full_name as professional,
        appointments.price, appointments.paid_amount
      from appointments
      join services on services.id = appointments.service_id
      join professionals on professionals.id = appointments.professional_id
      where appointments.center_id = ${centerId} and ${isRevenue}
        and appointments.starts_at >= ${from} and appointments.starts_at < ${end}
    )
    select grouping(month, service, professional_id, professional) as sum, month, service,
      professional_id as "professionalId", professional, count(*) as consultations,
      ${revenueCents} as "valueCents", coalesce(sum(paid_amount), 0) as "collectedCents"
    from of_period as appointments
    group by grouping sets ((), (month), (service), (professional_id, professional))`.execute(db)
  const rowsOf = (sum: keyof typeof sums) => rows.filter((row) => row.sum === sums[sum])
  const lineOf = ({ consultations, valueCents, collectedCents }: Line): Line => ({
    consultations,
    valueCents,
    collectedCents,
  })
  return {
    total: rowsOf('total').map(lineOf)[0] ?? { consultations: 0, valueCents: 0, collectedCents: 0 },
    byMonth: rowsOf('month').map((row): MonthLine => ({ ...lineOf(row), month: row.month ?? '' })),
    byService: rowsOf('service').map((row): ServiceLine => ({ ...lineOf(row), name: row.service ?? '' })),
    byProfessional: rowsOf('professional').map(
      (row): ProfessionalLine => ({
        ...lineOf(row),
        professionalId: row.professionalId ?? '',
        name: row.professional ?? '',
      }),
    ),
  }
}

/** The payments for a centre's completed appointments, by method. An appointment may have several. */
export async function sumPayments(db: Db, { centerId, from, end }: RevenueSpan): Promise<MethodLine[]> {
  return db
    .selectFrom('payments')
    .innerJoin('appointments', 'appointments.id', 'payments.appointment_id')
    .where('appointments.center_id', '=', centerId)
    .where(isRevenue)
    .where(sql<boolean>`appointments.starts_at >= ${from} and appointments.starts_at < ${end}`)
    .where('payments.undone_at', 'is', null)
    .groupBy('payments.method')
    .select((eb) => [
      'payments.method',
      eb.fn.countAll<number>().as('payments'),
      eb.fn.sum<number>('payments.amount').as('collectedCents'),
    ])
    .$narrowType<{ method: PaymentMethod }>()
    .execute()
}

/** What is paid for a centre's open appointments: it becomes income when they are completed, and returns if they are cancelled. */
export async function sumInAdvance(db: Db, { centerId }: { centerId: string }) {
  return db
    .selectFrom('appointments')
    .where('center_id', '=', centerId)
    .where('status', 'in', literals(openStatuses))
    .where('paid_amount', '>', 0)
    .select((eb) => [
      eb.fn.countAll<number>().as('appointments'),
      eb.fn.coalesce(eb.fn.sum<number>('paid_amount'), eb.lit(0)).as('collectedCents'),
    ])
    .executeTakeFirstOrThrow()
}

export type Consultation = {
  id: string
  startsAt: Date
  professionalName: string
  serviceName: string
  /** The name of the attendee. */
  personName: string
  status: Exclude<AppointmentStatus, 'held'>
  priceCents: number
  collectedCents: number | null
  /** The methods of its payments, each once. */
  methods: PaymentMethod[]
  commissionCents: number | null
}

/** The consultations are in the order of their start. `after` is the last row of the previous batch. */
export async function listConsultations(
  tx: Tx,
  { centerId, from, end, limit, after }: RevenueSpan & { limit: number; after: Consultation | undefined },
): Promise<Consultation[]> {
  const { rows } = await sql<Consultation>`
    select appointments.id, appointments.starts_at as "startsAt", professionals.full_name as "professionalName",
      services.name as "serviceName",
      coalesce(dependants.full_name, guests.full_name, profiles.full_name, '') as "personName",
      appointments.status, appointments.price as "priceCents", nullif(appointments.paid_amount, 0) as "collectedCents",
      array(select distinct method from payments where appointment_id = appointments.id and undone_at is null) as methods,
      commissions.commission_amount as "commissionCents"
    from appointments
    join services on services.id = appointments.service_id
    join professionals on professionals.id = appointments.professional_id
    left join profiles on profiles.id = appointments.patient_id
    left join dependants on dependants.id = appointments.dependant_id
    left join guests on guests.id = appointments.guest_id
    left join commissions on commissions.appointment_id = appointments.id and commissions.status <> 'cancelled'
    where appointments.center_id = ${centerId} and appointments.status <> 'held'
      and appointments.starts_at >= ${after?.startsAt ?? from} and appointments.starts_at < ${end}
      and ${after === undefined ? sql`true` : sql`(appointments.starts_at, appointments.id) > (${after.startsAt}, ${after.id})`}
    order by appointments.starts_at, appointments.id
    limit ${limit}`.execute(tx)
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
