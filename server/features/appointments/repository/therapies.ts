import { sql } from 'kysely'
import type { Place } from '#contract/places.ts'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import type { Span } from '#server/platform/local-time.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { PatientScope } from './appointments.ts'

export type TherapyKey = { attendeeId: string; professionalId: string; serviceId: string }

export type TherapyRow = TherapyKey & {
  professionalName: string
  photoUrl: string | null
  serviceName: string
  centerId: string
  centerName: string
  worksAlone: boolean
  hasPaymentAccount: boolean
  dependantId: string | null
  dependantName: string | null
  /** True for a dependant whom the patient has removed. */
  isAttendeeRemoved: boolean
  since: Date
  completed: number
  upcoming: number
  nextId: string | null
  nextAt: Date | null
  /** The start and the place of its latest appointment, past or upcoming. */
  latestAt: Date
  latestPlace: Place
  /** Null for a therapy that continues, or that the patient resumed by booking again. */
  endedAt: Date | null
}

const maxTherapies = 60

type TherapyQuery = PatientScope & { now: Date }

/** The patient's therapies, the latest first; the ended ones last. */
export const listTherapies = builtOnce<TherapyQuery, TherapyRow>(
  (_, { patientId, now }) => sql`
    select therapy.attendee_id as "attendeeId", therapy.professional_id as "professionalId",
      therapy.service_id as "serviceId", professionals.full_name as "professionalName",
      professionals.photo_url as "photoUrl", services.name as "serviceName",
      center_profiles.id as "centerId", center_profiles.center_name as "centerName",
      center_profiles.has_payment_account as "hasPaymentAccount",
      ${worksAlone('center_profiles')} as "worksAlone",
      dependants.id as "dependantId", dependants.full_name as "dependantName", dependants.removed_at is not null as "isAttendeeRemoved",
      since, completed, upcoming, next_id as "nextId", next_at as "nextAt", latest_at as "latestAt",
      latest_place as "latestPlace", ended.ended_at as "endedAt"
    from (
      select attendee_id, professional_id, service_id, min(starts_at) as since,
        (count(*) filter (where status = 'completed'))::int as completed,
        (count(*) filter (where status <> 'completed' and ends_at > ${now}))::int as upcoming,
        (array_agg(id order by starts_at) filter (where status <> 'completed' and starts_at > ${now}))[1] as next_id,
        min(starts_at) filter (where status <> 'completed' and starts_at > ${now}) as next_at,
        max(starts_at) as latest_at, (array_agg(place order by starts_at desc))[1] as latest_place,
        max(coalesce(booked_at, created_at)) as booked_at
      from appointments
      where patient_id = ${patientId} and status in ('pending', 'confirmed', 'completed')
      group by attendee_id, professional_id, service_id) as therapy
    join professionals on professionals.id = therapy.professional_id
    join services on services.id = therapy.service_id
    join center_profiles on center_profiles.id = professionals.center_id
    left join dependants on dependants.id = therapy.attendee_id
    left join ended_therapies as ended on ended.patient_id = ${patientId} and ended.attendee_id = therapy.attendee_id
      and ended.professional_id = therapy.professional_id and ended.service_id = therapy.service_id
      and ended.ended_at >= therapy.booked_at and upcoming = 0
    order by ended.ended_at is not null, latest_at desc, therapy.service_id
    limit ${maxTherapies}`,
)

/** `isOccupying`: false for a desk booking that the patient has not accepted. */
export type BusySpan = Span & { attendeeId: string; serviceId: string; isOccupying: boolean }

export const listBusySpans = builtOnce<TherapyQuery, BusySpan>(
  (_, { patientId, now }) => sql`
    select attendee_id as "attendeeId", service_id as "serviceId", starts_at as "startsAt", ends_at as "endsAt",
      occupied_attendee_id is not null as "isOccupying"
    from appointments
    where patient_id = ${patientId} and status in ('pending', 'confirmed') and ends_at > ${now}`,
)

export async function setTherapyEnded(
  tx: Tx,
  { patientId, attendeeId, professionalId, serviceId, now }: TherapyKey & TherapyQuery,
): Promise<void> {
  await tx
    .insertInto('ended_therapies')
    .values({
      patient_id: patientId,
      attendee_id: attendeeId,
      professional_id: professionalId,
      service_id: serviceId,
      ended_at: now,
    })
    .onConflict((conflict) => conflict.constraint('ended_therapies_pkey').doUpdateSet({ ended_at: now }))
    .execute()
}

export async function deleteTherapyEnd(
  db: Db | Tx,
  { patientId, attendeeId, professionalId, serviceId }: TherapyKey & PatientScope,
): Promise<void> {
  await db
    .deleteFrom('ended_therapies')
    .where('patient_id', '=', patientId)
    .where('attendee_id', '=', attendeeId)
    .where('professional_id', '=', professionalId)
    .where('service_id', '=', serviceId)
    .execute()
}
