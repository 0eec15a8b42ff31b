import { sql } from 'kysely'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { CenterEdit, Coordinates } from '../centers.types.ts'
import { editable, otherColumns } from './editable-columns.ts'
import { worksAlone } from './works-alone.ts'

export async function findOwnCenter(db: Db | Tx, { centerId }: { centerId: string }) {
  return db
    .selectFrom('center_profiles')
    .where('id', '=', centerId)
    .select(editable.selection)
    .select([...otherColumns, 'id', 'is_public as isPublic'])
    .select((eb) => eb.ref('services').$castTo<ServiceSlug[]>().as('services'))
    .executeTakeFirst()
}

export async function isLicenseLapsed(
  db: Db | Tx,
  { centerId, today }: { centerId: string; today: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('center_profiles')
    .where('id', '=', centerId)
    .select(sql<boolean>`license_lapsed(id, services, ${today}::date)`.as('isLapsed'))
    .executeTakeFirst()
  return row?.isLapsed ?? false
}

/**
 * Whether patients can book a professional of the centre as their rooms are. As long as the centre has no services, each professional
 * counts as offering one.
 */
const hasBookableProfessional = sql<boolean>`exists (
  select from professionals attending where attending.center_id = center.id and attending.is_active
    and attending.offered_modalities <> '{}'
    and (exists (select from services where services.professional_id = attending.id and services.is_active)
      or not exists (
        select from services join professionals offering on offering.id = services.professional_id
        where services.center_id = center.id and services.is_active and offering.is_active)))`

/** The facts, except the documents, on which the publication of each centre depends. */
export async function listPublicationFacts(
  db: Db | Tx,
  { centerIds, today }: { centerIds: readonly string[]; today: string },
) {
  const { rows } = await sql<{
    id: string
    description: string
    address: string
    phone: string | null
    hasExactPin: boolean
    hasLogo: boolean
    specialties: string[]
    /** What its active professionals offer, also what visitors do not see without a licence. */
    services: ServiceSlug[]
    isPublic: boolean
    approvedAt: Date | null
    withdrawalReason: string | null
    isLicenseLapsed: boolean
    hasHours: boolean
    hasServices: boolean
    /** Of the active professionals who attend by video call. `missing for all`: nothing can be booked without their rooms. */
    rooms: 'none needed' | 'missing for some' | 'missing for all' | 'complete'
    /** Each active professional has declared a registration number. */
    hasNumbers: boolean
    /** Whether patients can book a service: not one that is only by video call, without a room, or that still lacks its licence. */
    hasBookableServices: boolean
    isSolo: boolean
    regulated: ServiceSlug[]
  }>`
    select center.id, center.description, center.address, center.phone, center.is_pin_exact as "hasExactPin",
      center.logo_url is not null as "hasLogo", center.specialties, center.is_public as "isPublic",
      array(
        select distinct service_type from services join professionals on professionals.id = services.professional_id
        where services.center_id = center.id and services.is_active and professionals.is_active) as services,
      center.approved_at as "approvedAt",
      case when center.approved_at is null and center.withheld_approval_at is null then (
        select reason from moderation_actions
        where target_type = 'center' and target_id = center.id and details -> 'before' ->> 'approvedAt' is not null
        order by sequence desc limit 1) end as "withdrawalReason",
      license_lapsed(center.id, center.services, ${today}::date) as "isLicenseLapsed",
      exists (
        select from weekly_hours join professionals on professionals.id = weekly_hours.professional_id
        where professionals.center_id = center.id and professionals.is_active) as "hasHours",
      exists (
        select from services join professionals on professionals.id = services.professional_id
        where services.center_id = center.id and services.is_active and professionals.is_active) as "hasServices",
      exists (
        select from services join professionals on professionals.id = services.professional_id
        where services.center_id = center.id and services.is_active and professionals.is_active
          and offered_modalities <> '{}' and service_type = any(center.services)) as "hasBookableServices",
      (select case when count(*) = 0 then 'none needed' when bool_and(video_link is not null) then 'complete'
          when ${hasBookableProfessional} then 'missing for some' else 'missing for all' end
        from professionals where center_id = center.id and is_active and modalities && '{Online,Mixta}') as rooms,
      not exists (
        select from professionals where center_id = center.id and is_active and coalesce(registration_number, '') = '') as "hasNumbers",
      ${worksAlone('center')} as "isSolo",
      array(select slug from service_types where regulated) as regulated
    from center_profiles center where center.id = any(${[...centerIds]}::uuid[])`.execute(db)
  return rows
}

export async function requireEdited(tx: Tx, { centerId }: { centerId: string }) {
  return tx
    .selectFrom('center_profiles')
    .select(editable.selection)
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()
}

export const versionOfCenter = editable.version

/**
 * `pin`: kept stays as it is, and unconfirmed stays where it is, but the owner has to confirm it. Coordinates are those of the
 * new place of the address; null removes the pin, because the place is unknown.
 */
export async function updateCenter(
  tx: Tx,
  {
    edit,
    pin,
    now,
    centerId,
  }: { centerId: string; edit: CenterEdit; pin: 'kept' | 'unconfirmed' | Coordinates | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({ ...editable.values(edit), updated_at: now })
    .set(pin === 'kept' ? {} : { is_pin_exact: false })
    .set(typeof pin === 'string' ? {} : { latitude: pin?.latitude ?? null, longitude: pin?.longitude ?? null })
    .where('id', '=', centerId)
    .execute()
}

/** Stores a pin that the owner set on the map. */
export async function setPin(
  tx: Tx,
  { latitude, longitude, now, centerId }: Coordinates & { centerId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('center_profiles')
    .set({ latitude, longitude, is_pin_exact: true, updated_at: now })
    .where('id', '=', centerId)
    .execute()
}
