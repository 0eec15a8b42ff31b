import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'

/** A page of the public centres, sorted by id. It starts after `afterId`. */
export async function listPublicIds(
  db: Db,
  { afterId, limit }: { afterId: string | undefined; limit: number },
): Promise<{ id: string; updatedAt: Date }[]> {
  return await db
    .selectFrom('center_profiles')
    .where('is_public', '=', sql.lit(true))
    .where('approved_at', 'is not', null)
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .select(['id', 'updated_at as updatedAt'])
    .execute()
}
