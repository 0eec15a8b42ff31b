import { sql } from 'kysely'
import { widestNetworkOf } from './addresses.ts'
import type { DescribedError } from './described-error.ts'
import { newId } from './ids.ts'
import { cronJob } from './jobs.ts'
import { dayMs } from './local-time.ts'
import type { Platform } from './platform.ts'
import type { Db } from './postgres/database.ts'
import { takeWithin } from './rate-limit.ts'
import { versionOfSenda } from './version-of-senda.ts'

/** Made-up errors can fill no more. Those that are stored are still counted, and old ones make room. */
const maxStored = 500
const keptMs = 30 * dayMs
const shownErrors = 50

/**
 * New ones that one network adds in a day. A page that fails has a few, and the next network reports what this one no longer
 * adds, so that a script would need some twenty networks to push the others out of the list.
 */
const newPerNetwork = { name: 'browser-errors.new', limit: 25, windowSeconds: 86_400 }

/**
 * Counts an error with those alike, and shows it again if it was resolved. `address`: of the visitor, whose network adds only so many
 * new ones.
 */
export async function storeBrowserError(
  { db, clock, secret }: Pick<Platform, 'db' | 'clock' | 'secret'>,
  {
    fingerprint,
    kind,
    name,
    message,
    stack,
    page,
    browser,
    address,
  }: DescribedError & { browser: string; address: string },
): Promise<void> {
  const now = clock.now()
  if (
    !(await isKnown(db, fingerprint)) &&
    !(await takeWithin(db, { ...newPerNetwork, secret, key: widestNetworkOf(address) }))
  )
    return
  // What is resolved makes room first, then violations of the policy, then what occurred least and longest ago.
  await sql`
    delete from browser_errors where id in (
      select id from browser_errors where not exists (select from browser_errors where fingerprint = ${fingerprint})
      order by resolved_at is null, kind <> 'policy', count, last_seen
      limit greatest(0, (select count(*) from browser_errors) - ${maxStored - 1}))`.execute(db)
  await sql`
    insert into browser_errors as known
      (id, fingerprint, kind, name, message, stack, page, browser, version, first_seen, last_seen)
    values (${newId()}::uuid, ${fingerprint}, ${kind}, ${name}, ${message}, ${stack}, ${page}, ${browser}, ${versionOfSenda},
      ${now}::timestamptz, ${now}::timestamptz)
    on conflict (fingerprint) do update set
      count = known.count + 1, last_seen = greatest(known.last_seen, excluded.last_seen),
      stack = excluded.stack, page = excluded.page, browser = excluded.browser, version = excluded.version,
      forwarded_count = case when known.resolved_at is null then known.forwarded_count else 0 end, resolved_at = null`.execute(
    db,
  )
}

async function isKnown(db: Db, fingerprint: string): Promise<boolean> {
  const query = db.selectFrom('browser_errors').select('id').where('fingerprint', '=', fingerprint)
  return (await query.executeTakeFirst()) !== undefined
}

/** Those that are not resolved, the latest first. */
export async function listBrowserErrors(db: Db) {
  const query = db.selectFrom('browser_errors').where('resolved_at', 'is', null)
  return await query
    .select((eb) => ['id', eb.ref('kind').$castTo<DescribedError['kind']>().as('kind')])
    .select(['name', 'message', 'stack', 'page', 'browser', 'version', 'count'])
    .select(['first_seen as firstSeen', 'last_seen as lastSeen'])
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .limit(shownErrors)
    .execute()
}

/** @returns false when it is not there; one that is resolved already stays so */
export async function resolveBrowserError(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { errorId }: { errorId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('browser_errors')
    .set((eb) => ({ resolved_at: eb.fn.coalesce('resolved_at', eb.val(clock.now())) }))
    .where('id', '=', errorId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const sentAtOnce = 5

export type UnsentError = Awaited<ReturnType<typeof listUnsentErrors>>[number]

/** Those that SENTRY_DSN does not know: new, back again, or ten times as many as it was told; a few. */
export async function listUnsentErrors(db: Db) {
  return await db
    .selectFrom('browser_errors')
    .select(['id', 'fingerprint', 'kind', 'name', 'message', 'stack', 'page', 'browser', 'version', 'count'])
    .select('last_seen as lastSeen')
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`count >= 10 * forwarded_count`)
    .orderBy('last_seen')
    .limit(sentAtOnce)
    .execute()
}

export async function setSentCount(db: Db, { id, count }: Pick<UnsentError, 'id' | 'count'>): Promise<void> {
  await db.updateTable('browser_errors').set({ forwarded_count: count }).where('id', '=', id).execute()
}

export const purgeBrowserErrorsJob = cronJob({
  name: 'browser-errors.clear',
  cron: '37 * * * *',
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - keptMs)
    await db.deleteFrom('browser_errors').where('last_seen', '<', before).execute()
  },
})
