import { sql } from 'kysely'
import type { ConversationSide } from '#contract/conversations.ts'
import type { MemberRole } from '#contract/memberships.ts'
import type { AccountStatus } from '#server/features/auth/auth.types.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type ConversationRow = {
  id: string
  patientId: string
  centerId: string
  startedBy: ConversationSide | 'both'
  lastNumber: number
  patientReadNumber: number
  centerReadNumber: number
  patientBlockedAt: Date | null
  centerBlockedAt: Date | null
  unansweredSince: Date | null
  updatedAt: Date
  patientName: string
  patientAvatarUrl: string | null
  patient: AccountStatus
  centerName: string
  centerLogoUrl: string | null
  owner: AccountStatus
  isCenterApproved: boolean
  /** The patient's side has no account. */
  isVisitor: boolean
}

/** `memberRole`: the caller's role at the centre; null for the patient. */
export type OwnConversationRow = ConversationRow & { memberRole: MemberRole | null; callerName: string }

/** nestAccounts() converts a row with these columns into a ConversationRow. */
export const columns = sql.raw(`
  conversations.id, conversations.patient_id as "patientId", conversations.center_id as "centerId",
  conversations.started_by as "startedBy", conversations.last_number as "lastNumber",
  conversations.patient_read_number as "patientReadNumber", conversations.center_read_number as "centerReadNumber",
  conversations.patient_blocked_at as "patientBlockedAt", conversations.center_blocked_at as "centerBlockedAt",
  conversations.unanswered_since as "unansweredSince", conversations.updated_at as "updatedAt",
  patients.full_name as "patientName", patients.avatar_url as "patientAvatarUrl",
  patients.status as patient_status, patients.suspended_until as patient_until, patients.suspension_reason as patient_reason,
  owners.status as owner_status, owners.suspended_until as owner_until, owners.suspension_reason as owner_reason,
  center_profiles.center_name as "centerName", center_profiles.logo_url as "centerLogoUrl",
  center_profiles.approved_at is not null as "isCenterApproved",
  exists (select from visitors where visitors.id = conversations.patient_id) as "isVisitor"`)

export type FlatRow = Omit<ConversationRow, 'patient' | 'owner'> & {
  [Column in `${'patient' | 'owner'}_${'status' | 'until' | 'reason'}`]: unknown
}

export function nestAccounts<Row extends FlatRow>({
  patient_status,
  patient_until,
  patient_reason,
  owner_status,
  owner_until,
  owner_reason,
  ...row
}: Row): Omit<Row, keyof FlatRow> & ConversationRow {
  const patient = { status: patient_status, suspended_until: patient_until, suspension_reason: patient_reason }
  const owner = { status: owner_status, suspended_until: owner_until, suspension_reason: owner_reason }
  return { ...row, patient, owner } as unknown as Omit<Row, keyof FlatRow> & ConversationRow
}

export const parties = sql.raw(`
  join profiles as patients on patients.id = conversations.patient_id
  join center_profiles on center_profiles.id = conversations.center_id
  join profiles as owners on owners.id = conversations.center_id`)

type OfUser = { conversationId: string; userId: string }

export async function findConversation(db: Db | Tx, input: OfUser): Promise<OwnConversationRow | undefined> {
  return (await findQuery(db, input)).map(nestAccounts)[0]
}

/** Locks the conversation, and with it its numbers, until the transaction ends. */
export async function lockConversation(tx: Tx, input: OfUser): Promise<OwnConversationRow | undefined> {
  return (await lockQuery(tx, input)).map(nestAccounts)[0]
}

const conversationQuery = ({ conversationId, userId }: OfUser, lock: string) => sql<
  FlatRow & Pick<OwnConversationRow, 'memberRole' | 'callerName'>
>`
  select ${columns}, center_members.member_role as "memberRole", callers.full_name as "callerName"
  from conversations ${parties}
  join profiles as callers on callers.id = ${userId}
  left join center_members on center_members.center_id = conversations.center_id and center_members.user_id = ${userId}
  where conversations.id = ${conversationId} ${sql.raw(lock)}`
const findQuery = builtOnce((_, input: OfUser) => conversationQuery(input, ''))
const lockQuery = builtOnce((_, input: OfUser) => conversationQuery(input, 'for update of conversations'))

export async function findConversationBetween(
  db: Db | Tx,
  { patientId, centerId }: { patientId: string; centerId: string },
): Promise<{ id: string; startedBy: string; lastNumber: number } | undefined> {
  return db
    .selectFrom('conversations')
    .where('patient_id', '=', patientId)
    .where('center_id', '=', centerId)
    .select(['id', 'started_by as startedBy', 'last_number as lastNumber'])
    .executeTakeFirst()
}

type NewConversation = { id: string; patientId: string; centerId: string; startedBy: ConversationSide; now: Date }

/** @returns false when the patient and the centre have a conversation already */
export async function insertConversation(tx: Tx, { now, ...row }: NewConversation): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('conversations')
    .values({
      id: row.id,
      patient_id: row.patientId,
      center_id: row.centerId,
      started_by: row.startedBy,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['patient_id', 'center_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Shows the conversation to both sides, because both have started it. */
export async function setStartedByBoth(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.updateTable('conversations').set({ started_by: 'both' }).where('id', '=', id).execute()
}

type ReadMark = { conversationId: string; side: ConversationSide; number: number }

/** Raises the number up to which a side has read. It never lowers it, nor raises it beyond the newest message. */
export async function setReadNumber(db: Db | Tx, { conversationId, side, number }: ReadMark): Promise<void> {
  await (side === 'patient' ? setPatientReadQuery : setCenterReadQuery)(db, { conversationId, number })
}

const setReadQuery = (column: string, { conversationId, number }: Omit<ReadMark, 'side'>) => sql`
  update conversations set ${sql.ref(column)} = least(${number}, last_number)
  where id = ${conversationId} and ${sql.ref(column)} < least(${number}, last_number)`
const setPatientReadQuery = builtOnce((_, input: Omit<ReadMark, 'side'>) => setReadQuery('patient_read_number', input))
const setCenterReadQuery = builtOnce((_, input: Omit<ReadMark, 'side'>) => setReadQuery('center_read_number', input))

export async function setBlockedAt(
  tx: Tx,
  { conversationId, side, blockedAt }: { conversationId: string; side: ConversationSide; blockedAt: Date | null },
): Promise<void> {
  const change = side === 'patient' ? { patient_blocked_at: blockedAt } : { center_blocked_at: blockedAt }
  await tx.updateTable('conversations').set(change).where('id', '=', conversationId).execute()
}

/** Notifies the live streams of a topic that a side is typing. Nothing is stored. */
export async function announceTyping(
  db: Db | Tx,
  { topic, conversationId, side }: { topic: string; conversationId: string; side: ConversationSide },
): Promise<void> {
  await sql`select notify_live(${topic}, 'typing', ${conversationId}, json_build_object('side', ${side}::text))`.execute(
    db,
  )
}

/** How many minutes patients waited for each of the centre's last 50 replies. */
export async function listWaits(
  db: Db | Tx,
  { centerId, since }: { centerId: string; since: Date },
): Promise<number[]> {
  const rows = await waitsQuery(db, { centerId, since })
  return rows.map(({ minutes }) => minutes)
}

const waitsQuery = builtOnce(
  (_, { centerId, since }: { centerId: string; since: Date }) => sql<{ minutes: number }>`
    select waited_seconds / 60.0::float8 as minutes from center_replies
    where center_id = ${centerId} and replied_at > ${since} order by replied_at desc limit 50`,
)

export async function deleteConversationsOf(tx: Tx, { patientId }: { patientId: string }): Promise<void> {
  await tx.deleteFrom('conversations').where('patient_id', '=', patientId).execute()
}

/** The messages that are deleted with an account, in its conversations as a patient, and those that it wrote for centres, which stay. */
export async function countMessagesOfAccount(
  db: Db | Tx,
  { userId }: { userId: string },
): Promise<{ deleted: number; kept: number }> {
  const { rows } = await sql<{ deleted: number; kept: number }>`
    select
      (select count(*)::int from messages join conversations on conversations.id = messages.conversation_id
        where conversations.patient_id = ${userId}) as deleted,
      (select count(*)::int from messages where sender_id = ${userId} and sender_type = 'center') as kept`.execute(db)
  return rows[0] ?? { deleted: 0, kept: 0 }
}
