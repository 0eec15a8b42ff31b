import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { zone } from '#contract/calendar.ts'
import { createSession, signOut } from '#server/features/auth/sessions/sessions.ts'
import type { Place } from '#server/features/centers/centers.types.ts'
import { approveCenter } from '#server/features/centers/usecases/approve-center.ts'
import { findPlace } from '#server/features/centers/usecases/find-centers.ts'
import { inviteMember } from '#server/features/centers/usecases/invite-member.ts'
import { listUpcomingHolidays } from '#server/features/centers/usecases/list-holidays.ts'
import { closeOnHolidays } from '#server/features/centers/usecases/update-time-off.ts'
import { setRate } from '#server/features/commissions/usecases/set-rate.ts'
import { closeTill } from '#server/features/tills/usecases/close-till.ts'
import { readExpected } from '#server/features/tills/usecases/read-till.ts'
import { settableClock } from '#server/platform/clock.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransactionOf } from '#server/platform/postgres/advisory-lock.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import { PipelinedDatabase } from '#server/platform/postgres/pipelined-database.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import { completeLucia, createDemoAccounts, createPatients, demoAccounts, demoPassword } from './accounts.ts'
import { planAppointments } from './appointments.plan.ts'
import { createAppointments, type DemoEvent } from './appointments.ts'
import { Calendars } from './calendars.ts'
import { planCenters } from './centers.plan.ts'
import { createDemoCenter, type DemoCenter } from './centers.ts'
import { centerDrafts } from './content/centers.ts'
import { createConversations, readOldNotifications } from './conversations.ts'
import type { Days } from './days.ts'
import { daysAround } from './days.ts'
import type { DemoPlatform } from './demo-platform.ts'
import { planDesk } from './desk.plan.ts'
import { createDocuments } from './documents.ts'
import { planGuests } from './guests.ts'
import { planLuciasVisits } from './lucia.plan.ts'
import { planPackages } from './packages.ts'
import { createPromotions } from './promotions.ts'
import { planReviews } from './reviews.plan.ts'
import { createTaxesAndDeposits } from './taxes-and-deposits.ts'

const floatLeftCents = 200_000
/** The day on which the drawer held less than expected. */
const shortDay = -5
const shortCents = 5_000

export const demoAccountsLine = `Demo accounts (password ${demoPassword}): ${demoAccounts.map(({ email }) => email).join(', ')}`

/**
 * Creates the centres, people, appointments and reviews of the demonstration, the same for every start on one day. Only in a
 * database without users, so that invented people never mix with real ones. One transaction, so that it is never incomplete.
 * @returns whether the demo accounts exist, created now or before
 */
export async function createDemo(platform: Platform): Promise<boolean> {
  const client = await platform.pool.connect()
  let isComplete = false
  try {
    await client.query('begin')
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0')
    // PostgreSQL plans the statements while the tables are empty, when a sequential scan looks cheap.
    await client.query(
      'set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan; set local jit = off',
    )
    // If several processes start simultaneously, one creates the demonstration and the others wait for it.
    await lockInTransactionOf(client, { kind: 'demo' })
    const { rows } = await client.query<{ people: boolean; demo: boolean }>(
      'select count(*) > 0 as people, coalesce(bool_or(email = any($1)), false) as demo from users',
      [demoAccounts.map(({ email }) => email)],
    )
    isComplete = rows[0]?.demo === true
    if (rows[0]?.people === false) {
      const db = insideTransaction(client, { skips: queuesMail })
      await fillDatabase({ ...platform, db, clock: settableClock(platform.clock.now()) })
      await client.query('analyze')
      isComplete = true
    }
    await client.query('commit')
  } finally {
    // The connection is closed, not returned to the pool, because its plans are for empty tables. This also rolls back a failed
    // attempt.
    client.release(true)
  }
  return isComplete
}

/**
 * Whether queueMail() sent the statement. No mail of the demonstration's past may be sent or shown at /dev/mail, and storing
 * and deleting them would take a third of the time.
 */
function queuesMail(text: string): boolean {
  return text.includes('insert into outbound_mails')
}

async function fillDatabase(platform: DemoPlatform): Promise<void> {
  const days = daysAround(localDay({ instant: platform.clock.now(), zone }))
  const clock = stopwatch()
  const accounts = await createDemoAccounts(platform, { days })
  const lucia = await completeLucia(platform, { userId: accounts['paciente@demo.uy'] })
  const patients = await createPatients(platform, { days })
  clock.lap('accounts')

  const centers: DemoCenter[] = []
  for (const [index, plan] of planCenters({ days, places: await readPlaces(platform) }).entries()) {
    const demoOwner = index === 0 ? demoAccounts.find(({ role }) => role === 'center') : undefined
    const owner = demoOwner && { ...demoOwner, userId: accounts[demoOwner.email] }
    const center = await createDemoCenter(platform, { plan, owner })
    await createDocuments(platform, { plan, centerId: center.centerId, days, isDemoOwners: owner !== undefined })
    const { isPending } = plan.draft
    platform.clock.set(plan.approvedAt)
    if (!isPending) await approveCenter(platform, { centerId: center.centerId })
    centers.push(center)
  }
  clock.lap('centers')

  const calendars = new Calendars(days)
  const ofLucia = planLuciasVisits({ lucia, centers, calendars, days })
  const ofOthers = planAppointments({ centers, patients, calendars, days })
  planReviews({ appointments: ofOthers, days })
  const appointments = [...ofLucia, ...ofOthers]
  planDesk({ appointments, centerId: accounts['centro@demo.uy'], days })
  const [ownCenter] = centers
  const otherEvents = ownCenter ? planGuests(platform, { center: ownCenter, calendars, days }) : []
  if (ownCenter) otherEvents.push(...planPackages(platform, { center: ownCenter, lucia, appointments, days }))
  clock.lap('planning')
  const moderatorId = accounts['moderador@demo.uy']
  if (ownCenter) otherEvents.push(...changeRate(platform, { center: ownCenter, days, moderatorId }))
  if (ownCenter) otherEvents.push(...planClosings(platform, { centerId: ownCenter.centerId, days }))
  await createAppointments(platform, { appointments, days, otherEvents, moderatorId })
  clock.lap('appointments and reviews')
  if (ownCenter) {
    await organiseTeam(platform, { center: ownCenter, days })
    await createTaxesAndDeposits(platform, { center: ownCenter, days })
    const people = {
      centerId: ownCenter.centerId,
      luciaId: lucia.userId,
      patientIds: patients.map(({ userId }) => userId),
    }
    await createConversations(platform, { ...people, days })
    const centerIds = centers.filter(({ draft }) => !draft.isPending).map(({ centerId }) => centerId)
    await createPromotions(platform, { ...people, centerIds, moderatorId, adminId: accounts['admin@demo.uy'], days })
  }
  await readOldNotifications(platform)
  platform.log.info({ milliseconds: clock.laps, appointments: appointments.length }, 'created the demonstration')
}

function changeRate(
  platform: DemoPlatform,
  { center, days, moderatorId }: { center: DemoCenter; days: Days; moderatorId: string },
): DemoEvent[] {
  const change = { ratePercent: 8.5, appliesFrom: days.day(-30), reason: 'Acuerdo por volumen de consultas.' }
  const { centerId } = center
  return [
    {
      at: days.at(-33, 11 * 60),
      happen: () =>
        setRate(platform, {
          actor: { userId: moderatorId, roles: ['moderator'] },
          centerId,
          lastActionId: null,
          ...change,
        }),
    },
  ]
}

async function readPlaces(platform: DemoPlatform): Promise<Map<string, Place>> {
  const places = new Map<string, Place>()
  for (const slug of new Set(centerDrafts.map((draft) => draft.place))) {
    const place = await findPlace(platform, { slug })
    if (place) places.set(slug, place)
  }
  return places
}

function stopwatch() {
  const laps: Record<string, number> = {}
  let last = performance.now()
  return {
    laps,
    lap(name: string) {
      laps[name] = Math.round(performance.now() - last)
      last = performance.now()
    },
  }
}

/** The owner's recent changes: an invitation to a receptionist, and time off on holidays without appointments. */
async function organiseTeam(
  platform: DemoPlatform,
  { center: { centerId, team }, days }: { center: DemoCenter; days: Days },
): Promise<void> {
  platform.clock.set(days.at(-1, 18 * 60))
  const byOwner = { userId: centerId, centerId }
  const professionalIds = team.map(({ professionalId }) => professionalId)
  await inviteReceptionist(platform, byOwner)
  for (const { date } of (await listUpcomingHolidays(platform)).filter(({ isPaid }) => isPaid)) {
    const change = { ...byOwner, professionalIds, dates: [date] }
    const affected = await closeOnHolidays(platform, { ...change, preview: true })
    if (affected.length === 0) await closeOnHolidays(platform, { ...change, preview: false })
  }
}

async function inviteReceptionist(
  platform: DemoPlatform,
  byOwner: { centerId: string; userId: string },
): Promise<void> {
  const { db, clock } = platform
  const session = { userId: byOwner.userId, method: 'password', device: { userAgent: null, address: null } } as const
  const { id: sessionId } = await db.transaction().execute((tx) => createSession(tx, { ...session, now: clock.now() }))
  const invitation = { email: 'recepcion@demo.uy', role: 'reception', professionalId: null } as const
  await inviteMember(platform, { ...byOwner, ...invitation, sessionId })
  await signOut(db, { userId: byOwner.userId, sessionId, scope: 'local' })
}

const emptyResult = { command: 'SELECT', rowCount: 0, rows: [] } as const

/**
 * A database inside one open transaction. The `begin` and `commit` of use cases do nothing, so that all of their writes are
 * committed or rolled back together. Only one use case may run at a time, because there is one connection. Statements for
 * which `skips` returns true are not run.
 */
function insideTransaction(client: pg.PoolClient, { skips }: { skips(text: string): boolean }): Db {
  const query = (async (text: string, values: readonly unknown[]) => {
    // After a `rollback`, the error reaches the outer transaction, which rolls everything back.
    if (text === 'begin' || text === 'commit' || text === 'rollback' || skips(text)) return emptyResult
    return client.query(text, [...values])
    // The overload for cursors is missing, because no use case needs it.
  }) as unknown as PostgresPoolClient['query']
  const connection: PostgresPoolClient = { query, release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined, options: {} }
  return new PipelinedDatabase<DB>({ pool })
}

/** The closings of a centre: weekly, and daily in the last two weeks. */
function planClosings(platform: DemoPlatform, { centerId, days }: { centerId: string; days: Days }): DemoEvent[] {
  // The centre is closed on Sundays.
  const isSunday = (offset: number) => days.at(offset, 12 * 60).getUTCDay() === 0
  const weekly = [-98, -91, -84, -77, -70, -63, -56, -49, -42, -35, -28, -21]
  const daily = Array.from({ length: 14 }, (_, index) => index - 14).filter((offset) => !isSunday(offset))
  return [...weekly.map((offset) => (isSunday(offset) ? offset - 1 : offset)), ...daily].map((offset) => ({
    at: days.at(offset, 21 * 60),
    async happen() {
      const { last, expected } = await readExpected(platform, { centerId })
      const missing = offset === shortDay && expected.efectivo >= shortCents ? shortCents : 0
      const cashCents = Math.max(expected.efectivo - missing, 0)
      await closeTill(platform, {
        centerId,
        userId: centerId,
        lastClosingId: last?.id ?? null,
        cashCents,
        debitCents: expected.debito,
        transferCents: expected.transferencia,
        floatLeftCents: Math.min(floatLeftCents, cashCents),
        note: missing > 0 ? 'Faltaron $ 50: dimos mal un vuelto a media tarde.' : '',
      })
    },
  }))
}
