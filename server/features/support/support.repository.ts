import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type SupportRequest = {
  id: string
  reference: string
  idempotencyKey: string
  userId: string | undefined
  fullName: string
  email: string
  message: string
  from: 'widget' | 'contact'
  now: Date
}

/** @returns false when another request has the key or the reference */
export async function insertRequest(tx: Tx, request: SupportRequest): Promise<boolean> {
  const row = await tx
    .insertInto('support_requests')
    .values({
      id: request.id,
      reference: request.reference,
      idempotency_key: request.idempotencyKey,
      user_id: request.userId ?? null,
      full_name: request.fullName,
      email: request.email,
      message: request.message,
      sent_from: request.from,
      created_at: request.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findByKey(tx: Tx, { idempotencyKey }: { idempotencyKey: string }) {
  return tx
    .selectFrom('support_requests')
    .select(['reference', 'email', 'message'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

export async function setMail(tx: Tx, { id, mailId }: { id: string; mailId: string }): Promise<void> {
  await tx.updateTable('support_requests').set({ mail_id: mailId }).where('id', '=', id).execute()
}

/** Oldest first. */
export async function listRequestsOf(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('support_requests')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .select([
      'created_at as createdAt',
      'reference',
      'full_name as fullName',
      'email',
      'message',
      'sent_from as sentFrom',
    ])
    .execute()
}

/** @returns the ids of the mails that forwarded the requests to the operator */
export async function deleteRequestsOf(tx: Tx, { userId }: { userId: string }): Promise<string[]> {
  const rows = await tx.deleteFrom('support_requests').where('user_id', '=', userId).returning('mail_id').execute()
  return rows.flatMap(({ mail_id: mailId }) => mailId ?? [])
}

export async function deleteRequestsBefore(db: Db, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('support_requests').where('created_at', '<', before).execute()
}
