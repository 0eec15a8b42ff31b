import { sql } from 'kysely'
import type { LegalDocument } from '#contract/legal-texts.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

export type LegalVersion = {
  id: string
  document: LegalDocument
  version: string
  summary: string
  announcedAt: Date | null
}

const day = sql<string>`to_char(version, 'YYYY-MM-DD')`

/** Without their texts, the newest first. */
export async function listVersions(db: Db | Tx): Promise<LegalVersion[]> {
  return db
    .selectFrom('legal_texts')
    .select(['id', 'document', day.as('version'), 'summary', 'announced_at as announcedAt'])
    .$narrowType<{ document: LegalDocument }>()
    .orderBy('version', 'desc')
    .execute()
}

export async function findBody(
  db: Db,
  { document, version }: { document: LegalDocument; version: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('legal_texts')
    .where('document', '=', document)
    .where('version', '=', version)
    .select('body')
    .executeTakeFirst()
  return row?.body
}

export async function countAcceptances(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('terms_acceptances')
    .select(({ fn }) => ['document', 'version', fn.countAll<number>().as('count')])
    .groupBy(['document', 'version'])
    .execute()
  return new Map(rows.map(({ document, version, count }) => [`${document} ${version}`, Number(count)]))
}

/** Whether there is an account that has to be notified: any but those of administrators. */
export async function hasUsers(db: Db | Tx): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .where('status', '<>', 'deleted')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_roles')
            .whereRef('user_roles.user_id', '=', 'profiles.id')
            .where('role', '=', 'admin')
            .select('role'),
        ),
      ),
    )
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** One text is published at a time. */
export async function lockTexts(tx: Tx): Promise<void> {
  await sql`lock table legal_texts in share row exclusive mode`.execute(tx)
}

export type NewText = {
  id: string
  document: LegalDocument
  version: string
  summary: string
  body: string
  now: Date
}

export async function insertText(tx: Tx, { now, version, ...text }: NewText): Promise<void> {
  await tx
    .insertInto('legal_texts')
    .values({ ...text, version, published_at: now })
    .execute()
}

/** Each account is notified of a version once: a unique index on `notifications.subject`. */
export const noticeSubject = (textId: string) => `legal:${textId}`

/** The accounts that have neither accepted the version nor been notified of it. Later sign-ups accept it. */
export async function listUnnotified(
  db: Db,
  { textId, after, limit }: { textId: string; after: string | undefined; limit: number },
): Promise<{ userId: string; email: string; isConfirmed: boolean }[]> {
  const { rows } = await sql<{ userId: string; email: string; isConfirmed: boolean }>`
    select users.id as "userId", users.email, email_verified_at is not null as "isConfirmed"
    from users join profiles on profiles.id = users.id
    where status <> 'deleted' and users.email is not null
      and not exists (
        select from terms_acceptances accepted join legal_texts on legal_texts.id = ${textId}
        where accepted.user_id = users.id and accepted.document = legal_texts.document
          and accepted.version = to_char(legal_texts.version, 'YYYY-MM-DD'))
      and not exists (
        select from notifications where notifications.user_id = users.id and subject = ${noticeSubject(textId)})
      and (${after ?? null}::uuid is null or users.id > ${after ?? null}::uuid)
    order by users.id limit ${limit}`.execute(db)
  return rows
}

export async function setAnnounced(db: Db, { textId, now }: { textId: string; now: Date }): Promise<void> {
  await db.updateTable('legal_texts').set({ announced_at: now }).where('id', '=', textId).execute()
}
