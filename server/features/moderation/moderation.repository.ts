import { sql } from 'kysely'
import type { TargetType } from '#contract/moderation.ts'
import type { Role } from '#contract/roles.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type Target = { targetType: TargetType; targetId: string }

export type NewAction = Target & {
  id: string
  /** Null: the service itself. */
  moderatorId: string | null
  actionType: string
  reason: string
  details: Record<string, unknown>
  undoes: string | null
  now: Date
}

/** Waits for other transactions that have added to the record and not ended yet. */
export async function insertAction(tx: Tx, action: NewAction): Promise<void> {
  await tx
    .insertInto('moderation_actions')
    .values({
      // The trigger sets both.
      sequence: 0,
      hash: Buffer.alloc(0),
      id: action.id,
      moderator_id: action.moderatorId,
      target_type: action.targetType,
      target_id: action.targetId,
      action_type: action.actionType,
      reason: action.reason,
      details: JSON.stringify(action.details),
      undoes: action.undoes,
      created_at: action.now,
    })
    .execute()
}

function actions(db: Db | Tx) {
  return db
    .selectFrom('moderation_actions as action')
    .leftJoin('profiles as moderator', 'moderator.id', 'action.moderator_id')
    .leftJoin('moderation_actions as undo', 'undo.undoes', 'action.id')
    .leftJoin('profiles as undoer', 'undoer.id', 'undo.moderator_id')
    .select([
      'action.id',
      'action.sequence',
      'action.moderator_id as moderatorId',
      'moderator.full_name as moderatorName',
      'action.target_id as targetId',
      'action.action_type as actionType',
      'action.reason',
      'action.undoes',
      'action.created_at as createdAt',
      'undo.id as undoId',
      'undoer.full_name as undoerName',
      'undo.action_type as undoType',
      'undo.reason as undoReason',
      'undo.created_at as undoAt',
    ])
    .select(
      // Neither an undo nor an undone measure counts as a later one.
      sql<boolean>`not exists (select from moderation_actions later
        where later.target_type = action.target_type and later.target_id = action.target_id
          and later.sequence > action.sequence and later.undoes is null
          and not exists (select from moderation_actions undone where undone.undoes = later.id))`.as('isLatest'),
    )
    .select(
      sql<Role[]>`array(select role from user_roles
        where action.target_type = 'user' and user_roles.user_id = action.target_id)`.as('targetRoles'),
    )
    .select(sql<TargetType>`action.target_type`.as('targetType'))
    .select(sql<Record<string, unknown>>`action.details`.as('details'))
    .select(
      sql<string | null>`case action.target_type
        when 'user' then (select full_name from profiles where profiles.id = action.target_id)
        when 'center' then (select center_name from center_profiles where center_profiles.id = action.target_id)
        when 'document' then (select center_name from compliance_checks
          join center_profiles on center_profiles.id = center_id where compliance_checks.id = action.target_id)
        when 'commission' then (select center_name from center_profiles where center_profiles.id in (
          select center_id from commissions where commissions.id = action.target_id
          union all select center_id from commission_settlements where commission_settlements.id = action.target_id))
      end`.as('targetName'),
    )
}

export type ActionRow = Awaited<ReturnType<typeof listActionsOf>>[number]

export async function findAction(db: Db | Tx, { actionId }: { actionId: string }) {
  return actions(db).where('action.id', '=', actionId).executeTakeFirst()
}

/** The latest measure on a target. */
export async function findLastAction(db: Db | Tx, target: Target) {
  const [last] = await listActionsOf(db, { ...target, limit: 1 })
  return last
}

/** The measures on a target, newest first. */
export async function listActionsOf(db: Db | Tx, { targetType, targetId, limit }: Target & { limit: number }) {
  return actions(db)
    .where('action.target_type', '=', targetType)
    .where('action.target_id', '=', targetId)
    .orderBy('action.sequence', 'desc')
    .limit(limit)
    .execute()
}

/** The whole record, newest first, before a row. */
export async function listActions(db: Db, { before, limit }: { before: number | undefined; limit: number }) {
  return actions(db)
    .$if(before !== undefined, (all) => all.where('action.sequence', '<', before as number))
    .orderBy('action.sequence', 'desc')
    .limit(limit)
    .execute()
}

/** The first row whose hash or number does not follow from the row before; undefined when there is none. */
export async function findBrokenLink(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from (
      select action.sequence, action.hash,
        moderation_action_hash(coalesce(lag(action.hash) over record, ''), action) as expected_hash,
        coalesce(lag(action.sequence) over record, 0) + 1 as expected_sequence
      from moderation_actions action window record as (order by action.sequence)
    ) as chain
    where hash <> expected_hash or sequence <> expected_sequence
    order by sequence limit 1`.execute(db)
  return rows[0] && Number(rows[0].sequence)
}

/** The number of rows, and whether the last one is the head of the record. */
export async function readHead(db: Db): Promise<{ count: number; isComplete: boolean }> {
  const { rows } = await sql<{ count: number; isComplete: boolean }>`
    select (select count(*) from moderation_actions)::int as count,
      exists (
        select from moderation_record_head head
        where head.sequence = 0 and not exists (select from moderation_actions)
          or exists (select from moderation_actions action
            where action.sequence = head.sequence and action.hash = head.hash
              and not exists (select from moderation_actions later where later.sequence > head.sequence))
      ) as "isComplete"`.execute(db)
  return rows[0] ?? { count: 0, isComplete: false }
}

/** For the copy of a user's data, the oldest first. */
export async function listMeasuresOfUser(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('moderation_actions')
    .where('target_type', '=', sql.lit('user'))
    .where('target_id', '=', userId)
    .orderBy('sequence')
    .select(['id', 'action_type as actionType', 'reason', 'created_at as createdAt'])
    .execute()
}

/** Counts whole tables: see readStaffFigures(). `from` and `to`: the current month. */
export async function countForStaff(db: Db, { from, to }: { from: Date; to: Date }) {
  const { rows } = await sql<{
    users: number
    centers: number
    unverifiedCenters: number
    paidCommissionCents: number
    monthCommissionCents: number
    openDocuments: number
  }>`
    select
      (select count(*) from profiles where status <> 'deleted')::int as users,
      (select count(*) from center_profiles)::int as centers,
      (select count(*) from center_profiles where not verified)::int as "unverifiedCenters",
      (select coalesce(sum(commission_amount), 0) from commissions where status = 'paid') as "paidCommissionCents",
      (select coalesce(sum(commission_amount), 0) from commissions
        where status <> 'cancelled' and created_at >= ${from} and created_at < ${to}) as "monthCommissionCents",
      (select count(*) from compliance_checks
        where status in ('pending', 'rejected', 'expired') and file_name is not null)::int as "openDocuments"`.execute(
    db,
  )
  const [figures] = rows
  if (!figures) throw new Error('a select without a table returns a row')
  return figures
}
