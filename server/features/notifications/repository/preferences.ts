import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Switch } from '../notifications.rules.ts'

/** The kinds that the user has switched on or off; kinds with the default are absent. */
export async function findSwitches(db: Db | Tx, { userId }: { userId: string }): Promise<ReadonlyMap<string, Switch>> {
  const rows = await switchesQuery(db, { userId })
  return new Map(rows.map(({ kind, by_mail, by_push }) => [kind, { byMail: by_mail, byPush: by_push }]))
}

const switchesQuery = builtOnce((db, { userId }: { userId: string }) =>
  db.selectFrom('notification_preferences').select(['kind', 'by_mail', 'by_push']).where('user_id', '=', userId),
)

type Change = { userId: string; kind: NotificationKind; now: Date } & {
  [Channel in keyof Switch]?: boolean | undefined
}

/** A channel that is undefined is not changed. */
export async function setSwitch(db: Db | Tx, { userId, kind, byMail, byPush, now }: Change): Promise<void> {
  const change = {
    ...(byMail !== undefined && { by_mail: byMail }),
    ...(byPush !== undefined && { by_push: byPush }),
    updated_at: now,
  }
  await db
    .insertInto('notification_preferences')
    .values({ user_id: userId, kind, ...change })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(change))
    .execute()
}

/** Like setSwitch for mails, unless the account was deleted. */
export async function setSwitchOfAccount(
  db: Db | Tx,
  { userId, kind, byMail, now }: { userId: string; kind: NotificationKind; byMail: boolean; now: Date },
): Promise<void> {
  await sql`
    insert into notification_preferences (user_id, kind, by_mail, updated_at)
    select id, ${kind}, ${byMail}, ${now} from profiles where id = ${userId} and status <> 'deleted'
    on conflict (user_id, kind) do update set by_mail = excluded.by_mail, updated_at = excluded.updated_at`.execute(db)
}

export async function listSwitches(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('notification_preferences')
    .select(['kind', 'by_mail as byMail', 'by_push as byPush', 'updated_at as updatedAt'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute()
}

export async function deleteSwitches(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('notification_preferences').where('user_id', '=', userId).execute()
}
