import { hashSecret } from '#server/platform/ids.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type QuestionRow = {
  id: string
  centerId: string
  centerName: string
  fullName: string
  email: string
  content: string
  expiresAt: Date
  sentAt: Date | null
}

type NewQuestion = Omit<QuestionRow, 'sentAt' | 'centerName'> & { now: Date }

/** Its link is mailed with setLink(). @returns false when a question has this id already */
export async function insertQuestion(tx: Tx, question: NewQuestion): Promise<boolean> {
  const row = await tx
    .insertInto('questions')
    .values({
      id: question.id,
      center_id: question.centerId,
      full_name: question.fullName,
      email: question.email,
      content: question.content,
      created_at: question.now,
      expires_at: question.expiresAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The oldest question of the address whose link was not mailed yet. None while an earlier link waits for its use, so that a stranger's
 * address gets one mail a day. The caller has locked the address.
 */
export async function findNextToMail(tx: Tx, { email, now }: { email: string; now: Date }) {
  return tx
    .selectFrom('questions')
    .where('email', '=', email)
    .where('token_hash', 'is', null)
    .where('expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('questions as mailed')
            .select('mailed.id')
            .where('mailed.email', '=', email)
            .where('mailed.token_hash', 'is not', null)
            .where('mailed.sent_at', 'is', null)
            .where('mailed.expires_at', '>', now),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .select('id')
    .limit(1)
    .executeTakeFirst()
}

export async function setLink(
  tx: Tx,
  { id, token, expiresAt }: { id: string; token: string; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('questions')
    .set({ token_hash: hashSecret(token), expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

type ByToken = { token: string; now: Date }

export async function findQuestion(db: Db | Tx, input: ByToken): Promise<QuestionRow | undefined> {
  return byToken(db, input).executeTakeFirst()
}

/** Locks the question, so that two presses send it once. */
export async function lockQuestion(tx: Tx, input: ByToken): Promise<QuestionRow | undefined> {
  return byToken(tx, input).forUpdate('questions').executeTakeFirst()
}

function byToken(db: Db | Tx, { token, now }: ByToken) {
  return db
    .selectFrom('questions')
    .innerJoin('center_profiles', 'center_profiles.id', 'questions.center_id')
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .select([
      'questions.id',
      'questions.center_id as centerId',
      'center_profiles.center_name as centerName',
      'questions.full_name as fullName',
      'questions.email',
      'questions.content',
      'questions.expires_at as expiresAt',
      'questions.sent_at as sentAt',
    ])
}

export async function setSent(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx.updateTable('questions').set({ sent_at: now }).where('id', '=', id).execute()
}

/** Every question of the address to the centre, sent or not. */
export async function deleteQuestions(tx: Tx, { email, centerId }: { email: string; centerId: string }): Promise<void> {
  await tx.deleteFrom('questions').where('email', '=', email).where('center_id', '=', centerId).execute()
}

export async function deleteQuestionsOfAddress(tx: Tx, { email }: { email: string }): Promise<void> {
  await tx.deleteFrom('questions').where('email', '=', email).execute()
}

/** @returns the addresses for which another question may wait */
export async function deleteExpiredQuestions(db: Db, { now }: { now: Date }): Promise<readonly string[]> {
  const rows = await db.deleteFrom('questions').where('expires_at', '<=', now).returning('email').execute()
  return [...new Set(rows.map(({ email }) => email))]
}

export async function deleteUnsent(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.deleteFrom('questions').where('id', '=', id).execute()
}
