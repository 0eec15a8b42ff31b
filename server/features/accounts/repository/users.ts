import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { UserStatus } from '#contract/user-statuses.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'

/** Accounts as staff see them. A suspension that has reached its end counts as none. */
function users(db: Db | Tx, { now }: { now: Date }) {
  const isOver = sql`profiles.status = 'suspended' and profiles.suspended_until <= ${now}`
  return db
    .selectFrom('profiles')
    .where('profiles.status', '<>', sql.lit('deleted'))
    .select(['profiles.id', 'profiles.full_name as fullName', 'profiles.email', 'profiles.created_at as createdAt'])
    .select([
      sql<UserStatus>`case when ${isOver} then 'active' else profiles.status end`.as('status'),
      sql<Date | null>`case when ${isOver} then null else profiles.suspended_until end`.as('suspendedUntil'),
      sql<string | null>`case when ${isOver} then null else profiles.suspension_reason end`.as('suspensionReason'),
      sql<Role[]>`array(select role from user_roles where user_id = profiles.id order by role)`.as('roles'),
      sql<string | null>`(select id from moderation_actions
        where target_type = 'user' and target_id = profiles.id order by sequence desc limit 1)`.as('lastMeasureId'),
    ])
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserRow>>>

export async function findUserRow(db: Db | Tx, { userId, now }: { userId: string; now: Date }) {
  return users(db, { now }).where('profiles.id', '=', userId).executeTakeFirst()
}

type Page = {
  /** A part of the name or address. */
  text: string | undefined
  role: Role | undefined
  status: UserStatus | undefined
  isOldestFirst: boolean
  limit: number
  after: Position | undefined
  now: Date
}

export async function listUsers(db: Db, { text, role, status, isOldestFirst, limit, after, now }: Page) {
  const from = after === undefined ? [] : [after]
  const at = { at: 'profiles.created_at', id: 'profiles.id', after }
  return users(db, { now })
    .$if(text !== undefined, (all) =>
      all.where(
        sql<boolean>`fold(profiles.full_name) || ' ' || fold(profiles.email) like fold(${containing(text ?? '')})`,
      ),
    )
    .$if(role !== undefined, (all) =>
      all.where(sql<boolean>`profiles.id in (select user_id from user_roles where role = ${sql.lit(role ?? '')})`),
    )
    .$if(status === 'active', (all) =>
      all.where(
        sql<boolean>`(profiles.status = 'active' or profiles.status = 'suspended' and profiles.suspended_until <= ${now})`,
      ),
    )
    .$if(status === 'suspended', (all) =>
      all
        .where('profiles.status', '=', sql.lit('suspended'))
        .where((eb) => eb.or([eb('suspended_until', 'is', null), eb('suspended_until', '>', now)])),
    )
    .$if(status === 'banned', (all) => all.where('profiles.status', '=', sql.lit('banned')))
    .$if(!isOldestFirst, (all) =>
      all.where(olderThan(at)).orderBy('profiles.created_at', 'desc').orderBy('profiles.id'),
    )
    .$if(isOldestFirst, (all) =>
      from
        .reduce(
          (rows, { at: instant, id }) =>
            rows.where(sql<boolean>`(profiles.created_at, profiles.id) > (${instant}, ${id}::uuid)`),
          all,
        )
        .orderBy('profiles.created_at')
        .orderBy('profiles.id'),
    )
    .limit(limit)
    .execute()
}

/** What one account did, in numbers, and its centre. */
export async function readActivity(db: Db, { userId, now }: { userId: string; now: Date }) {
  const { rows } = await sql<{
    phone: string | null
    emailConfirmed: boolean
    hasSecondFactor: boolean
    lastSignInAt: Date | null
    centerName: string | null
    upcoming: number
    past: number
    cancelled: number
    reviews: number
    reports: number
  }>`
    select profiles.phone, users.email_verified_at is not null as "emailConfirmed",
      exists (select from mfa_factors where user_id = users.id and status = 'verified') as "hasSecondFactor",
      users.last_sign_in_at as "lastSignInAt", center_profiles.center_name as "centerName",
      of_patient.upcoming::int, of_patient.past::int, of_patient.cancelled::int,
      (select count(*) from reviews where patient_id = users.id)::int as reviews,
      (select count(*) from review_reports join reviews on reviews.id = review_reports.review_id
        where reviews.patient_id = users.id)::int as reports
    from users join profiles on profiles.id = users.id left join center_profiles on center_profiles.id = users.id,
      lateral (
        select count(*) filter (where status in ('pending', 'confirmed') and starts_at > ${now}) as upcoming,
          count(*) filter (where status in ('completed', 'no_show') or status in ('pending', 'confirmed') and starts_at <= ${now}) as past,
          count(*) filter (where status = 'cancelled') as cancelled
        from appointments where patient_id = users.id and status <> 'held') as of_patient
    where users.id = ${userId}`.execute(db)
  return rows[0]
}

type NewStatus = { userId: string; status: UserStatus; until: Date | null; reason: string | null; now: Date }

export async function setAccountStatus(tx: Tx, { userId, status, until, reason, now }: NewStatus): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ status, suspended_until: until, suspension_reason: reason, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** The accounts with a centre whose approval is withheld although they are no longer suspended. */
export async function listEndedSuspensions(db: Db, { now }: { now: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('center_profiles')
    .innerJoin('profiles', 'profiles.id', 'center_profiles.id')
    .where('withheld_approval_at', 'is not', null)
    .where('profiles.status', '=', sql.lit('suspended'))
    .where('profiles.suspended_until', '<=', now)
    .select('profiles.id')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}
