import { type RawBuilder, sql } from 'kysely'
import { openStatuses } from '#contract/appointments.ts'
import type { Role } from '#contract/roles.ts'
import type { UserOrder, UserStatus } from '#contract/user-statuses.ts'
import type { Position } from '#server/platform/cursor.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'

const openStatusList = sql.join(openStatuses.map((status) => sql.lit(status)))

/** `staffId`: the member of staff who looks; null for a job. */
type Viewed = { staffId: string | null; now: Date }

/** Accounts as staff see them. An account whose suspension is over counts as active. */
function users(db: Db | Tx, { staffId, now }: Viewed) {
  const isOver = sql`profiles.status = 'suspended' and profiles.suspended_until <= ${now}`
  return (
    db
      .selectFrom('profiles')
      .where('profiles.status', '<>', sql.lit('deleted'))
      // A visitor who asked a centre has no account.
      .where(sql<boolean>`not exists (select from visitors where visitors.id = profiles.id)`)
      .select(['profiles.id', 'profiles.full_name as fullName', 'profiles.email', 'profiles.created_at as createdAt'])
      .select([
        sql<UserStatus>`case when ${isOver} then 'active' else profiles.status end`.as('status'),
        sql<Date | null>`case when ${isOver} then null else profiles.suspended_until end`.as('suspendedUntil'),
        sql<string | null>`case when ${isOver} then null else profiles.suspension_reason end`.as('suspensionReason'),
        sql<Role[]>`array(select role from user_roles where user_id = profiles.id order by role)`.as('roles'),
        // With a limit: PostgreSQL would otherwise look through the appointments of all centres at once.
        sql<boolean>`coalesce((select true from appointments
        where center_id = profiles.id and status in (${openStatusList}) and ends_at > ${now} limit 1), false)`.as(
          'isCenterBusy',
        ),
        sql<boolean>`exists (select from center_members own join center_members colleague using (center_id)
        where own.user_id = ${staffId}::uuid and colleague.user_id = profiles.id)`.as('isColleague'),
        sql<string | null>`(select id from moderation_actions
        where target_type = 'user' and target_id = profiles.id order by sequence desc limit 1)`.as('lastActionId'),
      ])
  )
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserRow>>>

export async function findUserRow(db: Db | Tx, { userId, ...viewed }: Viewed & { userId: string }) {
  return users(db, viewed).where('profiles.id', '=', userId).executeTakeFirst()
}

type Page = {
  text: string | undefined
  role: Role | undefined
  status: UserStatus | undefined
  order: UserOrder
  limit: number
  after: Position | undefined
} & Viewed

const byName = alphabetical('profiles.full_name')
const byEmail = sql`fold(profiles.email)`
const byAge = sql`profiles.created_at`

/** Each order follows an index, forwards or backwards; `idDirection` is that of the index. */
const orders = {
  newest: { key: byAge, direction: 'desc', idDirection: 'asc' },
  oldest: { key: byAge, direction: 'asc', idDirection: 'desc' },
  name: { key: byName, direction: 'asc', idDirection: 'asc' },
  name_desc: { key: byName, direction: 'desc', idDirection: 'desc' },
  email: { key: byEmail, direction: 'asc', idDirection: 'asc' },
  email_desc: { key: byEmail, direction: 'desc', idDirection: 'desc' },
} as const

const comparison = { asc: sql.raw('>'), desc: sql.raw('<') }

/** In an order by name or address, `after.id` is the last account of the previous page. */
function isAfter({ order, after }: Pick<Page, 'order' | 'after'>) {
  if (after === undefined) return sql<boolean>`true`
  const { key, direction, idDirection } = orders[order]
  const last =
    key === byAge ? sql`${after.at}::timestamptz` : sql`(select ${key} from profiles where id = ${after.id}::uuid)`
  const beyond = comparison[direction]
  // PostgreSQL can use the index for the first condition.
  return sql<boolean>`${key} ${beyond}= ${last}
    and (${key} ${beyond} ${last} or profiles.id ${comparison[idDirection]} ${after.id}::uuid)`
}

/** How many rows of the list are scanned for the text before its index is used. A common text is found among them. */
const maxScannedRows = 3000

export async function listUsers(db: Db, page: Page) {
  if (page.text === undefined) return listPage(db, page, sql<boolean>`true`)
  const matchesText = sql<boolean>`fold(profiles.full_name) || ' ' || fold(profiles.email) like fold(${containing(page.text)})`
  const { key, direction, idDirection } = orders[page.order]
  const first = await listPage(
    db,
    page,
    sql<boolean>`profiles.id in (
      select id from (
        select profiles.id, full_name, email from profiles where status <> 'deleted' and ${isAfter(page)}
        order by ${key} ${sql.raw(direction)}, profiles.id ${sql.raw(idDirection)} limit ${maxScannedRows}) as profiles
      where ${matchesText})`,
  )
  return first.length === page.limit ? first : listPage(db, page, matchesText)
}

async function listPage(
  db: Db,
  { role, status, limit, staffId, now, ...page }: Page,
  matchesText: RawBuilder<boolean>,
) {
  const { key, direction, idDirection } = orders[page.order]
  return (
    users(db, { staffId, now })
      .where(matchesText)
      .$if(role !== undefined, (all) =>
        all.where(sql<boolean>`profiles.id in (select user_id from user_roles where role = ${sql.lit(role ?? '')})`),
      )
      // Implied by the role. Centres have a separate index for each order.
      .$if(role === 'center', (all) => all.where('profiles.user_type', '=', sql.lit('center')))
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
      .where(isAfter(page))
      .orderBy(key, direction)
      .orderBy('profiles.id', idDirection)
      .limit(limit)
      .execute()
  )
}

/** Accounts with exactly this name or address, newest first, up to a limit. */
export async function listUsersNamed(db: Db, { text, limit, ...viewed }: Viewed & { text: string; limit: number }) {
  // Each part is read from its index. With more than `limit` accounts of one name, the newest may be missing.
  const named = (key: typeof byEmail) => sql`array(select id from profiles
    where status <> 'deleted' and ${key} = fold(${text}) limit ${limit})`
  return users(db, viewed)
    .where(sql<boolean>`profiles.id = any(${named(sql`fold(profiles.full_name)`)} || ${named(byEmail)})`)
    .orderBy('profiles.created_at', 'desc')
    .orderBy('profiles.id')
    .limit(limit)
    .execute()
}

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
    reportedMessages: number
  }>`
    select profiles.phone, users.email_verified_at is not null as "emailConfirmed",
      exists (select from mfa_factors where user_id = users.id and status = 'verified') as "hasSecondFactor",
      users.last_sign_in_at as "lastSignInAt", center_profiles.center_name as "centerName",
      of_patient.upcoming::int, of_patient.past::int, of_patient.cancelled::int,
      (select count(*) from reviews where patient_id = users.id)::int as reviews,
      (select count(*) from reports join reviews on reviews.id = reports.subject_id
        where reports.kind = 'review' and reviews.patient_id = users.id)::int as reports,
      (select count(distinct messages.id) from reports join messages on messages.id = reports.subject_id
        where reports.kind = 'message' and messages.sender_id = users.id)::int as "reportedMessages"
    from users join profiles on profiles.id = users.id left join center_profiles on center_profiles.id = users.id,
      lateral (
        select count(*) filter (where status in ('pending', 'confirmed') and starts_at > ${now}) as upcoming,
          count(*) filter (where status in ('completed', 'no_show') or status in ('pending', 'confirmed') and starts_at <= ${now}) as past,
          count(*) filter (where status = 'cancelled') as cancelled
        from appointments where patient_id = users.id and status <> 'held') as of_patient
    where users.id = ${userId}`.execute(db)
  return rows[0]
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
