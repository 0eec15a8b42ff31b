import { type InferResult, sql } from 'kysely'
import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import type { DepositAudience } from '#contract/deposits.ts'
import { type ObjectionKind, objectionKinds } from '#contract/report-kinds.ts'
import type { SeriesPlace } from '#contract/series.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf, literals } from '#server/platform/postgres/lists.ts'
import { agreedRule } from './cancellation-rule.ts'
import { lockForChange } from './locks.ts'

export type PatientScope = { patientId: string }

/** The columns of an appointment, its professional and its service that both its patient and its centre see. */
export const sharedColumns = [
  'appointments.id',
  'appointments.status',
  'appointments.place',
  'appointments.price as priceCents',
  'appointments.discount_amount as discountCents',
  'appointments.paid_amount as paidCents',
  'appointments.deposit_amount as depositCents',
  'appointments.deposit_for as depositFor',
  'appointments.patient_id as patientId',
  'appointments.requested_at as requestedAt',
  'appointments.booked_by as bookedBy',
  'appointments.accepted_at as acceptedAt',
  'appointments.expected_starts_at as expectedStartsAt',
  'appointments.cancelled_by as cancelledBy',
  'appointments.cancelled_at_desk as cancelledAtDesk',
  'appointments.freed_unconfirmed as freedUnconfirmed',
  'appointments.cancellation_reason as cancellationReason',
  'appointments.guest_id as guestId',
  'appointments.attendee_id as attendeeId',
  'appointments.professional_id as professionalId',
  'professionals.full_name as professionalName',
  'appointments.service_id as serviceId',
  'services.name as serviceName',
  'services.service_type as serviceType',
] as const

/** A session of the patient's package pays for it. */
export const isByPackage = sql<boolean>`(appointments.discount_payer is not distinct from 'package')`.as('isByPackage')

/** The function runs only for the few rows that need it. */
export const provisionalUntil = sql<Date | null>`case when appointments.proof_due_at is not null
  then provisional_until(appointments) end`.as('provisionalUntil')

/** Its place in the series with which the desk booked it, as JSON of PostgreSQL. */
export const placeInSeries =
  sql<SeriesPlace | null>`case when appointments.series_id is not null then json_build_object(
  'id', appointments.series_id, 'place', appointments.series_place, 'sessions', appointments.series_size) end`.as(
    'series',
  )

const columns = [
  ...sharedColumns,
  'appointments.home_address as homeAddress',
  'appointments.type',
  'appointments.dependant_id as dependantId',
  'appointments.holder_key as holder',
  'appointments.hold_expires_at as holdExpiresAt',
  'appointments.booked_at as bookedAt',
  'appointments.updated_at as updatedAt',
  'appointments.calendar_sequence as calendarSequence',
  'appointments.late_since as lateSince',
  'appointments.moved_by as movedBy',
  'appointments.no_show_at as noShowAt',
  'appointments.completed_at as completedAt',
  'appointments.cancelled_at as cancelledAt',
  'appointments.refund_percent as refundPercent',
  'appointments.move_reason as moveReason',
  'guests.full_name as guestName',
  'guests.email as guestEmail',
  'appointments.center_id as centerId',
  'center_profiles.center_name as centerName',
  'center_profiles.email as centerEmail',
  'center_profiles.address as centerAddress',
  'center_profiles.neighborhood as centerNeighborhood',
  'center_profiles.department as centerDepartment',
  'center_profiles.phone as centerPhone',
  'center_profiles.has_payment_account as hasPaymentAccount',
  'center_profiles.latitude as centerLatitude',
  'center_profiles.longitude as centerLongitude',
  'center_profiles.is_pin_exact as isCenterPinExact',
  ...agreedRule,
  'center_profiles.confirms_manually as confirmsManually',
  'professionals.photo_url as professionalPhotoUrl',
  'profiles.full_name as patientName',
  'profiles.address as patientAddress',
  'dependants.full_name as dependantName',
  'dependants.relation as dependantRelation',
  'dependants.birth_date as dependantBirthDate',
  'reviews.id as reviewId',
  'reviews.rating as reviewRating',
  'reviews.comment as reviewComment',
  'reviews.created_at as reviewedAt',
  'reviews.reply as reviewReply',
  'reviews.replied_at as reviewRepliedAt',
] as const

/** At most one: the unique index checkouts_in_progress. */
const payingCheckoutId = sql<string | null>`(select checkouts.id from checkouts
  where checkouts.appointment_id = appointments.id
    and (checkouts.status = 'pending' or checkouts.status = 'created' and checkouts.method = 'card'))`.as(
  'payingCheckoutId',
)

/** Whether a patient may move to another time of the service: without that, its free times are refused. */
const isOffered = sql<boolean>`(services.is_active and professionals.is_active and center_profiles.is_public
  and center_profiles.approved_at is not null)`.as('isOffered')
const centerPresence = sql<Appointment['center']['presence']>`case
  when center_profiles.is_public and center_profiles.approved_at is not null then 'public'
  when exists (select from profiles owner where owner.id = center_profiles.id and owner.status = 'deleted') then 'gone'
  else 'hidden' end`.as('centerPresence')

/** `paidBesidesCents`: what counts of the other payments when staff decide on it. */
type UndonePayment = { undoneAt: string; paidBesidesCents: number; objection: 'open' | 'rejected' | null }

export function appointmentRows(db: Db | Tx) {
  return (
    db
      .selectFrom('appointments')
      .innerJoin('center_profiles', 'center_profiles.id', 'appointments.center_id')
      .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
      .innerJoin('services', 'services.id', 'appointments.service_id')
      .leftJoin('profiles', 'profiles.id', 'appointments.patient_id')
      .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
      .leftJoin('guests', 'guests.id', 'appointments.guest_id')
      .leftJoin('reviews', 'reviews.appointment_id', 'appointments.id')
      .select(columns)
      // A deleted account keeps an address to which no mail may go.
      .select(sql<string | null>`case when profiles.status <> 'deleted' then profiles.email end`.as('patientEmail'))
      .select(sql<boolean>`(appointments.place = 'online' and professionals.video_link is null)`.as('lacksRoom'))
      .select((eb) => eb('center_profiles.approved_at', 'is not', null).$castTo<boolean>().as('isCenterApproved'))
      .select(provisionalUntil)
      .select(isByPackage)
      .select(placeInSeries)
      .select(payingCheckoutId)
      .select(isOffered)
      .select(centerPresence)
      // Whether staff's approval stood when the desk booked or later, also when they have withheld or revoked it since. It may have
      // mailed a guest about the booking then.
      .select(
        sql<boolean>`(center_profiles.approved_at is not null
          or exists (select from moderation_actions action
            where action.target_type in ('center', 'user') and action.target_id = appointments.center_id
              and action.created_at >= coalesce(appointments.booked_at, appointments.created_at)
              and (action.target_type = 'center' and action.details -> 'before' ->> 'approvedAt' is not null
                or action.target_type = 'user' and center_profiles.withheld_approval_at is not null
                  and action.details -> 'before' ->> 'status' = 'active'
                  and action.details -> 'before' -> 'roles' ? 'center')))`.as('wasCenterApproved'),
      )
      .select(sql<Date>`appointments.starts_at`.as('startsAt'))
      .select(sql<Date>`appointments.ends_at`.as('endsAt'))
      // The objection to what the desk recorded last. An open one stays when the desk marks again; a decided one can be followed by another.
      .select(
        sql<'open' | 'rejected' | null>`case
          when appointments.status = 'completed' and appointments.paid_amount > 0 and is_disputable_refund(appointments) then (
            select case when closed_at is null then 'open' else 'rejected' end from reports
            where reports.kind = 'refund' and reports.subject_id = appointments.id
              and (closed_at is null or reports.created_at >= desk_refunded_at(appointments)) limit 1)
          when appointments.status in ('completed', 'no_show') and appointments.moved_by = 'center'
            and appointments.starts_at < appointments.expected_starts_at then (
            select case when closed_at is null then 'open' else 'rejected' end from reports
            where reports.kind = 'early_visit' and reports.subject_id = appointments.id
              and (closed_at is null or reports.created_at >= coalesce(appointments.completed_at, appointments.no_show_at))
            limit 1)
          when appointments.status = 'completed' and appointments.booked_by = 'center'
            and appointments.expected_starts_at is null then (
            select case when closed_at is null then 'open' else 'rejected' end from reports
            where reports.kind = 'invented_visit' and reports.subject_id = appointments.id
              and (closed_at is null or reports.created_at >= appointments.completed_at) limit 1)
          when appointments.status = 'no_show' then (
            select case when closed_at is null then 'open' else 'rejected' end from reports
            where reports.kind = 'no_show' and reports.subject_id = appointments.id
              and (closed_at is null or reports.created_at >= appointments.no_show_at) limit 1)
          when appointments.cancelled_at_desk then (
            select case when closed_at is null then 'open' else 'rejected' end from reports
            where reports.kind = 'cancellation' and reports.subject_id = appointments.id limit 1) end`.as('objection'),
      )
      // Also when staff have removed the review.
      .select(
        sql<boolean>`(reviews.id is not null
          or exists (select from removed_reviews where removed_reviews.appointment_id = appointments.id))`.as(
          'isRated',
        ),
      )
      // The last objection in which staff agreed with the patient.
      .select(
        sql<ObjectionKind | null>`(
          select target_type from moderation_actions action
          where target_type in ${literals(objectionKinds)} and target_id = appointments.id
            and action_type = 'annul_' || target_type and undoes is null
            and not exists (select from moderation_actions undone where undone.undoes = action.id)
          order by sequence desc limit 1)`.as('upheldObjection'),
      )
      .select(sql<Date | null>`desk_refunded_at(appointments)`.as('deskRefundedAt'))
      .select(
        sql<
          'open' | 'rejected' | null
        >`case when appointments.status = 'cancelled' and appointments.paid_amount > 0 then (
          select case when closed_at is null then 'open' else 'rejected' end from reports
          where reports.kind = 'refund' and reports.subject_id = appointments.id
            and (closed_at is null or reports.created_at >= desk_refunded_at(appointments)) limit 1) end`.as(
          'refundObjection',
        ),
      )
      // As JSON of PostgreSQL: the instant is a text.
      .select(
        sql<UndonePayment | null>`(
          select json_build_object('undoneAt', undone_at, 'paidBesidesCents', paid_besides(payments), 'objection', case when objected_at is not null then case when exists (
            select from reports where reports.kind = 'undone_payment' and reports.subject_id = appointments.id
              and reports.created_at = objected_at and closed_at is null) then 'open' else 'rejected' end end)
          from payments where payments.id = disputable_payment(appointments))`.as('undonePayment'),
      )
      .select(worksAlone('center_profiles').as('worksAlone'))
      .select((eb) => eb('appointments.paid_amount', '>', 0).$castTo<boolean>().as('isPaid'))
      .select(
        sql<number>`(select coalesce(sum(refund_amount), 0)::bigint from payments
          where payments.appointment_id = appointments.id and payments.undone_at is null)`.as('refundedCents'),
      )
      // As booked: the service's duration may have changed since.
      .select(
        sql<number>`(extract(epoch from appointments.ends_at - appointments.starts_at) / 60)::int`.as(
          'durationMinutes',
        ),
      )
      .$narrowType<{
        status: AppointmentStatus
        place: Appointment['place']
        type: Appointment['type']
        cancelledBy: Appointment['cancelledBy']
        movedBy: 'patient' | 'center' | null
        bookedBy: 'patient' | 'center'
        depositFor: DepositAudience | null
        serviceType: ServiceSlug
      }>()
  )
}

/** An appointment with what the patient, the mails and the calendars show beside it. */
export type AppointmentRow = InferResult<ReturnType<typeof appointmentRows>>[number]

const byId = builtOnce((db, { appointmentId }: { appointmentId: string }) =>
  appointmentRows(db).where('appointments.id', '=', appointmentId),
)

export async function findAppointment(
  db: Db | Tx,
  { appointmentId }: { appointmentId: string },
): Promise<AppointmentRow | undefined> {
  const [row] = await byId(db, { appointmentId })
  return row
}

/** The appointments of a series in the order of their places, also those that were cancelled since. */
export function listAppointmentsOfSeries(db: Db | Tx, { seriesId }: { seriesId: string }): Promise<AppointmentRow[]> {
  return appointmentRows(db)
    .where('appointments.series_id', '=', seriesId)
    .orderBy('appointments.series_place')
    .execute()
}

export function listAppointmentsByIds(db: Db | Tx, { ids }: { ids: readonly string[] }): Promise<AppointmentRow[]> {
  return appointmentRows(db).where('appointments.id', '=', anyOf(ids)).execute()
}

/** Reads an appointment that the transaction has locked or written. */
export async function requireAppointment(tx: Tx, input: { appointmentId: string }): Promise<AppointmentRow> {
  const row = await findAppointment(tx, input)
  if (!row) throw new Error('There is no such appointment.')
  return row
}

/** Locks an appointment without the earlier steps of the locking protocol, and reads it as it is from then on. */
export async function lockAppointment(
  tx: Tx,
  { appointmentId }: { appointmentId: string },
): Promise<AppointmentRow | undefined> {
  await lockForChange(tx, { appointmentIds: [appointmentId] })
  return findAppointment(tx, { appointmentId })
}

/** A signed-in visitor is the holder as an account and as a visitor; for one holder the two are the same. */
type HolderPair = { holder: string; otherHolder: string; now: Date }

const holdOf = builtOnce((db, { holder, otherHolder, now }: HolderPair) =>
  appointmentRows(db).where((eb) =>
    eb(
      'appointments.id',
      '=',
      eb
        .selectFrom('appointments')
        .select('id')
        .where('status', '=', sql.lit('held'))
        // Not any($1), for which PostgreSQL makes a new plan each time: that costs as much as the query.
        .where('holder_key', 'in', [holder, otherHolder])
        .where('hold_expires_at', '>', now)
        .orderBy('hold_expires_at', 'desc')
        .limit(sql.lit(1)),
    ),
  ),
)

export async function findHold(
  db: Db | Tx,
  { holders: [holder = '', otherHolder = holder], now }: { holders: readonly string[]; now: Date },
): Promise<AppointmentRow | undefined> {
  const [row] = await holdOf(db, { holder, otherHolder, now })
  return row
}
