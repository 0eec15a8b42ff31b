import { sql } from 'kysely'
import type { AppointmentStatus } from '#contract/appointments.ts'
import { presetHours } from '#contract/availability.ts'
import type { CheckType } from '#contract/check-types.ts'
import type { MemberRole } from '#contract/memberships.ts'
import { needsPlatform } from '#contract/modalities.ts'
import type { Place } from '#contract/places.ts'
import type { Role } from '#contract/roles.ts'
import type { NewProfessional, NewService } from '#server/features/centers/centers.types.ts'
import { refreshOfferedServices } from '#server/features/centers/repository/offer.ts'
import { addProfessionalIn } from '#server/features/centers/usecases/add-professional.ts'
import { lockCenter } from '#server/features/centers/usecases/lock-center.ts'
import { setWeeklyHours } from '#server/features/centers/usecases/set-hours.ts'
import { addService } from '#server/features/centers/usecases/update-services.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, minuteMs, type WeeklyInterval } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addTimeOff } from '#server/processes/add-time-off.ts'
import {
  approved,
  buildWholeService,
  type CenterOptions,
  defaultService,
  insertAccount,
  insertWholeCenter,
  locateCenter,
} from './whole-centers.ts'

/** Rows for tests. Most builders create the parents that the options omit, and return every id. */

/** An account that can't sign in. `verified`: its owner has followed the link in a mail. */
export async function buildAccount(
  { db, clock }: Platform,
  {
    fullName = 'Lucía Pérez',
    userType = 'patient',
    role = userType,
    verified = false,
  }: { fullName?: string; userType?: 'patient' | 'center'; role?: Role; verified?: boolean } = {},
): Promise<{ userId: string; email: string }> {
  const userId = newId()
  const email = `${userId}@prueba.uy`
  const proven = verified ? { email_confirmed_at: clock.now(), email_verified_at: clock.now() } : {}
  await insertAccount(db, { userId, email, fullName, userType, role, proven })
  return { userId, email }
}

/** The account's owner has followed the link in their mail. */
export async function verifyEmail({ db, clock }: Platform, { userId }: { userId: string }): Promise<void> {
  const proof = { email_confirmed_at: clock.now(), email_verified_at: clock.now() }
  await db.updateTable('users').set(proof).where('id', '=', userId).execute()
}

export async function buildPatient(
  platform: Platform,
  input: { fullName?: string; verified?: boolean } = {},
): Promise<{ patientId: string }> {
  const { userId } = await buildAccount(platform, input)
  return { patientId: userId }
}

/** Approved, public and in Pocitos by default. */
export async function buildCenter(platform: Platform, options: CenterOptions = {}): Promise<{ centerId: string }> {
  const center = await locateCenter(platform, options)
  return platform.db.transaction().execute((tx) => insertWholeCenter(tx, { center, now: platform.clock.now() }))
}

/** Approves the centre directly, without the documents that the rules of approval require. */
export async function buildApproval(
  { db, clock }: Platform,
  { verified = true, centerId }: { centerId: string; verified?: boolean },
): Promise<void> {
  await db
    .updateTable('center_profiles')
    .set(approved({ verified, now: clock.now() }))
    .where('id', '=', centerId)
    .execute()
}

/** A member of the centre with an account, by default for a year, by the platform's clock. */
export async function buildMember(
  platform: Platform,
  {
    centerId,
    role,
    professionalId,
    since = new Date(platform.clock.now().getTime() - 365 * dayMs),
  }: { centerId: string; role: Exclude<MemberRole, 'owner'>; professionalId?: string; since?: Date },
): Promise<{ userId: string; email: string }> {
  const account = await buildAccount(platform)
  await platform.db
    .insertInto('center_members')
    .values({
      user_id: account.userId,
      center_id: centerId,
      member_role: role,
      professional_id: professionalId ?? null,
      created_at: since,
    })
    .execute()
  return account
}

type ProfessionalOptions = Partial<NewProfessional> & { hours?: readonly WeeklyInterval[] }

/** Works the preset's hours by default. */
export async function buildProfessional(
  platform: Platform,
  { hours = presetHours, ...professional }: ProfessionalOptions = {},
): Promise<{ centerId: string; professionalId: string }> {
  const centerId = professional.centerId ?? (await buildCenter(platform)).centerId
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    await lockCenter(tx, { centerId })
    // A professional who attends by video call has a room, unless a test says otherwise.
    const room = needsPlatform(professional.modalities ?? []) ? { videoLink: 'https://video.example.uy/sala' } : {}
    const added = { name: 'Ana Suárez', ...room, ...professional, centerId }
    const { professionalId } = await addProfessionalIn(tx, { professional: added, now })
    await setWeeklyHours(tx, { professionalId, intervals: hours })
    return { centerId, professionalId }
  })
}

/** Added by the owner. By the platform's clock, it must end in the future. */
export async function buildTimeOff(
  platform: Platform,
  {
    centerId,
    professionalId,
    startsAt,
    endsAt,
    reason = '',
  }: { centerId: string; professionalId: string; startsAt: Date; endsAt: Date; reason?: string },
): Promise<{ timeOffId: string }> {
  const byOwner = { userId: centerId, centerId, professionalIds: [professionalId], preview: false }
  await addTimeOff(platform, { ...byOwner, absence: { startsAt, endsAt, reason } })
  const { id } = await platform.db
    .selectFrom('time_off')
    .select('id')
    .where('professional_id', '=', professionalId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { timeOffId: id }
}

type ServiceOptions = Partial<NewService> & { hours?: readonly WeeklyInterval[]; hasDocuments?: boolean }

/** An hour of physiotherapy for $ 1.500 by default. By default, an approved centre has the documents that the service needs. */
export async function buildService(
  platform: Platform,
  { hours, hasDocuments = true, ...service }: ServiceOptions = {},
): Promise<{ centerId: string; professionalId: string; serviceId: string }> {
  if (!service.centerId && !service.professionalId) return buildWholeService(platform, { hours, hasDocuments, service })
  const { centerId, professionalId } =
    service.centerId && service.professionalId
      ? { centerId: service.centerId, professionalId: service.professionalId }
      : await buildProfessional(platform, {
          ...(service.centerId ? { centerId: service.centerId } : {}),
          ...(hours ? { hours } : {}),
        })
  const details = { ...defaultService, ...service, centerId, professionalId }
  if (hasDocuments) await buildNeededDocuments(platform, details)
  const { serviceId } = await addService(platform, { userId: centerId, service: details })
  return { centerId, professionalId, serviceId }
}

type AppointmentOptions = {
  centerId?: string
  professionalId?: string
  serviceId?: string
  patientId?: string
  status?: Exclude<AppointmentStatus, 'held'>
  startsAt?: Date
  durationMinutes?: number
  place?: Place
  /** The time of booking; by default a week before the platform's present. */
  createdAt?: Date
}

/** By default confirmed, and tomorrow at the clock's time. Inserted without the booking rules, so it may lie in the past. */
export async function buildAppointment(
  platform: Platform,
  { status = 'confirmed', durationMinutes = 60, place = 'center', ...rest }: AppointmentOptions = {},
): Promise<{ appointmentId: string; centerId: string; professionalId: string; serviceId: string; patientId: string }> {
  const { centerId, professionalId, serviceId } =
    rest.centerId && rest.professionalId && rest.serviceId
      ? { centerId: rest.centerId, professionalId: rest.professionalId, serviceId: rest.serviceId }
      : await buildService(platform, {
          ...(rest.centerId ? { centerId: rest.centerId } : {}),
          ...(rest.professionalId ? { professionalId: rest.professionalId } : {}),
        })
  const patientId = rest.patientId ?? (await buildPatient(platform)).patientId
  const appointmentId = newId()
  const now = platform.clock.now()
  const startsAt = rest.startsAt ?? new Date(now.getTime() + dayMs)
  const endsAt = new Date(startsAt.getTime() + durationMinutes * minuteMs)
  await platform.db
    .insertInto('appointments')
    .values({
      id: appointmentId,
      center_id: centerId,
      professional_id: professionalId,
      service_id: serviceId,
      patient_id: patientId,
      status,
      place,
      home_address: place === 'home' ? 'Bulevar España 2040' : null,
      during: sql<string>`tstzrange(${startsAt}, ${endsAt})`,
      price: 150_000,
      late_refund_percent: sql<number>`(select late_refund_percent from center_profiles where id = ${centerId})`,
      vat_percent: sql<number>`(select vat_percent from services where id = ${serviceId})`,
      created_at: rest.createdAt ?? new Date(now.getTime() - 7 * dayMs),
      ...(status === 'cancelled' ? { cancelled_at: now, cancelled_by: 'patient' } : {}),
      ...(status === 'completed' ? { completed_at: endsAt } : {}),
    })
    .execute()
  return { appointmentId, centerId, professionalId, serviceId, patientId }
}

/** Approved documents without files, of the types of which the centre has none. */
async function buildNeededDocuments(
  platform: Platform,
  { centerId, serviceType }: { centerId: string; serviceType: string },
): Promise<void> {
  const { rows } = await sql<{ type: CheckType }>`
    select type from service_types, unnest(case when regulated then '{license}' else '{identity,certification}'::text[] end) type
    where slug = ${serviceType}
      and exists (select from center_profiles where id = ${centerId} and approved_at is not null)
      and not exists (select from compliance_checks where center_id = ${centerId} and check_type = type)`.execute(
    platform.db,
  )
  for (const { type } of rows) await buildLicense(platform, { centerId, type, status: 'approved', fileName: null })
}

/** The centre's documents have expired. */
export async function expireDocuments({ db }: Platform, { centerId }: { centerId: string }): Promise<void> {
  await db.updateTable('compliance_checks').set({ status: 'expired' }).where('center_id', '=', centerId).execute()
}

/** A licence that the centre uploaded, by the platform's clock. A service that waited for it is offered from now on. */
export async function buildLicense(
  platform: Platform,
  {
    centerId,
    type,
    status,
    expiryDate,
    fileName,
  }: { centerId: string; status: string; fileName: string | null; expiryDate?: string; type?: CheckType },
): Promise<void> {
  const { db, clock } = platform
  await db
    .insertInto('compliance_checks')
    .values({
      id: newId(),
      center_id: centerId,
      check_type: type ?? 'license',
      status,
      expiry_date: expiryDate ?? null,
      file_name: fileName,
      original_name: fileName === null ? null : 'licencia.pdf',
      checked_at: status === 'pending' ? null : clock.now(),
      created_at: clock.now(),
    })
    .execute()
  await db.transaction().execute((tx) => refreshOfferedServices(tx, { centerId, now: clock.now() }))
}
