import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import type { AgendaAppointment, DependantOfGuardian, PersonRef } from '#contract/agenda.ts'
import { type Appointment, type AppointmentStatus, occupyingStatuses, openStatuses } from '#contract/appointments.ts'
import type { PaymentMethod } from '#contract/payment-methods.ts'
import { unknownBirthDate } from '#server/features/accounts/repository/deletion.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf, literals, noneOf } from '#server/platform/postgres/lists.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import { isByPackage, placeInSeries, provisionalUntil, sharedColumns } from './appointments.ts'
import { range } from './range.ts'
import { isUnconfirmed } from './unproven.ts'

/** With `professionalId`, only this professional and their appointments. */
export type AgendaScope = { centerId: string; professionalId?: string }

/** A payment for an appointment, as JSON of PostgreSQL: instants are texts. */
export type ShownPayment = {
  id: number
  checkoutId: string | null
  /** Of an online payment. */
  receiptNumber: number | null
  amountCents: number
  method: PaymentMethod
  collectedAt: string
  refundCents: number | null
  refundedAt: string | null
  /** What is still to be given back of `refundCents`. */
  owedCents: number
  /** Staff decided that the patient paid it, so the desk undoes it no more. */
  isUpheld: boolean
}

/** The oldest first; null without payments. */
function paymentsOfRow(eb: ExpressionBuilder<DB, 'appointments'>) {
  return (
    eb
      .selectFrom('payments')
      // Skips the lookup for unpaid appointments.
      .where('appointments.paid_amount', '>', 0)
      .whereRef('payments.appointment_id', '=', 'appointments.id')
      .where('payments.undone_at', 'is', null)
      .select(
        sql<
          ShownPayment[] | null
        >`json_agg(json_build_object('id', payments.id, 'checkoutId', checkout_id, 'receiptNumber', (select receipt_number from checkouts where id = checkout_id), 'amountCents', amount, 'method', method,
        'collectedAt', collected_at, 'refundCents', refund_amount, 'refundedAt', refunded_at, 'owedCents', refund_owed(payments), 'isUpheld', objected_at is not null) order by payments.id)`.as(
          'payments',
        ),
      )
      .as('received')
  )
}

function agendaRows(db: Db | Tx, { centerId, professionalId }: AgendaScope) {
  return db
    .selectFrom('appointments')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .leftJoin('profiles', 'profiles.id', 'appointments.patient_id')
    .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .leftJoin('guests', 'guests.id', 'appointments.guest_id')
    .leftJoinLateral(paymentsOfRow, (join) => join.onTrue())
    .leftJoin('reviews', 'reviews.appointment_id', 'appointments.id')
    .where('appointments.center_id', '=', centerId)
    .$if(professionalId !== undefined, (query) =>
      query.where('appointments.professional_id', '=', professionalId ?? ''),
    )
    .select([
      ...sharedColumns,
      'appointments.attendance_upheld_at as attendanceUpheldAt',
      'appointments.arrived_at as arrivedAt',
      'appointments.dependant_id as dependantId',
      'appointments.discount_taken_by as discountTakenBy',
      'received.payments',
    ])
    .select(provisionalUntil)
    .select(isByPackage)
    .select(placeInSeries)
    .select((eb) => [
      // What only the professional of the appointment may read.
      sql<{ homeAddress: string | null }>`json_build_object('homeAddress', appointments.home_address)`.as(
        'forProfessional',
      ),
      sql<Date>`appointments.starts_at`.as('startsAt'),
      sql<Date>`appointments.ends_at`.as('endsAt'),
      sql<Date>`coalesce(appointments.booked_at, appointments.created_at)`.as('bookedAt'),
      eb.fn.coalesce('dependants.full_name', 'profiles.full_name', 'guests.full_name').as('attendeeName'),
      eb.fn.coalesce('profiles.phone', 'guests.phone').as('attendeePhone'),
      sql<DependantOfGuardian | null>`case when dependants.id is not null then json_build_object('guardianId', profiles.id,
        'guardianName', profiles.full_name, 'relation', dependants.relation,
        'birthDate', nullif(dependants.birth_date, ${unknownBirthDate}::date)) end`.as('dependant'),
      // Also when staff have removed the review.
      sql<boolean>`(reviews.id is not null
        or exists (select from removed_reviews where removed_reviews.appointment_id = appointments.id))`.as('isRated'),
      sql<boolean>`exists (select from clinical_record_versions where appointment_id = appointments.id)`.as(
        'hasRecord',
      ),
      // The centre gave back what was left of the package that pays for it.
      sql<boolean>`(appointments.discount_payer is not distinct from 'package' and exists (
        select from package_sessions join packages on packages.id = package_id
        where appointment_id = appointments.id and packages.refunded_at is not null))`.as('hasRefundedPackage'),
      isUnconfirmed.as('isUnconfirmed'),
      // The desk undid a payment of a visit that had begun, which shows that the patient came.
      sql<boolean>`has_undone_payment(appointments)`.as('hasUndonePayment'),
      sql<boolean>`exists (select from reports where reports.kind = 'undone_payment' and reports.subject_id = appointments.id
        and closed_at is null)`.as('isPaymentDisputed'),
      // The patient's open objection to how the centre closed it. An early visit was moved by the centre, an invented one entered, a
      // refund needs a payment, also of a cancelled appointment.
      sql<'no_show' | 'early_visit' | 'invented_visit' | 'refund' | null>`case
        when appointments.no_show_at is not null
          or appointments.status = 'cancelled' and appointments.paid_amount > 0
          or appointments.status = 'completed' and (appointments.moved_by = 'center' or appointments.booked_by = 'center' or appointments.paid_amount > 0) then (
          select kind from reports where kind in ('no_show', 'early_visit', 'invented_visit', 'refund') and subject_id = appointments.id
            and center_id is null and closed_at is null limit 1) end`.as('objection'),
    ])
    .$narrowType<{
      status: AppointmentStatus
      place: Appointment['place']
      bookedBy: AgendaAppointment['bookedBy']
      cancelledBy: AgendaAppointment['cancelledBy']
    }>()
}

export type AgendaRow = InferResult<ReturnType<typeof agendaRows>>[number]

const bookedStatuses = ['pending', 'confirmed', 'completed', 'no_show'] as const satisfies AppointmentStatus[]

/** The appointments that begin in the span, without holds and cancelled ones, by start. */
export function listOfDay(db: Db | Tx, { startsAt, endsAt, ...scope }: AgendaScope & Span) {
  return agendaRows(db, scope)
    .where('appointments.status', 'in', literals(bookedStatuses))
    .where(sql<boolean>`appointments.starts_at >= ${startsAt}`)
    .where(sql<boolean>`appointments.starts_at < ${endsAt}`)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute()
}

function attendedByOneOf(eb: ExpressionBuilder<DB, 'appointments'>, people: readonly PersonRef[]) {
  const idsOf = (kind: PersonRef['kind']) => people.filter((person) => person.kind === kind).map(({ id }) => id)
  return eb.or([
    eb.and([eb('appointments.patient_id', '=', anyOf(idsOf('patient'))), eb('appointments.dependant_id', 'is', null)]),
    eb('appointments.dependant_id', '=', anyOf(idsOf('dependant'))),
    eb('appointments.guest_id', '=', anyOf(idsOf('guest'))),
  ])
}

/** The appointments of one person at the centre, by start, newest first. */
export function listOfPerson(
  db: Db | Tx,
  { person, limit, ...scope }: AgendaScope & { person: PersonRef; limit: number },
) {
  return agendaRows(db, scope)
    .where((eb) => attendedByOneOf(eb, [person]))
    .where('appointments.status', '!=', sql.lit('held'))
    .orderBy('appointments.starts_at', 'desc')
    .orderBy('appointments.id')
    .limit(limit)
    .execute()
}

/** The open appointments of one attendee, a patient or a dependant, and those that took place; by start, newest first. */
export function listOfAttendee(
  db: Db | Tx,
  { attendeeId, limit, ...scope }: AgendaScope & { attendeeId: string; limit: number },
) {
  return agendaRows(db, scope)
    .where('appointments.attendee_id', '=', attendeeId)
    .where('appointments.status', 'in', literals([...openStatuses, 'completed']))
    .orderBy('appointments.starts_at', 'desc')
    .orderBy('appointments.id')
    .limit(limit)
    .execute()
}

/** The open appointments of these people from that moment on, by start. */
export function listUpcomingOf(
  db: Db | Tx,
  { people, from, limit, ...scope }: AgendaScope & { people: readonly PersonRef[]; from: Date; limit: number },
) {
  return agendaRows(db, scope)
    .where('appointments.status', 'in', literals(openStatuses))
    .where(sql<boolean>`appointments.starts_at >= ${from}`)
    .where((eb) => attendedByOneOf(eb, people))
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(limit)
    .execute()
}

/** The appointments that were booked last. */
export function listNewest(db: Db | Tx, { limit, ...scope }: AgendaScope & { limit: number }) {
  return agendaRows(db, scope)
    .where('appointments.status', '!=', sql.lit('held'))
    .orderBy('appointments.created_at', 'desc')
    .orderBy('appointments.id', 'desc')
    .limit(limit)
    .execute()
}

/** No appointment stays open this many days after its end. */
const openDays = 30

/** Confirmed appointments that ended and are still open, the oldest first. */
export function listToClose(db: Db | Tx, { now, ...scope }: AgendaScope & { now: Date }) {
  return agendaRows(db, scope)
    .where('appointments.status', '=', sql.lit('confirmed'))
    .where('appointments.ends_at', '<=', now)
    .where(sql<boolean>`appointments.starts_at > ${now}::timestamptz - make_interval(days => ${openDays})`)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(200)
    .execute()
}

/** The centre's appointment, or live hold, that occupies that time of the professional. */
export function findOccupying(
  tx: Tx,
  input: Span & {
    centerId: string
    professionalId: string
    exceptAppointment?: string
    alsoMoving?: readonly string[]
    now: Date
  },
): Promise<AgendaRow | undefined> {
  return agendaRows(tx, { centerId: input.centerId, professionalId: input.professionalId })
    .where('appointments.status', 'in', literals(occupyingStatuses))
    .where((eb) =>
      eb.or([eb('appointments.status', '!=', sql.lit('held')), eb('appointments.hold_expires_at', '>', input.now)]),
    )
    .where(sql<boolean>`appointments.during && ${range(input)}`)
    .where('appointments.id', 'is distinct from', input.exceptAppointment ?? null)
    .where('appointments.id', '!=', noneOf(input.alsoMoving ?? []))
    .orderBy('appointments.starts_at')
    .limit(1)
    .executeTakeFirst()
}

export async function listByIds(
  db: Db | Tx,
  { appointmentIds, ...scope }: AgendaScope & { appointmentIds: readonly string[] },
): Promise<AgendaRow[]> {
  if (appointmentIds.length === 0) return []
  return agendaRows(db, scope).where('appointments.id', '=', anyOf(appointmentIds)).execute()
}

/** Pending appointments that have not begun, the next first. */
export function listRequests(db: Db | Tx, { now, limit, ...scope }: AgendaScope & { now: Date; limit: number }) {
  return agendaRows(db, scope)
    .where('appointments.status', '=', sql.lit('pending'))
    .where('appointments.starts_at', '>', now)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(limit)
    .execute()
}

export function findOfCenter(
  db: Db | Tx,
  { appointmentId, ...scope }: AgendaScope & { appointmentId: string },
): Promise<AgendaRow | undefined> {
  return agendaRows(db, scope).where('appointments.id', '=', appointmentId).executeTakeFirst()
}

/** Reads a row that the transaction has just written. */
export function requireOfCenter(tx: Tx, input: AgendaScope & { appointmentId: string }): Promise<AgendaRow> {
  return agendaRows(tx, input).where('appointments.id', '=', input.appointmentId).executeTakeFirstOrThrow()
}

export type OpenAppointment = {
  id: string
  professionalId: string
  attendeeId: string | null
  patientId: string | null
  startsAt: Date
  isHeld: boolean
}

/** The professionals' appointments in the span that can still be moved or cancelled, and the live holds; by start. */
export async function listOpenInSpan(
  tx: Tx,
  { professionalIds, now, ...span }: Span & { professionalIds: readonly string[]; now: Date },
): Promise<OpenAppointment[]> {
  const { rows } = await sql<OpenAppointment>`
    select a.id, a.professional_id as "professionalId", a.attendee_id as "attendeeId", a.patient_id as "patientId",
      a.starts_at as "startsAt", a.status = 'held' as "isHeld"
    from unnest(${professionalIds}::uuid[]) as requested(id)
    join appointments a on a.professional_id = requested.id and a.during && ${range(span)}
    where a.status in ('pending', 'confirmed') and a.ends_at > ${now} or a.status = 'held' and a.hold_expires_at > ${now}
    order by a.starts_at, a.id`.execute(tx)
  return rows
}

/** The appointments of a series that can still be moved or cancelled, by start. */
export async function listOpenOfSeries(
  tx: Tx,
  { centerId, seriesId, attendeeId, now }: { centerId: string; seriesId: string; attendeeId: string | null; now: Date },
): Promise<OpenAppointment[]> {
  const { rows } = await sql<OpenAppointment>`
    select id, professional_id as "professionalId", attendee_id as "attendeeId", patient_id as "patientId",
      starts_at as "startsAt", false as "isHeld"
    from appointments
    where series_id = ${seriesId} and center_id = ${centerId} and attendee_id is not distinct from ${attendeeId}
      and status in ('pending', 'confirmed') and ends_at > ${now}
    order by starts_at, id`.execute(tx)
  return rows
}
