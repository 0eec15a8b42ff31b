import { type ExpressionBuilder, sql } from 'kysely'
import { type AppointmentStatus, openStatuses } from '#contract/appointments.ts'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf, literals } from '#server/platform/postgres/lists.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import { holdersOf } from '../appointments.policy.ts'
import type { PatientScope } from './appointments.ts'
import { agreedRule } from './cancellation-rule.ts'

/** A patient's appointments and holds as the data export lists them, the oldest first. */
export async function listAllOfPatient(db: Db | Tx, { patientId }: PatientScope) {
  return db
    .selectFrom('appointments')
    .innerJoin('center_profiles', 'center_profiles.id', 'appointments.center_id')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .leftJoin('profiles', 'profiles.id', 'appointments.patient_id')
    .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .where((eb) =>
      eb.or([
        eb('appointments.patient_id', '=', patientId),
        eb('appointments.holder_key', '=', anyOf(holdersOf({ userId: patientId, visitorKey: undefined }))),
      ]),
    )
    .select(['appointments.id', 'appointments.status'])
    .select(sql<Date>`appointments.starts_at`.as('startsAt'))
    .select(sql<Date>`appointments.ends_at`.as('endsAt'))
    .select([
      'center_profiles.center_name as centerName',
      'professionals.full_name as professionalName',
      'services.name as serviceName',
      'services.service_type as serviceType',
    ])
    .select((eb) => eb.fn.coalesce('dependants.full_name', 'profiles.full_name').as('attendeeName'))
    .select([
      'appointments.place',
      'appointments.home_address as homeAddress',
      'appointments.price as priceCents',
      'appointments.discount_amount as discountCents',
      'appointments.paid_amount as paidCents',
      'appointments.deposit_amount as depositCents',
      'appointments.deposit_for as depositFor',
      'appointments.held_consent_version as heldConsentVersion',
      'appointments.series_place as seriesPlace',
      'appointments.series_size as seriesSize',
      'appointments.currency',
      'appointments.hold_expires_at as holdExpiresAt',
      'appointments.booked_at as bookedAt',
      'appointments.requested_at as requestedAt',
      'appointments.confirmed_at as confirmedAt',
      'appointments.moved_at as movedAt',
      'appointments.moved_by as movedBy',
      'appointments.move_reason as moveReason',
      'appointments.booked_by as bookedBy',
      'appointments.accepted_at as acceptedAt',
      'appointments.agreed_starts_at as agreedStartsAt',
      'appointments.agreed_at as agreedAt',
      'appointments.expected_starts_at as expectedStartsAt',
      'appointments.arrived_at as arrivedAt',
      'appointments.reopened_at as reopenedAt',
      'appointments.late_since as lateSince',
      ...agreedRule,
      'appointments.completed_at as completedAt',
      'appointments.no_show_at as noShowAt',
      'appointments.attendance_upheld_at as attendanceUpheldAt',
      'appointments.cancelled_at as cancelledAt',
      'appointments.cancelled_by as cancelledBy',
      'appointments.cancelled_at_desk as cancelledAtDesk',
      'appointments.freed_unconfirmed as freedUnconfirmed',
      'appointments.proof_due_at as proofDueAt',
      'appointments.proof_warned_at as proofWarnedAt',
      'appointments.cancellation_reason as cancellationReason',
      'appointments.refund_percent as refundPercent',
      (eb) =>
        eb
          .selectFrom('payments')
          .whereRef('payments.appointment_id', '=', 'appointments.id')
          .where('payments.undone_at', 'is', null)
          .select(({ fn }) => fn.sum<number | null>('payments.refund_amount').as('sum'))
          .as('refundCents'),
      'appointments.created_at as createdAt',
      'appointments.updated_at as updatedAt',
    ])
    .select(
      sql<Date[]>`array(
        select queued_at from appointment_reminders r where r.appointment_id = appointments.id order by queued_at)`.as(
        'remindersAt',
      ),
    )
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()
}

/** The appointments that the patient can still cancel, the next first. */
export async function listChangeable(
  db: Db | Tx,
  { patientId, now }: PatientScope & { now: Date },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('appointments')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('status', 'in', literals(openStatuses))
    .where(sql<boolean>`starts_at > ${now}`)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}

/** A changeable appointment, with what was paid for it and not yet given back or promised back. */
export async function listCosts(db: Db | Tx, { patientId, now }: PatientScope & { now: Date }) {
  return db
    .selectFrom('appointments')
    .innerJoin('center_profiles', 'center_profiles.id', 'appointments.center_id')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .where('appointments.patient_id', '=', patientId)
    .where('appointments.status', 'in', literals(openStatuses))
    .where(sql<boolean>`starts_at > ${now}`)
    .orderBy('starts_at')
    .orderBy('appointments.id')
    .select(agreedRule)
    .select([
      'appointments.status',
      'center_profiles.center_name as centerName',
      'professionals.full_name as professionalName',
      worksAlone('center_profiles').as('worksAlone'),
      'appointments.booked_at as bookedAt',
      'appointments.late_since as lateSince',
      'appointments.moved_by as movedBy',
      'appointments.refund_percent as refundPercent',
      sql<Date>`appointments.starts_at`.as('startsAt'),
      sql<number>`(select coalesce(sum(amount - coalesce(refund_amount, 0)), 0)::bigint from payments
        where payments.appointment_id = appointments.id and undone_at is null)`.as('paidCents'),
      // As oweShare() of the payments will: rounded up for each payment, and never below an earlier refund.
      sql<number>`(select coalesce(sum(greatest(ceil(amount * appointments.late_refund_percent::numeric / 100)
          - coalesce(refund_amount, 0), 0)), 0)::bigint from payments
        where payments.appointment_id = appointments.id and undone_at is null)`.as('lateRefundCents'),
    ])
    .$narrowType<{ status: AppointmentStatus; movedBy: 'patient' | 'center' | null }>()
    .execute()
}

export async function countAllOfPatient(db: Db | Tx, { patientId }: PatientScope): Promise<number> {
  const row = await db
    .selectFrom('appointments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('patient_id', '=', patientId)
    .where('status', '!=', sql.lit('held'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function listNamedDependants(tx: Tx, { patientId }: PatientScope): Promise<string[]> {
  const rows = await tx
    .selectFrom('appointments')
    .select('dependant_id')
    .distinct()
    .where('patient_id', '=', patientId)
    .where('dependant_id', 'is not', null)
    .execute()
  return rows.flatMap(({ dependant_id }) => dependant_id ?? [])
}

/** The columns with what the patient or the centre wrote about one appointment, which are cleared once the person is deleted. */
export const writtenColumns = { home_address: null, move_reason: null, cancellation_reason: null } as const

export function hasWritten(eb: ExpressionBuilder<DB, 'appointments'>) {
  const columns = Object.keys(writtenColumns) as (keyof typeof writtenColumns)[]
  return eb.or(columns.map((column) => eb(column, 'is not', null)))
}

/**
 * Clears home addresses and the reasons of moves and cancellations (not the one that this deletion recorded), and deletes which therapies the
 * patient ended and which reminders they dismissed.
 */
export async function anonymizeOfPatient(
  tx: Tx,
  { keptReason, now, patientId }: PatientScope & { keptReason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('appointments')
    .set((eb) => ({
      ...writtenColumns,
      cancellation_reason: eb.case().when('cancellation_reason', '=', keptReason).then(keptReason).end(),
      updated_at: now,
    }))
    .where('patient_id', '=', patientId)
    .where(hasWritten)
    .execute()
  await tx.deleteFrom('ended_therapies').where('patient_id', '=', patientId).execute()
  await tx.deleteFrom('dismissed_reminders').where('user_id', '=', patientId).execute()
}
