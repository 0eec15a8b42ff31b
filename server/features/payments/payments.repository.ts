import { sql } from 'kysely'
import type { DeskMethod } from '#contract/agenda.ts'
import type { AppointmentStatus } from '#contract/appointments.ts'
import { zone } from '#contract/calendar.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** Consultations of a centre that begin in this period: `from` included, `until` not. */
export type Stretch = { centerId: string; from: Date; until: Date }

export type Line = { consultations: number; valueCents: number; collectedCents: number }
export type MonthLine = Line & { month: string }
export type ServiceLine = Line & { name: string }
export type ProfessionalLine = Line & { professionalId: string; name: string }
export type MethodLine = { method: DeskMethod; payments: number; collectedCents: number }

/** The value of `grouping()` by which each sum's rows are found. */
const sums = { total: 31, month: 15, service: 23, professional: 25, method: 30 } as const

type SumRow = Line & {
  sum: number
  month: string | null
  service: string | null
  professionalId: string | null
  professional: string | null
  method: DeskMethod | null
  payments: number
}

/** Completed consultations and the payments collected for them, in one pass over the rows. Months are local. */
export async function sumRevenue(db: Db, { centerId, from, until }: Stretch) {
  const { rows } = await sql<SumRow>`
    with done as (
      select to_char(appointments.starts_at at time zone ${zone}, 'YYYY-MM-01') as month, services.name as service,
        professionals.id as professional_id, professionals.full_name as professional, desk_payments.method,
        appointments.price, desk_payments.amount
      from appointments
      join services on services.id = appointments.service_id
      join professionals on professionals.id = appointments.professional_id
      left join desk_payments on desk_payments.appointment_id = appointments.id and desk_payments.center_id = ${centerId}
        and desk_payments.undone_at is null
      where appointments.center_id = ${centerId} and appointments.status = 'completed'
        and appointments.starts_at >= ${from} and appointments.starts_at < ${until}
    )
    select grouping(month, service, professional_id, professional, method) as sum, month, service,
      professional_id as "professionalId", professional, method, count(*) as consultations,
      coalesce(sum(price), 0) as "valueCents", coalesce(sum(amount), 0) as "collectedCents", count(amount) as payments
    from done
    group by grouping sets ((), (month), (service), (professional_id, professional), (method))`.execute(db)
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
    // Consultations that were not paid at the desk have no method.
    byMethod: rowsOf('method').flatMap(({ method, payments, collectedCents }): MethodLine[] =>
      method === null ? [] : [{ method, payments, collectedCents }],
    ),
  }
}

export type Consultation = {
  id: string
  startsAt: Date
  professionalName: string
  serviceName: string
  /** The attendee. */
  personName: string
  status: Exclude<AppointmentStatus, 'held'>
  priceCents: number
  collectedCents: number | null
  method: DeskMethod | null
  commissionCents: number | null
}

/** By start; `after`: the last one of the batch before. */
export async function listConsultations(
  tx: Tx,
  { centerId, from, until, limit, after }: Stretch & { limit: number; after: Consultation | undefined },
): Promise<Consultation[]> {
  const { rows } = await sql<Consultation>`
    select appointments.id, appointments.starts_at as "startsAt", professionals.full_name as "professionalName",
      services.name as "serviceName",
      coalesce(dependants.full_name, guests.full_name, profiles.full_name, '') as "personName",
      appointments.status, appointments.price as "priceCents", desk_payments.amount as "collectedCents",
      desk_payments.method, commissions.commission_amount as "commissionCents"
    from appointments
    join services on services.id = appointments.service_id
    join professionals on professionals.id = appointments.professional_id
    left join profiles on profiles.id = appointments.patient_id
    left join dependants on dependants.id = appointments.dependant_id
    left join guests on guests.id = appointments.guest_id
    left join desk_payments on desk_payments.appointment_id = appointments.id and desk_payments.undone_at is null
    left join commissions on commissions.appointment_id = appointments.id and commissions.status <> 'cancelled'
    where appointments.center_id = ${centerId} and appointments.status <> 'held'
      and appointments.starts_at >= ${after?.startsAt ?? from} and appointments.starts_at < ${until}
      and ${after === undefined ? sql`true` : sql`(appointments.starts_at, appointments.id) > (${after.startsAt}, ${after.id})`}
    order by appointments.starts_at, appointments.id
    limit ${limit}`.execute(tx)
  return rows
}

/** Payments for a person's appointments, the oldest first. */
export async function listPaymentsOf(db: Db | Tx, { patientId }: { patientId: string }) {
  return db
    .selectFrom('desk_payments')
    .innerJoin('appointments', 'appointments.id', 'desk_payments.appointment_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'desk_payments.center_id')
    .where('appointments.patient_id', '=', patientId)
    .orderBy('desk_payments.collected_at')
    .orderBy('desk_payments.appointment_id')
    .select([
      'desk_payments.collected_at as collectedAt',
      'center_profiles.center_name as centerName',
      'desk_payments.amount as cents',
      'desk_payments.currency',
      'desk_payments.method',
      'desk_payments.refund_amount as refundCents',
      'desk_payments.refunded_at as refundedAt',
      'desk_payments.undone_at as undoneAt',
      'desk_payments.appointment_id as appointmentId',
    ])
    .execute()
}
