import type { Role } from '#contract/roles.ts'
import { buildAccount, buildCenter, buildMember, buildProfessional } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { signIn } from '#server/testing/signed-in.ts'

/** An account with exactly these roles. */
export async function buildWithRoles(platform: TestPlatform, roles: readonly Role[]): Promise<string> {
  const { userId } = await buildAccount(platform)
  await setRoles(platform, { userId, roles })
  return userId
}

export async function setRoles(
  { db }: TestPlatform,
  { userId, roles }: { userId: string; roles: readonly Role[] },
): Promise<void> {
  await db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await db
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role })))
    .execute()
}

/** The access token of a new session. */
export async function bearerOf(platform: TestPlatform, userId: string): Promise<string> {
  return (await signIn(platform, userId)).tokens.access_token
}

/** Leaves the session open, so that the account's status alone has to refuse it. */
export async function setStatus(
  { db }: TestPlatform,
  { userId, status }: { userId: string; status: 'active' | 'suspended' | 'banned' },
): Promise<void> {
  const isSuspended = status === 'suspended'
  await db
    .updateTable('profiles')
    .set({
      status,
      suspended_until: isSuspended ? new Date('2030-01-01') : null,
      suspension_reason: status === 'active' ? null : 'Prueba de permisos.',
    })
    .where('id', '=', userId)
    .execute()
}

/** Accounts of every kind that have nothing to do with the rows of a test. */
export async function buildStrangers(platform: TestPlatform) {
  const { centerId } = await buildCenter(platform)
  const { professionalId } = await buildProfessional(platform, { centerId })
  return {
    patient: await buildWithRoles(platform, ['patient']),
    owner: centerId,
    reception: (await buildMember(platform, { centerId, role: 'reception' })).userId,
    professional: (await buildMember(platform, { centerId, role: 'professional', professionalId })).userId,
    moderator: await buildWithRoles(platform, ['moderator']),
    admin: await buildWithRoles(platform, ['admin']),
  }
}

/** The people of a row's centre, by role. `professional`: the one whom the row concerns; `colleague`: another one. */
export const centerPeople = ['owner', 'reception', 'professional', 'colleague'] as const
export type CenterPerson = (typeof centerPeople)[number]

/** The centre of the row that an input names; undefined for a row without one. */
export async function findCenterOf(
  { db }: TestPlatform,
  { centerId, appointmentId }: Record<string, unknown>,
): Promise<string | undefined> {
  if (typeof centerId === 'string') return centerId
  if (typeof appointmentId !== 'string') return undefined
  const row = await db
    .selectFrom('appointments')
    .select('center_id')
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  return row.center_id
}

/** The professional whom the row concerns; undefined when the row concerns the whole centre. */
async function findProfessionalOf({ db }: TestPlatform, input: Record<string, unknown>): Promise<string | undefined> {
  const { professionalId, professionalIds } = input
  const [named] = Array.isArray(professionalIds)
    ? (professionalIds as string[])
    : [professionalId as string | undefined]
  if (named) return named
  const tables = {
    appointmentId: 'appointments',
    reviewId: 'reviews',
    timeOffId: 'time_off',
    serviceId: 'services',
  } as const
  for (const [key, table] of Object.entries(tables)) {
    const id = input[key]
    if (typeof id !== 'string') continue
    const row = await db.selectFrom(table).select('professional_id').where('id', '=', id).executeTakeFirstOrThrow()
    return row.professional_id
  }
  return undefined
}

/** A person of the row's centre with this role; undefined for `professional` when the row concerns no professional. */
export async function buildCenterPerson(
  platform: TestPlatform,
  { who, centerId, input }: { who: CenterPerson; centerId: string; input: Record<string, unknown> },
): Promise<string | undefined> {
  if (who === 'owner') return centerId
  if (who === 'reception') return (await buildMember(platform, { centerId, role: 'reception' })).userId
  const professionalId =
    who === 'colleague'
      ? (await buildProfessional(platform, { centerId })).professionalId
      : await findProfessionalOf(platform, input)
  if (professionalId === undefined) return undefined
  return (await buildMember(platform, { centerId, role: 'professional', professionalId })).userId
}
