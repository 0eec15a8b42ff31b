import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { zone } from '#contract/calendar.ts'
import { verifyRecord } from '#server/features/moderation/usecases/record-action.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { undoActionRoutes } from '#server/processes/undo-action.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { listForExport } from '../repository/export.ts'
import * as repository from '../repository/staff-commissions.ts'
import { periodDays } from '../rules/periods.ts'
import { chargeCommission, readCommissions } from '../usecases/charge-commissions.ts'
import { commissionsRoutes } from './commissions.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform()
})

const routes = { commissions: commissionsRoutes, moderation: undoActionRoutes.moderation }
const reason = 'El paciente no fue atendido.'
const period = 'month'

async function buildStaff(fullName = 'Equipo') {
  const { userId } = await buildAccount(platform, { fullName })
  const actor = actorOf(['moderator'], userId)
  return clientOf(platform, routes, { bearer: userId, authenticate: () => Promise.resolve(actor) })
}

/** A centre with one commission of 150 pesos for each of these ages in days, counted back from now. */
async function buildOwing({ ages, name = 'Centro Sol' }: { ages: readonly number[]; name?: string }) {
  const service = await buildService(platform)
  const { db, clock } = platform
  await db.updateTable('center_profiles').set({ center_name: name }).where('id', '=', service.centerId).execute()
  for (const [index, age] of ages.entries()) {
    const startsAt = new Date(Date.UTC(2026, 0, 5, 12) + index * hourMs)
    const { appointmentId } = await buildAppointment(platform, { ...service, startsAt, status: 'completed' })
    const now = new Date(clock.now().getTime() - age * dayMs)
    await db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now }))
  }
  return service.centerId
}

const targetOf = (id: string, count: number) => [{ id, count, commissionCents: count * 15_000 }]
const asTargets = (rows: readonly { id: string; lastActionId: string | null }[]) =>
  rows.map(({ id, lastActionId }) => ({ id, lastActionId }))

test('each period counts its own commissions, and its trend has a span for each day, week or month', async () => {
  await buildOwing({ ages: [0, 5, 6, 7, 20, 80, 300, 400] })
  const client = await buildStaff()
  const readPeriod = async (each: 'week' | 'month' | 'quarter' | 'year') => {
    const { totals, trend } = await client.commissions.summary({ period: each })
    const { items } = await client.commissions.list({ period: each })
    const trendCents = trend.spans.reduce((sum, span) => sum + span.commissionCents, 0)
    expect(trendCents).toBe(totals.pending.commissionCents)
    expect(items).toHaveLength(totals.pending.count)
    return [totals.pending.count, trend.unit]
  }
  expect(await readPeriod('week')).toEqual([3, 'day'])
  expect(await readPeriod('month')).toEqual([5, 'day'])
  expect(await readPeriod('quarter')).toEqual([6, 'week'])
  expect(await readPeriod('year')).toEqual([7, 'month'])
})

test('the list filters by status and by part of the centre’s name, and returns pages, newest first', async () => {
  await buildOwing({ ages: [1, 2, 3], name: 'Psicología Ñandú' })
  await buildOwing({ ages: [2], name: 'Otro' })
  const client = await buildStaff()
  const all = await client.commissions.list({ period, center: 'ologia ñan' })
  expect(all.items).toHaveLength(3)
  expect((await client.commissions.list({ period, center: '%_%' })).items).toEqual([])
  expect((await client.commissions.list({ period, status: 'paid' })).items).toEqual([])
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.commissions.list({ period, status: 'pending', limit: 2, ...(cursor && { cursor }) })
    found.push(...page.items.map(({ createdAt }) => createdAt))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(found).toHaveLength(4)
  expect(found).toEqual([...found].sort().reverse())
})

test('the list is ordered by time or by amount in both directions, and returns pages in each order', async () => {
  await buildOwing({ ages: [1, 2, 3, 4] })
  const { rows } = await sql<{ id: string }>`select id from commissions order by created_at`.execute(platform.db)
  for (const [index, commission] of [300, 100, 300, 200].entries()) {
    const change = platform.db.updateTable('commissions').set({ commission_amount: commission })
    await change.where('id', '=', rows[index]?.id ?? '').execute()
  }
  const client = await buildStaff()
  const read = async (order: 'newest' | 'oldest' | 'largest' | 'smallest') => {
    const found: { createdAt: string; commissionCents: number }[] = []
    let cursor: string | undefined
    do {
      const page = await client.commissions.list({ period, order, limit: 1, ...(cursor && { cursor }) })
      found.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return found.map(({ commissionCents }) => commissionCents)
  }
  expect(await read('oldest')).toEqual([300, 100, 300, 200])
  expect(await read('newest')).toEqual([200, 300, 100, 300])
  expect(await read('largest')).toEqual([300, 300, 200, 100])
  expect(await read('smallest')).toEqual([100, 200, 300, 300])
})

test('the centres that owe commissions are listed by the amount, largest first, in pages', async () => {
  const ids = [
    await buildOwing({ ages: [1], name: 'Uno' }),
    await buildOwing({ ages: [1, 2, 3, 90], name: 'Tres' }),
    await buildOwing({ ages: [1, 2], name: 'Dos' }),
    await buildOwing({ ages: [1, 2], name: 'Dos más' }),
  ]
  const client = await buildStaff()
  const first = await client.commissions.owing({ period, limit: 2 })
  const second = await client.commissions.owing({ period, limit: 2, cursor: first.nextCursor ?? '' })
  const rows = [...first.items, ...second.items]
  expect(rows.map(({ count }) => count)).toEqual([3, 2, 2, 1])
  expect(rows.map(({ whole }) => whole.count)).toEqual([4, 2, 2, 1])
  expect(rows[0]?.whole.commissionCents).toBe(60_000)
  expect(new Set(rows.map(({ centerId }) => centerId))).toEqual(new Set(ids))
  expect(second.nextCursor).toBeNull()
  expect((await client.commissions.owing({ period, center: 'tres' })).items).toMatchObject([{ centerName: 'Tres' }])
})

test('a centre whose discounts from Senda exceed its commissions is reported with the points that it gave', async () => {
  const [over] = [await buildOwing({ ages: [1, 2], name: 'Centro Caro' }), await buildOwing({ ages: [1] })]
  const { db } = platform
  const credit = (cents: number) =>
    db.updateTable('commissions').set({ credit_amount: cents }).where('center_id', '=', over).execute()
  const client = await buildStaff()
  await credit(15_000)
  expect((await client.commissions.overcredited({ period })).items).toEqual([])
  await credit(15_001)
  const date = sql<string>`points_day(${platform.clock.now()})`
  await db.insertInto('center_points_days').values({ center_id: over, date, points: 300 }).execute()
  expect((await client.commissions.overcredited({ period })).items).toEqual([
    { centerId: over, centerName: 'Centro Caro', commissionCents: 30_000, creditCents: 30_002, points: 300 },
  ])
  await db.updateTable('commissions').set({ status: 'cancelled' }).where('center_id', '=', over).execute()
  expect((await client.commissions.overcredited({ period })).items).toEqual([])
})

test('a settlement marks the period’s commissions of a centre as paid, notifies it by mail, and can be undone', async () => {
  const centerId = await buildOwing({ ages: [1, 2, 90] })
  const client = await buildStaff()
  const settled = await client.commissions.settle({ period, reference: 'TRF-1', targets: targetOf(centerId, 2) })
  expect(settled).toEqual({ items: [{ id: centerId, isDone: true, refusal: null, pending: null }] })
  const { items } = await client.commissions.list({ period: 'year' })
  expect(items.map(({ status, reference }) => [status, reference])).toEqual([
    ['paid', 'TRF-1'],
    ['paid', 'TRF-1'],
    ['pending', null],
  ])
  const { rows } = await readCommissions(platform, { centerId, limit: 10, after: undefined })
  expect(rows.map(({ reference }) => reference)).toEqual(['TRF-1', 'TRF-1', null])
  const [mail] = await listMails(platform, { limit: 1 })
  expect(mail).toMatchObject({ to: `${centerId}@prueba.uy`, subject: 'Recibimos el pago de tus comisiones: TRF-1' })
  // As on every screen: cents only when there are any.
  expect(mail?.text).toMatch(/por un total de \$\s300\./)

  const { actions } = await client.commissions.get({ commissionId: items[0]?.id ?? '' })
  expect(actions).toMatchObject([{ actionType: 'settle', targetName: 'Centro Sol', can: { undo: true } }])
  await client.moderation.undo({ actionId: actions[0]?.id ?? '', reason: 'Era de otro centro.' })
  expect((await client.commissions.list({ period, status: 'pending' })).items).toHaveLength(2)
  const reopened = await client.commissions.get({ commissionId: items[0]?.id ?? '' })
  expect(reopened).toMatchObject({
    commission: { reference: null },
    actions: [{ actionType: 'undo' }, { can: { undo: false } }],
  })
  const [undone] = await listMails(platform, { limit: 1 })
  expect(undone?.text).toContain('Era de otro centro.')
  const again = await client.commissions.settle({ period, reference: 'TRF-1', targets: targetOf(centerId, 2) })
  expect(again.items[0]?.isDone).toBe(true)
  expect(await verifyRecord(platform.db)).toEqual({ rows: 3, fault: undefined })
})

test('two simultaneous requests for one settlement pay, record and mail it once', async () => {
  const centerId = await buildOwing({ ages: [1, 2] })
  const client = await buildStaff()
  const settle = () => client.commissions.settle({ period, reference: 'TRF-1', targets: targetOf(centerId, 2) })
  const outcomes = await Promise.all([settle(), settle()])
  expect(outcomes.flatMap(({ items }) => items.map(({ isDone }) => isDone))).toEqual([true, true])
  const { rows } = await sql`select from commission_settlements`.execute(platform.db)
  expect(rows).toHaveLength(1)
  expect((await verifyRecord(platform.db)).rows).toBe(1)
  const mails = await listMails(platform, { limit: 10 })
  expect(mails.filter(({ subject }) => subject.includes('TRF-1'))).toHaveLength(1)
})

test('a settlement with an outdated amount is refused for that centre, with the new figures', async () => {
  const [changed, same] = [await buildOwing({ ages: [1, 2, 3] }), await buildOwing({ ages: [1] })]
  const client = await buildStaff()
  const targets = [...targetOf(changed, 2), ...targetOf(same, 1)]
  const { items } = await client.commissions.settle({ period, reference: 'TRF-1', targets })
  expect(items).toMatchObject([
    { id: changed, refusal: { code: 'commissions.changed' }, pending: { count: 3, commissionCents: 45_000 } },
    { id: same, isDone: true },
  ])
  const paid = await client.commissions.list({ period, status: 'paid' })
  expect(paid.items.map(({ centerId }) => centerId)).toEqual([same])
  const reused = await client.commissions.settle({ period, reference: 'TRF-1', targets: targetOf(same, 3) })
  expect(reused.items[0]?.refusal?.code).toBe('commissions.reference_used')
})

test('of two moderators who cancel a commission simultaneously, one is refused with the other’s action, which can be undone', async () => {
  await buildOwing({ ages: [1] })
  const [one, other] = [await buildStaff('Ana'), await buildStaff('Ana')]
  const targets = asTargets((await one.commissions.list({ period })).items)
  const outcomes = await Promise.all([
    one.commissions.cancel({ targets, reason }),
    other.commissions.cancel({ targets, reason }),
  ])
  const items = outcomes.flatMap((outcome) => outcome.items)
  expect(items.filter(({ isDone }) => isDone)).toHaveLength(1)
  expect(items.find(({ isDone }) => !isDone)?.refusal).toMatchObject({
    code: 'moderation.changed',
    last: { moderatorName: 'Ana', actionType: 'cancel', reason },
  })
  const commissionId = targets[0]?.id ?? ''
  const cancelled = await one.commissions.get({ commissionId })
  expect(cancelled.commission).toMatchObject({ status: 'cancelled', can: { cancel: false } })
  await one.moderation.undo({ actionId: cancelled.actions[0]?.id ?? '', reason: 'Fue atendido.' })
  expect((await one.commissions.get({ commissionId })).commission.status).toBe('pending')
})

test('a paid commission cannot be cancelled, and a cancellation cannot be undone once no commission is due', async () => {
  const centerId = await buildOwing({ ages: [1] })
  const client = await buildStaff()
  await client.commissions.settle({ period, reference: 'TRF-1', targets: targetOf(centerId, 1) })
  const paid = (await client.commissions.list({ period })).items
  const refused = await client.commissions.cancel({ targets: asTargets(paid), reason })
  expect(refused.items[0]?.refusal?.code).toBe('commissions.not_pending')

  await buildOwing({ ages: [1] })
  const targets = asTargets((await client.commissions.list({ period, status: 'pending' })).items)
  await client.commissions.cancel({ targets, reason })
  const read = () => client.commissions.get({ commissionId: targets[0]?.id ?? '' })
  expect((await read()).actions).toMatchObject([{ can: { undo: true } }])
  await platform.db.updateTable('appointments').set({ status: 'no_show' }).execute()
  const { actions } = await read()
  expect(actions).toMatchObject([{ can: { undo: false } }])
  await expect(client.moderation.undo({ actionId: actions[0]?.id ?? '', reason })).rejects.toMatchObject({
    code: 'moderation.not_undoable',
  })
})

test.each([
  ['a reference of spaces', { reference: '  ' }],
  ['a reference of 10,000 letters', { reference: 'a'.repeat(10_000) }],
  ['a count of 0', { targets: targetOf('019a9f00-0000-7000-8000-00000000000f', 0) }],
  [
    '10,000 centres',
    { targets: Array.from({ length: 10_000 }, () => targetOf('019a9f00-0000-7000-8000-00000000000f', 1)).flat() },
  ],
])('%s is refused', async (_name, wrong) => {
  const client = await buildStaff()
  const right = { period, reference: 'TRF-1', targets: targetOf('019a9f00-0000-7000-8000-00000000000f', 1) } as const
  await expect(client.commissions.settle({ ...right, ...wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const { items } = await client.commissions.settle(right)
  expect(items[0]?.refusal?.code).toBe('centers.not_found')
})

test('the list, the export and the centres that owe commissions never scan the whole table', async () => {
  const centerIds: string[] = []
  for (let count = 0; count < 6; count++) centerIds.push(await buildOwing({ ages: [1] }))
  await sql`
    with made as (
      insert into appointments (id, center_id, professional_id, service_id, patient_id, status, during, price, booked_by)
      select gen_random_uuid(), center_id, professional_id, service_id, patient_id, 'completed',
        tstzrange('2000-01-01T00:00Z'::timestamptz + n * interval '1 hour', '2000-01-01T01:00Z'::timestamptz + n * interval '1 hour'),
        100000, 'patient'
      from appointments, generate_series(1, 1000) n where center_id = any(${centerIds}::uuid[])
      returning id, center_id)
    insert into commissions (id, center_id, appointment_id, payment_amount, commission_amount, rate, status, created_at)
    select gen_random_uuid(), center_id, id, 100000, 10000, 10, 'pending',
      ${platform.clock.now()}::timestamptz - row_number() over () * interval '1 hour'
    from made`.execute(platform.db)
  await sql`vacuum analyze commissions`.execute(platform.db)
  const { startsAt, endsAt } = periodDays({ period, now: platform.clock.now(), zone })
  const page = { startsAt, endsAt, status: undefined, center: undefined, limit: 50, after: undefined }
  const newest = { ...page, order: 'newest' as const }
  const reads: Record<string, (tx: Tx) => Promise<unknown>> = {
    list: (tx) => repository.listCommissions(tx, newest),
    oldest: (tx) => repository.listCommissions(tx, { ...page, order: 'oldest' }),
    largest: (tx) => repository.listCommissions(tx, { ...page, order: 'largest' }),
    smallest: (tx) => repository.listCommissions(tx, { ...page, order: 'smallest' }),
    status: (tx) => repository.listCommissions(tx, { ...newest, status: 'pending' }),
    center: (tx) => repository.listCommissions(tx, { ...newest, center: 'Centro Sol' }),
    export: (tx) => listForExport(tx, { startsAt, endsAt, limit: 50, after: undefined }),
    owing: (tx) => repository.listOwing(tx, page),
    overcredited: (tx) => repository.listOvercredited(tx, page),
    control: (tx) => sql`select sum(rate) from commissions`.execute(tx),
  }
  for (const [name, read] of Object.entries(reads)) {
    const scans = await platform.db.transaction().execute(async (tx) => {
      await read(tx)
      const { rows } = await sql<{ scans: number }>`
        select seq_scan as scans from pg_stat_xact_user_tables where relname = 'commissions'`.execute(tx)
      return Number(rows[0]?.scans)
    })
    expect(scans > 0, name).toBe(name === 'control')
  }
})

test('a moderator who works at a centre can decide nothing about its money, and the abilities say so', async () => {
  const centerId = await buildOwing({ ages: [1] })
  const actor = actorOf(['moderator'], centerId)
  const own = clientOf(platform, routes, { bearer: centerId, authenticate: () => Promise.resolve(actor) })
  const { items } = await own.commissions.list({ period })
  expect(items).toMatchObject([{ can: { cancel: false } }])
  expect(await own.commissions.owing({ period })).toMatchObject({ items: [{ can: { settle: false } }] })
  expect(await own.commissions.rates({ centerId })).toMatchObject({ can: { set: false } })
  const refusal = { items: [{ isDone: false, refusal: { code: 'centerRecords.own_center' } }] }
  const settlement = { period, reference: 'TRF-1', targets: targetOf(centerId, 1) } as const
  expect(await own.commissions.settle(settlement)).toMatchObject(refusal)
  expect(await own.commissions.cancel({ targets: asTargets(items), reason })).toMatchObject(refusal)
  const rate = { centerId, ratePercent: 0, appliesFrom: '2026-11-20', reason, lastActionId: null }
  await expect(own.commissions.setRate(rate)).rejects.toMatchObject({ code: 'centerRecords.own_center' })
  const other = await buildStaff()
  await other.commissions.setRate(rate)
  await other.commissions.settle(settlement)
  expect((await own.commissions.rates({ centerId })).actions).toMatchObject([{ can: { undo: false } }])
  expect((await own.commissions.get({ commissionId: items[0]?.id ?? '' })).actions).toMatchObject([
    { can: { undo: false } },
  ])
})

test('a commission stays whose credit is above it, because cancelling it would take from the centre what it advanced', async () => {
  const centerId = await buildOwing({ ages: [1, 2] })
  const client = await buildStaff()
  const { items } = await client.commissions.list({ period })
  const [first, second] = items
  const credit = (id: string | undefined, credit_amount: number) =>
    platform.db
      .updateTable('commissions')
      .set({ credit_amount })
      .where('id', '=', id ?? '')
      .execute()
  await credit(first?.id, 15_001)
  await credit(second?.id, 15_000)
  expect((await client.commissions.list({ period })).items).toMatchObject([
    { centerId, can: { cancel: false } },
    { can: { cancel: true } },
  ])
  const { items: outcomes } = await client.commissions.cancel({ targets: asTargets(items), reason })
  expect(outcomes.map(({ refusal }) => refusal?.code)).toEqual(['commissions.credit_above', undefined])
})

test('a moderator cancels commissions up to the limit of gifts in a day, and an administrator cancels more', async () => {
  await buildOwing({ ages: [1, 2, 3] })
  await platform.db
    .updateTable('commissions')
    .set({ payment_amount: 25_000_000, commission_amount: 2_500_000 })
    .execute()
  const client = await buildStaff()
  const { items } = await client.commissions.list({ period })
  const { items: outcomes } = await client.commissions.cancel({ targets: asTargets(items), reason })
  expect(outcomes.map(({ refusal }) => refusal?.code)).toEqual([undefined, undefined, 'commissions.admin_only'])
  const [first, , third] = items
  // What is undone was not given.
  const { actions } = await client.commissions.get({ commissionId: first?.id ?? '' })
  await client.moderation.undo({ actionId: actions[0]?.id ?? '', reason })
  const again = { targets: asTargets(third ? [third] : []), reason }
  expect((await client.commissions.cancel(again)).items).toMatchObject([{ isDone: true }])
  const { userId } = await buildAccount(platform)
  const admin = clientOf(platform, routes, { bearer: userId, authenticate: async () => actorOf(['admin'], userId) })
  const { items: left } = await admin.commissions.list({ period, status: 'pending' })
  expect((await admin.commissions.cancel({ targets: asTargets(left), reason })).items).toMatchObject([{ isDone: true }])
})
