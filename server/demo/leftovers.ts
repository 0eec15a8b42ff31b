import type { Platform } from '#server/platform/platform.ts'
import { StartError } from '#server/platform/start-error.ts'

/**
 * For production: a demonstration that ran on this database left accounts whose password is public. All demo accounts are
 * older than the tables, which no other account can be. Therefore a visitor who registers a demo address does not prevent the
 * next start.
 * @throws StartError when there are demo accounts.
 */
export async function refuseDemoLeftovers({ pool }: Pick<Platform, 'pool'>): Promise<void> {
  const { rowCount } = await pool.query(
    `select from users where email like '%@demo.uy'
       and created_at < (select min(applied_at) from schema_migrations) limit 1`,
  )
  if (rowCount === 0) return
  throw new StartError(
    'This database has the demo accounts, whose password is public, so Senda does not open it with NODE_ENV=production. ' +
      'Start with new data: another folder in DATA_DIR, or another database in DATABASE_URL.',
  )
}
