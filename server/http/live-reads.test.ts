import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { staffRoles } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { actorOf, openTestServer } from '#server/testing/app-server.ts'
import { foreignRows } from '#server/testing/foreign-rows/foreign-rows.ts'
import { buildOwnCenter } from '#server/testing/own-center.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { requestRoute } from '#server/testing/route-requests.ts'
import { countStatements } from '#server/testing/statements.ts'
import { tablesReadBy } from '#server/testing/tables-read.ts'
import { buildWholePerson } from '#server/testing/whole-person.ts'
import { liveTables, refetches, stillReads } from './live-reads.ts'
import { listRoutes } from './openapi.ts'

/** Tables whose changes no screen waits for, with the reason. */
const stillTables: ReadonlySet<string> = new Set([
  // «Salud del servicio» asks again by itself.
  'backup_runs',
  'browser_errors',
  'mail_pause',
  // Only a migration changes these.
  'database_secret',
  'holidays',
  'places',
  'service_types',
  // Derived from a table that tells: commissions, commission_settlements, checkouts, points_transactions, messages, clinical_record_versions.
  'center_points_days',
  'center_replies',
  'clinical_record_identities',
  'commission_sums',
  'counted_figures',
  'gateway_refunds',
  'kept_figures',
  'moderation_record_head',
  'settled_payments',
  'summed_commissions',
  // Its rows change only with an appointment that is cancelled.
  'compensation_days',
  // Its rows tell as those of appointments, and the mails of reminders as appointment_reminders.
  'desk_calls',
  'outbound_mails',
  // A visitor has no live stream, and becomes an account's conversation with an event of its own.
  'questions',
  'visitor_links',
  'visitors',
  // Read for a permission or a limit, not shown.
  'acting_accounts',
  'center_invitation_days',
  'ended_holds',
  'one_time_tokens',
  'push_keys',
  'rate_limits',
  'signing_keys',
])

/** Whose reads follow events of their own: `conversation` with its numbers, `notification` with its id. */
const ownEvents: Readonly<Record<string, string>> = {
  conversations: 'conversations',
  messages: 'conversations',
  notifications: 'notifications',
}

/** Staff's reads look up in these whom an action concerns, which stays as it is. */
const lookedUp = [
  'checkouts',
  'clinical_record_versions',
  'conversations',
  'messages',
  'operator_words',
  'package_sessions',
  'payments',
  'promotion_usage',
  'promotions',
  'reward_redemptions',
  'rewards',
]
const staffNouns = ['centerRecords', 'commissions', 'moderation', 'users']

let platform: TestPlatform
let url: string
let tablesOf: (statement: string) => Set<string>
const people = new Map<string, Actor>()

beforeAll(async () => {
  platform = await testPlatform()
  tablesOf = await tablesReadBy(platform.db)
  const person = await buildWholePerson(platform, { tag: 'Ceibo' })
  await buildOwnCenter(platform, { userId: person.userId, tag: 'Araza' })
  people.set('patient', actorOf(['patient', 'center'], person.userId))
  people.set('center', actorOf(['center'], person.centerId))
  people.set('staff', actorOf(staffRoles, person.userId))
  const server = await openTestServer({ platform, authenticate: (bearer) => Promise.resolve(people.get(bearer)) })
  url = server.url
  return server.close
})

// Derived from the contract, so a new read without its line in live-reads.ts fails.
const reads = listRoutes().filter(
  ({ name, noun, method, access }) =>
    method === 'GET' && access !== 'public' && noun !== 'live' && !stillReads.has(name),
)

describe('a private read', () => {
  test.each(reads)('$name is refetched after a change of each table that it reads', async (route) => {
    const prepare = foreignRows[route.name as keyof typeof foreignRows]
    const row = await prepare?.(platform)
    if (row) people.set('owner', row.owner)
    const tables = new Set<string>()
    for (const bearer of row ? ['owner'] : ['patient', 'center', 'staff']) {
      const { texts } = await countStatements(() => requestRoute({ url, route, input: row?.input ?? {}, bearer }))
      for (const text of texts) for (const table of tablesOf(text)) tables.add(table)
    }
    const missing = [...tables].filter((table) => !isFollowed({ table, ...route }))
    expect(missing, `list ${route.name} at these tables of live-reads.ts, and give each table a trigger`).toEqual([])
  })
})

function isFollowed({ table, noun, name }: { table: string; noun: string; name: string }): boolean {
  if (staffNouns.includes(noun) && lookedUp.includes(table)) return true
  // How many messages a deletion takes is said as of the moment when its section opens.
  if (name === 'accounts.deletionConsequences' && ownEvents[table] === 'conversations') return true
  return stillTables.has(table) || ownEvents[table] === noun || refetches(table, name)
}

test('each of the tables tells of its changes', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger
    where not tgisinternal and pg_get_functiondef(tgfoid) like '%notify_live(%'`.execute(platform.db)
  const telling = new Set(rows.map(({ name }) => name))
  expect(liveTables.filter((table) => !telling.has(table))).toEqual([])
})
