import { sql } from 'kysely'
import { presetHours } from '#contract/availability.ts'
import type { Role } from '#contract/roles.ts'
import type { Coordinates, NewCenter, NewService } from '#server/features/centers/centers.types.ts'
import { replaceHours } from '#server/features/centers/repository/availability.ts'
import { insertCenter } from '#server/features/centers/repository/centers.ts'
import { insertProfessional } from '#server/features/centers/repository/professionals.ts'
import { locateAddress } from '#server/features/centers/usecases/create-center.ts'
import { addServiceIn } from '#server/features/centers/usecases/update-services.ts'
import { newId } from '#server/platform/ids.ts'
import { mergeWeeklyIntervals, type WeeklyInterval } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** What most tests begin with, in as few statements as possible. Tests call server/testing/builders.ts. */

/** In one statement: an account is what tests build most. */
export async function insertAccount(
  db: Db | Tx,
  input: {
    userId: string
    email: string
    fullName: string
    userType: 'patient' | 'center'
    role: Role
    proven?: { email_confirmed_at?: Date; email_verified_at?: Date }
  },
): Promise<void> {
  const { userId, email, fullName, userType, role, proven = {} } = input
  await db
    .with('account', (one) => one.insertInto('users').values({ id: userId, email, ...proven }))
    .with('profile', (one) =>
      one.insertInto('profiles').values({ id: userId, user_type: userType, full_name: fullName, email }),
    )
    .insertInto('user_roles')
    .values({ user_id: userId, role })
    .execute()
}

export type CenterOptions = Partial<NewCenter> & { isPublic?: boolean; isApproved?: boolean; verified?: boolean }

type LocatedCenter = CenterOptions & Pick<NewCenter, 'name' | 'email' | 'address'>

export async function locateCenter(platform: Platform, options: CenterOptions): Promise<LocatedCenter> {
  const details = {
    name: 'Centro Rambla',
    email: 'centro@prueba.uy',
    address: 'Av. Brasil 2500',
    neighborhood: 'Pocitos',
    department: 'Montevideo',
    ...options,
  }
  const coordinates = options.coordinates ?? (await locate(platform, details))
  // Most tests are about centres whose owner has set the pin.
  return { isPinExact: true, ...details, coordinates }
}

/** The gazetteer is the same in every database, so each address is looked for once. */
const located = new Map<string, Coordinates | undefined>()

async function locate(
  platform: Platform,
  { address, neighborhood = null, department = 'Montevideo' }: LocatedCenter,
): Promise<Coordinates | undefined> {
  const key = JSON.stringify([address, neighborhood, department])
  if (!located.has(key)) located.set(key, await locateAddress(platform, { address, neighborhood, department }))
  return located.get(key)
}

/** The account, if the centre has none yet, and the centre with its final state: each update of a centre costs a millisecond. */
export async function insertWholeCenter(
  tx: Tx,
  { center, now }: { center: LocatedCenter; now: Date },
): Promise<{ centerId: string }> {
  const { isPublic = true, isApproved = true, verified = true, ...details } = center
  const centerId = details.ownerId ?? newId()
  if (details.ownerId === undefined) {
    const email = `${centerId}@prueba.uy`
    await insertAccount(tx, { userId: centerId, email, fullName: 'Lucía Pérez', userType: 'center', role: 'center' })
  }
  await insertCenter(tx, { center: { ...details, ownerId: centerId }, now })
  if (!isApproved && !isPublic) return { centerId }
  await tx
    .updateTable('center_profiles')
    .set({ is_public: isPublic, ...(isApproved ? approved({ verified, now }) : {}) })
    .where('id', '=', centerId)
    .execute()
  return { centerId }
}

export function approved({ verified, now }: { verified: boolean; now: Date }) {
  return { approved_at: now, verified, compliance_status: verified ? 'compliant' : 'non_compliant' }
}

export const defaultService = {
  serviceType: 'fisioterapia',
  name: 'Sesión de fisioterapia',
  priceCents: 150_000,
  durationMinutes: 60,
} as const

/**
 * A new centre with a professional and a service: the rows that the use cases write one after the other, in one transaction
 * and without the checks that a new centre can't fail. Half of all tests begin with it.
 */
export async function buildWholeService(
  platform: Platform,
  {
    hours = presetHours,
    hasDocuments = true,
    service,
  }: { hours?: readonly WeeklyInterval[] | undefined; hasDocuments?: boolean; service: Partial<NewService> },
): Promise<{ centerId: string; professionalId: string; serviceId: string }> {
  const center = await locateCenter(platform, {})
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const { centerId } = await insertWholeCenter(tx, { center, now })
    const professionalId = newId()
    await insertProfessional(tx, { id: professionalId, professional: { name: 'Ana Suárez', centerId }, now })
    await replaceHours(tx, { professionalId, intervals: mergeWeeklyIntervals(hours) })
    const details = { ...defaultService, ...service, centerId, professionalId }
    if (hasDocuments) await insertNeededDocuments(tx, { ...details, now })
    const { serviceId } = await addServiceIn(tx, { service: details, now })
    return { centerId, professionalId, serviceId }
  })
}

/** Approved documents without files, of each type that the service needs. */
async function insertNeededDocuments(
  tx: Tx,
  { centerId, serviceType, now }: { centerId: string; serviceType: string; now: Date },
): Promise<void> {
  await sql`
    insert into compliance_checks (id, center_id, check_type, status, checked_at, created_at)
    select (${[newId(), newId()]}::uuid[])[needed.position::int], ${centerId}, needed.type, 'approved', ${now}, ${now}
    from service_types,
      unnest(case when regulated then '{license}' else '{identity,certification}'::text[] end)
        with ordinality needed(type, position)
    where slug = ${serviceType}`.execute(tx)
}
