import { type Expression, type RawBuilder, sql } from 'kysely'
import { openStatuses } from '#contract/appointments.ts'
import type { TargetType } from '#contract/moderation.ts'
import type { Role } from '#contract/roles.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { containing } from '#server/platform/postgres/like-pattern.ts'

export type Target = { targetType: TargetType; targetId: string }

export type NewAction = Target & {
  id: string
  /** Null for an action of the service itself. */
  moderatorId: string | null
  actionType: string
  reason: string
  details: Record<string, unknown>
  undoes: string | null
  now: Date
}

/** Waits for other open transactions that have added to the record. */
export async function insertAction(tx: Tx, action: NewAction): Promise<void> {
  await tx
    .insertInto('moderation_actions')
    .values({
      // A trigger sets both.
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

// The fragments below read what the policy needs to decide whether the action `action` can be undone.

/** A warning of an account changes nothing, so it ends no other undo, and no other action ends its own. */
const isWarning = (action: 'action' | 'later') => sql`(${sql.ref(`${action}.target_type`)} = 'user'
  and ${sql.ref(`${action}.action_type`)} = 'warn')`

/**
 * Undo actions and undone actions do not count as later ones, nor does a decision about another payment of the same visit, which names
 * the instant of its objection.
 */
const isLatest = sql<boolean>`(${isWarning('action')} or not exists (select from moderation_actions later
  where later.target_type = action.target_type and later.target_id = action.target_id
    and later.sequence > action.sequence and later.undoes is null and not ${isWarning('later')}
    and not coalesce(later.details ->> 'objectedAt' <> action.details ->> 'objectedAt', false)
    and not exists (select from moderation_actions undone where undone.undoes = later.id)))`

/** A column of the review that the action is about, published or removed. */
const ofReview = (column: 'center_id' | 'patient_id') => sql`
  select ${sql.ref(column)} from reviews where action.target_type = 'review' and reviews.id = action.target_id
  union all select ${sql.ref(column)} from removed_reviews
    where action.target_type = 'review' and removed_reviews.id = action.target_id`

/** A column of the message that the action is about, or of its conversation. */
const ofMessage = (column: string) => sql`
  select ${sql.ref(column)} from messages join conversations on conversations.id = conversation_id
  where action.target_type = 'message' and messages.id = action.target_id`

/** A column of the appointment to whose record its patient objected. */
const ofAppointment = (column: 'center_id' | 'patient_id') => sql`
  select ${sql.ref(`appointments.${column}`)} from appointments
  where action.target_type in ('no_show', 'cancellation', 'early_visit', 'invented_visit', 'refund', 'undone_payment') and appointments.id = action.target_id`

/** The roles of the account that the action is about, or of the author of the review or message. */
const targetRoles = sql<Role[]>`array(select role from user_roles where user_roles.user_id in (
  select action.target_id where action.target_type = 'user' union all ${ofReview('patient_id')}
  union all ${ofMessage('messages.sender_id')} union all ${ofAppointment('patient_id')}))`

/**
 * The members of the centre that the action is about, or of the centres of the account, the author of the review, and both sides of the
 * conversation.
 */
const targetMembers = sql<string[]>`array(
  select user_id from center_members where center_members.center_id in (
    select action.target_id where action.target_type in ('center', 'commission')
    union all select compliance_checks.center_id from compliance_checks
      where action.target_type = 'document' and compliance_checks.id = action.target_id
    union all select center_id from commissions
      where action.target_type = 'commission' and commissions.id = action.target_id
    union all select center_id from commission_settlements
      where action.target_type = 'commission' and commission_settlements.id = action.target_id
    union all ${ofReview('center_id')} union all ${ofMessage('conversations.center_id')}
    union all ${ofAppointment('center_id')}
    union all select own.center_id from center_members own
      where action.target_type = 'user' and own.user_id = action.target_id)
  union all ${ofReview('patient_id')} union all ${ofMessage('conversations.patient_id')}
  union all ${ofMessage('messages.sender_id')} union all ${ofAppointment('patient_id')})`

/** For each kind of target, a condition that is true when its previous state can no longer be restored. */
const obstacles: Record<TargetType, (now: Date) => RawBuilder<unknown>> = {
  // The account was deleted; or its centre has upcoming appointments, and the account would no longer be a centre.
  user: (now) => sql`not exists (select from profiles
      where profiles.id = action.target_id and profiles.status <> 'deleted')
    or action.details -> 'before' -> 'roles' is not null and not action.details -> 'before' -> 'roles' ? 'center'
      and exists (select from user_roles where user_id = action.target_id and role = 'center')
      and exists (select from appointments where center_id = action.target_id
        and status in (${sql.join(openStatuses.map((status) => sql.lit(status)))}) and ends_at > ${now})`,
  // A newer upload replaced the document.
  document: () => sql`not exists (select from compliance_checks where compliance_checks.id = action.target_id)
    or action.action_type in ('approve', 'reject')
    and action.details -> 'before' ->> 'status' = 'pending'
    and exists (select from compliance_checks older join compliance_checks newer
      on newer.center_id = older.center_id and newer.check_type = older.check_type and newer.file_name is not null
        and (newer.created_at, newer.id) > (older.created_at, older.id)
      where older.id = action.target_id)`,
  // The account was deleted; or the owner of the centre that would be approved again is blocked, or no centre any more.
  center: () => sql`exists (select from center_profiles join profiles on profiles.id = center_profiles.id
    where center_profiles.id = action.target_id
      and (profiles.status = 'deleted' or action.details -> 'before' ->> 'approvedAt' is not null
        and (profiles.status <> 'active' or withheld_approval_at is not null or not exists (
          select from user_roles where user_id = center_profiles.id and role = 'center'))))`,
  // The appointment of the commission was reopened, or has another commission now.
  commission: () => sql`action.action_type = 'cancel' and not exists (
    select from commissions join appointments on appointments.id = commissions.appointment_id
    where commissions.id = action.target_id and commissions.status = 'cancelled'
      and commissionable_amount(appointments) is not null)`,
  // Its author has deleted the account.
  review: () => sql`action.action_type = 'delete'
    and not exists (select from removed_reviews where removed_reviews.id = action.target_id)`,
  // The patient has deleted the account, and with it the conversation.
  message: () => sql`not exists (select from messages where messages.id = action.target_id)`,
  // None of them is ever deleted.
  reward: () => sql`false`,
  promotion: () => sql`false`,
  operator: () => sql`action.action_type = 'publish'`,
  // The appointment has changed since, or staff's decision has led to a review, a record or a paid commission, or something was paid.
  no_show: () => sql`not exists (
    select from appointments where appointments.id = action.target_id
      and status = case action.action_type when 'annul_no_show' then 'completed' else 'no_show' end
      and not is_early_visit(appointments))
    or action.action_type = 'annul_no_show' and (
      exists (select from appointments where appointments.id = action.target_id and (is_rated(appointments)
        or paid_amount > 0 or discount_amount > 0 and discount_amount >= price or has_undone_payment(appointments)))
      or exists (select from clinical_record_versions where appointment_id = action.target_id)
      or exists (select from commissions where appointment_id = action.target_id and status = 'paid'))`,
  // The money is given back.
  cancellation: () => sql`action.action_type = 'annul_cancellation'`,
  // Or the centre has closed the appointment differently since.
  early_visit: () => sql`action.action_type = 'annul_early_visit' or not exists (
    select from appointments where appointments.id = action.target_id and is_early_visit(appointments))`,
  invented_visit: () => sql`action.action_type = 'annul_invented_visit' or not exists (
    select from appointments where appointments.id = action.target_id and is_invented_visit(appointments))`,
  refund: () => sql`action.action_type = 'annul_refund' or not exists (
    select from appointments where appointments.id = action.target_id and is_disputable_refund(appointments))`,
  // Of the payment that the decision names. An objection to another one is decided first.
  undone_payment:
    () => sql`action.action_type = 'annul_undone_payment' or case when action.details ->> 'objectedAt' is null
    then not has_kept_undoing(action.target_id)
    else not exists (select from payments where appointment_id = action.target_id and undone_at is not null
        and objected_at = (action.details ->> 'objectedAt')::timestamptz)
      or exists (select from reports where kind = 'undone_payment' and subject_id = action.target_id and closed_at is null) end`,
}

const isBlockedAt = (now: Date) => {
  const cases = Object.entries(obstacles).map(([type, obstacle]) => sql`when ${sql.lit(type)} then ${obstacle(now)}`)
  return sql<boolean>`coalesce(case action.target_type ${sql.join(cases, sql` `)} end, false)`
}

const targetName = sql<string | null>`case action.target_type
  when 'user' then (select full_name from profiles where profiles.id = action.target_id)
  when 'center' then (select center_name from center_profiles where center_profiles.id = action.target_id)
  when 'document' then (select center_name from compliance_checks
    join center_profiles on center_profiles.id = center_id where compliance_checks.id = action.target_id)
  when 'review' then (select center_name from center_profiles where center_profiles.id in (${ofReview('center_id')}))
  when 'reward' then (select name from rewards where rewards.id = action.target_id)
  when 'operator' then (select words ->> 'name' from operator_words)
  when 'promotion' then (select name from promotions where promotions.id = action.target_id)
  when 'message' then (select full_name from profiles where profiles.id in (${ofMessage('messages.sender_id')}))
  when 'commission' then (select center_name from center_profiles where center_profiles.id in (
    select center_id from commissions where commissions.id = action.target_id
    union all select center_id from commission_settlements where commission_settlements.id = action.target_id
    union all select action.target_id))
  else (select center_name from center_profiles where center_profiles.id in (${ofAppointment('center_id')}))
end`

/**
 * The actions whose sequence numbers the query `page` returns. The page is materialized, because PostgreSQL would otherwise
 * evaluate the fragments above for the whole record.
 */
function actions(db: Db | Tx, { page, now }: { page: Expression<{ sequence: number }>; now: Date }) {
  return db
    .with(
      (name) => name('page').materialized(),
      () => page,
    )
    .selectFrom('page')
    .innerJoin('moderation_actions as action', 'action.sequence', 'page.sequence')
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
    .select([
      isLatest.as('isLatest'),
      targetRoles.as('targetRoles'),
      targetMembers.as('targetMembers'),
      isBlockedAt(now).as('isBlocked'),
      targetName.as('targetName'),
      sql<TargetType>`action.target_type`.as('targetType'),
      sql<Record<string, unknown>>`action.details`.as('details'),
    ])
}

export type ActionRow = Awaited<ReturnType<typeof listActionsOf>>[number]

function sequences(db: Db | Tx) {
  return db.selectFrom('moderation_actions as action').select('action.sequence')
}

function sequencesOf(db: Db | Tx, { targetType, targetId }: Target) {
  return sequences(db).where('action.target_type', '=', targetType).where('action.target_id', '=', targetId)
}

export async function findAction(db: Db | Tx, { actionId, now }: { actionId: string; now: Date }) {
  return actions(db, { page: sequences(db).where('action.id', '=', actionId), now }).executeTakeFirst()
}

/** The latest action on a target. */
export async function findLastAction(db: Db | Tx, target: Target & { now: Date }) {
  const [last] = await listActionsOf(db, { ...target, limit: 1 })
  return last
}

export async function findLastActionId(db: Db | Tx, target: Target): Promise<string | undefined> {
  const last = sequencesOf(db, target).select('action.id').orderBy('action.sequence', 'desc').limit(1)
  return (await last.executeTakeFirst())?.id
}

export async function countActionsOf(db: Db | Tx, target: Target): Promise<number> {
  const { count } = await db
    .selectFrom('moderation_actions')
    .where('target_type', '=', target.targetType)
    .where('target_id', '=', target.targetId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The actions on a target, newest first. */
export async function listActionsOf(db: Db | Tx, { limit, now, ...target }: Target & { limit: number; now: Date }) {
  const page = sequencesOf(db, target).orderBy('action.sequence', 'desc').limit(limit)
  return actions(db, { page, now }).orderBy('action.sequence', 'desc').execute()
}

/** `text`: part of the name of the person or centre that an action concerns, or of the member of staff. */
export type RecordFilter = {
  text: string | undefined
  targetType: TargetType | undefined
  /** The first instant, and the end, excluded. */
  startsAt: Date | undefined
  endsAt: Date | undefined
}

type RecordPage = RecordFilter & { before: number | undefined; limit: number; now: Date }

/** A page of the record, newest first. `before`: the sequence number after which the page begins. */
export async function listActions(db: Db | Tx, { before, limit, now, text, targetType, startsAt, endsAt }: RecordPage) {
  const conditions = [
    ...(before === undefined ? [] : [sql`action.sequence < ${before}`]),
    ...(targetType === undefined ? [] : [sql`action.target_type = ${targetType}`]),
    ...(startsAt === undefined ? [] : [sql`action.created_at >= ${startsAt}`]),
    ...(endsAt === undefined ? [] : [sql`action.created_at < ${endsAt}`]),
  ]
  const newest = (condition: RawBuilder<unknown>) => sql`
    select action.sequence from moderation_actions action
    where ${sql.join([condition, ...conditions], sql` and `)} order by action.sequence desc limit ${limit}`
  const page = text === undefined ? newest(sql`true`) : pageAbout(text, { newest, limit })
  return actions(db, { page: sql<{ sequence: number }>`(${page})`, now })
    .orderBy('action.sequence', 'desc')
    .execute()
}

/** A search by name looks at no more people and centres than this. */
const maxNamed = 200

type Search = { newest(condition: RawBuilder<unknown>): RawBuilder<unknown>; limit: number }

/** An action stores no names, so this finds people and centres by the indexes of names, and then their newest actions. */
function pageAbout(text: string, { newest, limit }: Search): RawBuilder<unknown> {
  const pattern = sql`fold(${containing(text)})`
  return sql`
    with people as materialized (
      select id from profiles
      where status <> 'deleted' and fold(full_name) || ' ' || fold(email) like ${pattern} limit ${maxNamed}),
    concerned as materialized (
      select id from people
      union all (select id from center_profiles where fold(center_name) like ${pattern} limit ${maxNamed}))
    select distinct sequence from (
      select found.sequence from concerned cross join lateral (${newest(sql`action.concerns_id = concerned.id`)}) found
      union all
      select found.sequence from people cross join lateral (${newest(sql`action.moderator_id = people.id`)}) found
    ) as named order by sequence desc limit ${limit}`
}
