import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DeskMethod } from '#contract/agenda.ts'
import { chargeCommission } from '#server/features/commissions/commissions.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import {
  buildAppointment,
  buildCenter,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { paymentsRoutes } from './payments.routes.ts'

const platform = await testPlatform()
const { db } = platform

const as = (userId: string) => clientOf(platform, paymentsRoutes, userId)

type Service = Awaited<ReturnType<typeof buildService>>
let centerId: string
/** One of Ana's and one of Bruno's; Bruno has a second one that is called as Ana's. */
let ana: Service
let bruno: Service
let brunosOther: Service

beforeEach(async () => {
  centerId = (await buildCenter(platform)).centerId
  const add = async (name: string) => (await buildProfessional(platform, { centerId, name })).professionalId
  const [anaId, brunoId] = [await add('Ana Suárez'), await add('Bruno Ñandú')]
  ana = await buildService(platform, { centerId, professionalId: anaId, name: 'Masaje' })
  bruno = await buildService(platform, { centerId, professionalId: brunoId, name: 'Evaluación' })
  brunosOther = await buildService(platform, { centerId, professionalId: brunoId, name: 'Masaje' })
})

type Visit = {
  of?: Service
  price?: number
  status?: 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'no_show'
  paid?: [amount: number, method: DeskMethod]
  patientName?: string
}

/** A consultation at a local time. */
async function visit(
  local: string,
  { of = ana, price = 100_000, status = 'completed', paid, patientName }: Visit = {},
) {
  const { patientId } = await buildPatient(platform, patientName === undefined ? {} : { fullName: patientName })
  const startsAt = new Date(`${local}-03:00`)
  const { appointmentId } = await buildAppointment(platform, { ...of, patientId, status, startsAt })
  await db.updateTable('appointments').set({ price }).where('id', '=', appointmentId).execute()
  if (paid) {
    const [amount, method] = paid
    await db
      .insertInto('desk_payments')
      .values({ appointment_id: appointmentId, center_id: of.centerId, amount, method, collected_at: startsAt })
      .execute()
  }
  return { appointmentId, patientId }
}

const charge = (...appointmentIds: string[]) =>
  db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds, now: platform.clock.now() }))

const revenue = (from: string, to: string) => as(centerId).revenue({ centerId, from, to })
const none = { consultations: 0, valueCents: 0, collectedCents: 0 }

describe('revenue', () => {
  test('goes by local month over the year’s end, with the months in which nothing happened', async () => {
    await visit('2026-12-31T23:30:00', { price: 1 })
    await visit('2027-01-01T00:00:00', { price: 10, of: bruno })
    await visit('2027-01-31T23:59:00', { price: 100 })
    await visit('2027-03-01T00:00:00', { price: 1000, of: bruno })
    const { byMonth, total } = await revenue('2026-11-15', '2027-03-01')
    expect(byMonth).toEqual([
      { month: '2026-11-01', ...none },
      { month: '2026-12-01', ...none, consultations: 1, valueCents: 1 },
      { month: '2027-01-01', ...none, consultations: 2, valueCents: 110 },
      { month: '2027-02-01', ...none },
      { month: '2027-03-01', ...none, consultations: 1, valueCents: 1000 },
    ])
    expect(total).toEqual({ ...none, consultations: 4, valueCents: 1111 })
  })

  test('begins at local midnight and ends at the next one after its last day', async () => {
    await visit('2026-11-09T23:59:00', { price: 1 })
    await visit('2026-11-10T00:00:00', { price: 10, of: bruno })
    await visit('2026-11-10T23:59:00', { price: 100 })
    await visit('2026-11-11T00:00:00', { price: 1000, of: bruno })
    expect((await revenue('2026-11-10', '2026-11-10')).total).toMatchObject({ consultations: 2, valueCents: 110 })
  })

  test('goes by service and by professional, what brought most first, and by method', async () => {
    await visit('2026-11-02T10:00:00', { price: 100_000, paid: [100_000, 'efectivo'] })
    await visit('2026-11-02T11:00:00', { price: 100_000, of: brunosOther, paid: [90_000, 'transferencia'] })
    await visit('2026-11-03T10:00:00', { price: 250_000, of: bruno, paid: [250_000, 'efectivo'] })
    await visit('2026-11-04T10:00:00', { price: 50_000, of: bruno })
    const { byService, byProfessional, byMethod, total } = await revenue('2026-11-01', '2026-11-30')
    expect(total).toEqual({ consultations: 4, valueCents: 500_000, collectedCents: 440_000 })
    expect(byService).toEqual([
      { name: 'Evaluación', consultations: 2, valueCents: 300_000, collectedCents: 250_000 },
      { name: 'Masaje', consultations: 2, valueCents: 200_000, collectedCents: 190_000 },
    ])
    expect(byProfessional).toEqual([
      {
        professionalId: bruno.professionalId,
        name: 'Bruno Ñandú',
        consultations: 3,
        valueCents: 400_000,
        collectedCents: 340_000,
      },
      {
        professionalId: ana.professionalId,
        name: 'Ana Suárez',
        consultations: 1,
        valueCents: 100_000,
        collectedCents: 100_000,
      },
    ])
    expect(byMethod).toEqual([
      { method: 'efectivo', payments: 2, collectedCents: 350_000 },
      { method: 'transferencia', payments: 1, collectedCents: 90_000 },
    ])
  })

  test('counts what was completed, and only the centre’s own', async () => {
    for (const [hour, status] of (['pending', 'confirmed', 'cancelled', 'no_show'] as const).entries()) {
      await visit(`2026-11-02T1${hour}:00:00`, { status })
    }
    await visit('2026-11-02T10:00:00', { of: await buildService(platform) })
    expect(await revenue('2026-11-01', '2026-11-30')).toEqual({
      total: none,
      byMonth: [{ month: '2026-11-01', ...none }],
      byService: [],
      byProfessional: [],
      byMethod: [],
    })
  })

  test.each([
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2020-01-01', to: '2026-01-01' },
    { from: '2026-02-30', to: '2026-03-01' },
  ])('refuses the period from $from to $to', async ({ from, to }) => {
    await expect(revenue(from, to)).rejects.toMatchObject({ message: 'Input validation failed' })
  })
})

describe('what a centre earns', () => {
  test('is told to its owner, and to nobody else', async () => {
    const period = { centerId, from: '2026-11-01', to: '2026-11-30' }
    const asked = (userId: string) => {
      const client = as(userId)
      return Promise.allSettled([client.revenue(period), client.revenueCsv(period), client.commissions({ centerId })])
    }
    const refused = (reason: { code: string; status: number }) => Array<object>(3).fill({ status: 'rejected', reason })
    const { professionalId } = ana
    const members = [
      await buildMember(platform, { centerId, role: 'professional', professionalId }),
      await buildMember(platform, { centerId, role: 'reception' }),
    ]
    expect((await asked(centerId)).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
    for (const { userId } of members) {
      expect(await asked(userId)).toMatchObject(refused({ code: 'centers.owner_only', status: 403 }))
    }
    const { patientId } = await visit('2026-11-02T10:00:00')
    for (const userId of [patientId, (await buildCenter(platform)).centerId]) {
      expect(await asked(userId)).toMatchObject(refused({ code: 'centers.not_found', status: 404 }))
    }
  })
})

describe('the file for a spreadsheet', () => {
  const csv = (from: string, to: string) => as(centerId).revenueCsv({ centerId, from, to })
  const head = '\ufefffecha;hora;profesional;servicio;paciente;estado;precio;cobrado;medio;comisión\r\n'

  test('has every consultation of the period in the order of time, as a Spanish spreadsheet reads it', async () => {
    const { appointmentId } = await visit('2026-11-02T09:05:00', {
      price: 123_456,
      paid: [100_007, 'debito'],
      patientName: 'Lucía Pérez',
    })
    await charge(appointmentId)
    await visit('2026-11-30T23:30:00', { of: bruno, price: 5, status: 'no_show', patientName: 'Íñigo Ü' })
    await visit('2026-11-01T00:00:00', { status: 'cancelled', patientName: 'Ana' })
    await visit('2026-12-01T00:00:00')
    expect(await csv('2026-11-01', '2026-11-30')).toEqual({
      fileName: 'ingresos-2026-11-01-a-2026-11-30.csv',
      csv: [
        head,
        '01/11/2026;00:00;Ana Suárez;Masaje;Ana;Cancelada;1000,00;;;\r\n',
        '02/11/2026;09:05;Ana Suárez;Masaje;Lucía Pérez;Completada;1234,56;1000,07;Débito;123,46\r\n',
        '30/11/2026;23:30;Bruno Ñandú;Evaluación;Íñigo Ü;No asistió;0,05;;;\r\n',
      ].join(''),
    })
  })

  test.each([
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+598 99 123 456', "'+598 99 123 456"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1+1', "'\t=1+1"],
    ['\r=1+1', `"'\r=1+1"`],
    ['＝1+1', "'＝1+1"],
    ['Pérez; Ana', '"Pérez; Ana"'],
    ['Ana "Anita" Paz', '"Ana ""Anita"" Paz"'],
    ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
    ['Ana\nPaz', '"Ana\nPaz"'],
    ['Ñandú 😀 ’Uruguay’', 'Ñandú 😀 ’Uruguay’'],
  ])('keeps what somebody typed as text: %j', async (patientName, cell) => {
    await visit('2026-11-02T10:00:00', { patientName })
    const expected = `02/11/2026;10:00;Ana Suárez;Masaje;${cell};Completada;1000,00;;;\r\n`
    expect((await csv('2026-11-01', '2026-11-30')).csv).toBe(head + expected)
  })

  test('names who comes: a dependant, or a guest without an account', async () => {
    const { appointmentId, patientId } = await visit('2026-11-02T10:00:00')
    const [dependantId, guestId] = [newId(), newId()]
    const child = { id: dependantId, guardian_id: patientId, full_name: 'Sofía', relation: 'hija' }
    await db
      .insertInto('dependants')
      .values({ ...child, birth_date: '2019-05-04' })
      .execute()
    await db.updateTable('appointments').set({ dependant_id: dependantId }).where('id', '=', appointmentId).execute()
    const now = platform.clock.now()
    await db
      .insertInto('guests')
      .values({ id: guestId, center_id: centerId, full_name: 'Don Tito', created_at: now, updated_at: now })
      .execute()
    const walkIn = await visit('2026-11-02T11:00:00')
    await db
      .updateTable('appointments')
      .set({ patient_id: null, guest_id: guestId, booked_by: 'center' })
      .where('id', '=', walkIn.appointmentId)
      .execute()
    const names = (await csv('2026-11-02', '2026-11-02')).csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(';')[4])
    expect(names).toEqual(['Sofía', 'Don Tito'])
  })

  test('is whole when it is long, each consultation once', async () => {
    const { patientId } = await buildPatient(platform)
    const other = await buildPatient(platform)
    for (const [service, person] of [
      [ana, patientId],
      [bruno, other.patientId],
    ] as const) {
      await sql`
        insert into appointments (id, center_id, professional_id, service_id, patient_id, status, during, price)
        select gen_random_uuid(), ${centerId}, ${service.professionalId}, ${service.serviceId}, ${person}, 'completed',
          tstzrange('2025-01-01T03:00Z'::timestamptz + n * interval '1 hour', '2025-01-01T04:00Z'::timestamptz + n * interval '1 hour'), 100
        from generate_series(0, 2050) n`.execute(db)
    }
    const lines = (await csv('2025-01-01', '2025-06-01')).csv.split('\r\n').slice(1, -1)
    expect(lines).toHaveLength(4102)
    expect(new Set(lines).size).toBe(4102)
  })

  test('without any consultation has its first line', async () => {
    expect((await csv('2026-11-01', '2026-11-30')).csv).toBe(head)
  })
})

describe('commissions', () => {
  test('are listed in pages from the newest to the oldest, with the sums of all', async () => {
    const visits = []
    for (const day of ['02', '03', '04', '05']) {
      const { appointmentId } = await visit(`2026-11-${day}T10:00:00`, { price: 100_000 })
      platform.clock.advance(60_000)
      await charge(appointmentId)
      visits.push(appointmentId)
    }
    const [first, second] = visits as [string, string]
    await db
      .updateTable('commissions')
      .set({ status: 'paid', paid_at: platform.clock.now() })
      .where('appointment_id', '=', first)
      .execute()
    await db.updateTable('commissions').set({ status: 'cancelled' }).where('appointment_id', '=', second).execute()
    const client = as(centerId)
    const page = await client.commissions({ centerId, limit: 3 })
    const rest = await client.commissions({ centerId, limit: 3, cursor: page.nextCursor ?? '' })
    expect([...page.items, ...rest.items].map(({ appointmentId }) => appointmentId)).toEqual(visits.toReversed())
    expect(rest.nextCursor).toBeNull()
    expect(page).toMatchObject({ owedCents: 20_000, paidCents: 10_000 })
    expect(rest.items[0]).toEqual({
      id: expect.any(String),
      appointmentId: first,
      startsAt: '2026-11-02T13:00:00.000Z',
      serviceName: 'Masaje',
      professionalName: 'Ana Suárez',
      paymentCents: 100_000,
      commissionCents: 10_000,
      ratePercent: 10,
      status: 'paid',
      createdAt: expect.any(String),
    })
  })

  test('are none, and nothing is owed, before the first one', async () => {
    expect(await as(centerId).commissions({ centerId })).toEqual({
      items: [],
      nextCursor: null,
      owedCents: 0,
      paidCents: 0,
    })
  })
})
