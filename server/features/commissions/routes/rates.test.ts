import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { verifyRecord } from '#server/features/moderation/usecases/record-action.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { undoActionRoutes } from '#server/processes/undo-action.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildAppointment, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { chargeCommission } from '../usecases/charge-commissions.ts'
import { commissionsRoutes } from './commissions.ts'

let platform: TestPlatform
let service: Awaited<ReturnType<typeof buildService>>
beforeEach(async () => {
  // 20 November 2026, 09:00 in Montevideo.
  platform = await testPlatform()
  service = await buildService(platform)
})

const routes = { commissions: commissionsRoutes, moderation: undoActionRoutes.moderation }
const [today, tomorrow, later] = ['2026-11-20', '2026-11-21', '2026-12-01'] as const
const reason = 'Acuerdo comercial.'

async function buildStaff(role: 'moderator' | 'admin' = 'moderator') {
  const { userId } = await buildAccount(platform, { fullName: 'Equipo' })
  return clientOf(platform, routes, { bearer: userId, authenticate: async () => actorOf([role], userId) })
}
type Staff = Awaited<ReturnType<typeof buildStaff>>

async function setRate(client: Staff, ratePercent: number, appliesFrom: string) {
  const { lastActionId } = await client.commissions.rates({ centerId: service.centerId })
  const change = { ratePercent, appliesFrom, reason, lastActionId }
  return client.commissions.setRate({ centerId: service.centerId, ...change })
}

let hours = 0
/** @returns the rate of the commission of an appointment that is completed now */
async function chargedRate(): Promise<number> {
  const startsAt = new Date(Date.UTC(2026, 0, 5) + hours++ * 3_600_000)
  const { appointmentId } = await buildAppointment(platform, { ...service, startsAt, status: 'completed' })
  const now = platform.clock.now()
  await platform.db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now }))
  const { rate } = await platform.db
    .selectFrom('commissions')
    .select('rate')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  return Number(rate)
}

test('a rate applies to appointments completed from its local day on, and the centre is notified', async () => {
  const client = await buildStaff()
  const rates = await setRate(client, 8.5, tomorrow)
  expect(rates).toMatchObject({ currentPercent: 10, firstPercent: 10, today, rates: [{ ratePercent: 8.5 }] })
  expect(await chargedRate()).toBe(10)
  // The last second of the day in Montevideo is already tomorrow in UTC.
  platform.clock.set(new Date('2026-11-21T02:59:59Z'))
  expect(await chargedRate()).toBe(10)
  platform.clock.set(new Date('2026-11-21T03:00:00Z'))
  expect(await chargedRate()).toBe(8.5)
  expect(await client.commissions.rates({ centerId: service.centerId })).toMatchObject({ currentPercent: 8.5 })
  const [mail] = await listMails(platform, { limit: 1 })
  expect(mail).toMatchObject({
    to: `${service.centerId}@prueba.uy`,
    subject: 'Tu comisión cambia al 8,5 %',
    text: expect.stringContaining(
      'Desde el 21 de noviembre de 2026, la comisión de tu centro es del 8,5 %. Antes era del 10 %.',
    ),
  })
  expect(mail?.text).toContain(reason)
})

test('a rate from today applies immediately, and later rates do not change the rates of earlier days', async () => {
  const client = await buildStaff()
  await setRate(client, 0, today)
  // The mail may be read on another day.
  expect((await listMails(platform, { limit: 1 }))[0]?.text).toContain('Desde el 20 de noviembre de 2026, la comisión')
  expect(await chargedRate()).toBe(0)
  await setRate(client, 100, later)
  await setRate(client, 12.3, tomorrow)
  expect((await client.commissions.rates({ centerId: service.centerId })).rates).toMatchObject([
    { ratePercent: 100, appliesFrom: later },
    { ratePercent: 12.3, appliesFrom: tomorrow },
    { ratePercent: 0, appliesFrom: today },
  ])
  const days = [
    [today, 0],
    [tomorrow, 12.3],
    ['2026-11-30', 12.3],
    [later, 100],
    ['2027-05-05', 100],
  ] as const
  for (const [day, rate] of days) {
    platform.clock.set(new Date(`${day}T15:00:00Z`))
    expect(await chargedRate(), day).toBe(rate)
  }
})

test('undoing a change restores the previous rate, notifies the centre, and keeps the commissions charged with it', async () => {
  const client = await buildStaff()
  await setRate(client, 8, today)
  expect(await chargedRate()).toBe(8)
  const { actions } = await client.commissions.rates({ centerId: service.centerId })
  expect(actions).toMatchObject([
    {
      actionType: 'rate_change',
      targetName: 'Centro Rambla',
      details: { percent: 8, from: today },
      can: { undo: true },
    },
  ])
  await client.moderation.undo({ actionId: actions[0]?.id ?? '', reason: 'Era otro centro.' })
  expect(await chargedRate()).toBe(10)
  const after = await client.commissions.rates({ centerId: service.centerId })
  expect(after).toMatchObject({ currentPercent: 10, rates: [], actions: [{}, { can: { undo: false } }] })
  expect((await listMails(platform, { limit: 1 }))[0]?.text).toContain(
    'Tu comisión al 20 de noviembre de 2026 es del 10 %.',
  )
  const charged = await platform.db
    .selectFrom('commissions')
    .select('rate')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  expect(charged.map(({ rate }) => Number(rate)).sort((a, b) => a - b)).toEqual([8, 10])
  // The day is free again.
  await setRate(client, 7, today)
  expect(await verifyRecord(platform.db)).toEqual({ rows: 3, fault: undefined })
})

test('only the latest of several rate changes can be undone', async () => {
  const client = await buildStaff()
  await setRate(client, 8, today)
  await setRate(client, 7, tomorrow)
  const { actions } = await client.commissions.rates({ centerId: service.centerId })
  expect(actions.map(({ can }) => can.undo)).toEqual([true, false])
  await expect(client.moderation.undo({ actionId: actions[1]?.id ?? '', reason })).rejects.toMatchObject({
    code: 'moderation.superseded',
  })
  expect((await client.commissions.rates({ centerId: service.centerId })).rates).toHaveLength(2)
})

test('of two moderators who change a rate simultaneously, one is refused', async () => {
  const [one, other] = [await buildStaff(), await buildStaff()]
  const { centerId } = service
  const seen = { centerId, reason, lastActionId: null }
  const outcomes = await Promise.allSettled([
    one.commissions.setRate({ ...seen, ratePercent: 8, appliesFrom: today }),
    other.commissions.setRate({ ...seen, ratePercent: 7, appliesFrom: tomorrow }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'moderation.changed' } })
  expect((await one.commissions.rates({ centerId: service.centerId })).rates).toHaveLength(1)
})

test('a second rate from the same day is refused, also by the database, and so is the rate that already applies', async () => {
  const client = await buildStaff()
  await setRate(client, 8, tomorrow)
  await expect(setRate(client, 7, tomorrow)).rejects.toMatchObject({ code: 'commissions.rate_exists' })
  await expect(setRate(client, 8, later)).rejects.toMatchObject({ data: { fields: [{ path: 'ratePercent' }] } })
  expect((await client.commissions.rates({ centerId: service.centerId })).rates).toHaveLength(1)
  const insert = (rate: string, day: string) =>
    sql`insert into commission_rates values (gen_random_uuid(), ${service.centerId}, ${day}::date, ${rate}::numeric,
      ${platform.clock.now()})`.execute(platform.db)
  await expect(insert('7', tomorrow)).rejects.toMatchObject({ code: '23505' })
  for (const rate of ['7.55', '-1', '100.1', 'NaN']) {
    await expect(insert(rate, later), rate).rejects.toMatchObject({ code: '23514' })
  }
  await expect(insert('7', '2026-11-19')).rejects.toMatchObject({ code: '23514' })
})

test('the database refuses every statement that changes or deletes a rate', async () => {
  await setRate(await buildStaff(), 8, today)
  const change = (statement: string) => sql.raw(statement).execute(platform.db)
  for (const statement of [
    'update commission_rates set rate = 9',
    "update commission_rates set applies_from = '2027-01-01'",
    'update commission_rates set undone_at = now(), rate = 9',
    'delete from commission_rates',
    'truncate commission_rates',
  ]) {
    await expect(change(statement), statement).rejects.toMatchObject({ code: '23001' })
  }
})

test.each([
  ['101', { ratePercent: 101 }],
  ['-1', { ratePercent: -1 }],
  ['a text with a decimal comma', { ratePercent: '7,5' }],
  ['a text', { ratePercent: '7.55' }],
  ['two decimals', { ratePercent: 7.55 }],
  ['NaN', { ratePercent: Number.NaN }],
  ['1e309', { ratePercent: Number.POSITIVE_INFINITY }],
  ['a date in the past', { appliesFrom: '2026-11-19' }],
  ['the year 9999', { appliesFrom: '9999-01-01' }],
  ['a date in three years', { appliesFrom: '2029-11-21' }],
  ['a date that does not exist', { appliesFrom: '2027-02-30' }],
  ['a reason of spaces', { reason: '   ' }],
  ['a reason of 10,000 letters', { reason: 'a'.repeat(10_000) }],
])('a rate with %s is refused and changes nothing', async (_name, wrong) => {
  const client = await buildStaff()
  const right = { centerId: service.centerId, ratePercent: 8, appliesFrom: today, reason, lastActionId: null }
  await expect(client.commissions.setRate({ ...right, ...wrong } as typeof right)).rejects.toThrow()
  expect(await client.commissions.rates({ centerId: service.centerId })).toMatchObject({
    rates: [],
    lastActionId: null,
  })
  await expect(
    client.commissions.setRate({ ...right, centerId: '019a9f00-0000-7000-8000-00000000000f' }),
  ).rejects.toMatchObject({ code: 'centers.not_found' })
})

test('a moderator lowers the rate of a centre only while that is worth no more than they may give', async () => {
  const client = await buildStaff()
  await chargedRate()
  await platform.db
    .updateTable('commissions')
    .set({ payment_amount: 100_000_000, commission_amount: 10_000_000 })
    .execute()
  await expect(setRate(client, 4, tomorrow)).rejects.toMatchObject({ code: 'commissions.admin_only' })
  await setRate(client, 6, tomorrow)
  await expect(setRate(client, 3, later)).rejects.toMatchObject({ code: 'commissions.admin_only' })
  await setRate(client, 12, later)
})

test('a moderator undoes a higher rate only while that is worth no more than they may give', async () => {
  const [client, admin] = [await buildStaff(), await buildStaff('admin')]
  await chargedRate()
  await platform.db
    .updateTable('commissions')
    .set({ payment_amount: 100_000_000, commission_amount: 10_000_000 })
    .execute()
  const undo = async (by: Staff) => {
    const { lastActionId } = await client.commissions.rates({ centerId: service.centerId })
    return by.moderation.undo({ actionId: lastActionId ?? '', reason })
  }
  await setRate(admin, 30, tomorrow)
  await expect(undo(client)).rejects.toMatchObject({ code: 'commissions.admin_only', defined: true })
  await undo(admin)
  await setRate(admin, 13, tomorrow)
  await undo(client)
  // What an undo gave up counts as a lower rate does.
  await expect(setRate(client, 7, tomorrow)).rejects.toMatchObject({ code: 'commissions.admin_only' })
  await setRate(client, 8, tomorrow)
  // A mistake of their own gives up nothing.
  await setRate(client, 80, later)
  await undo(client)
})
