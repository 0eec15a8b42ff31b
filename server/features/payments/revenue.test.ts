import { beforeEach, describe, expect, test } from 'vitest'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { newId } from '#server/platform/ids.ts'
import { buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { cardToken } from '#server/testing/cards.ts'
import { expectScreensAgree } from '#server/testing/income.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildVisits, type Visits } from '#server/testing/visits.ts'
import { paymentsRoutes } from './payments.routes.ts'
import { type Income, noIncome } from './rules/income.ts'

const platform = await testPlatform()

const as = (userId: string) => clientOf(platform, paymentsRoutes, userId)

let center: Visits
beforeEach(async () => {
  center = await buildVisits(platform)
})

const revenue = (from: string, to: string) => as(center.centerId).revenue({ centerId: center.centerId, from, to })
const amounts = ({ consultations, valueCents, collectedCents }: Income) => ({
  consultations,
  valueCents,
  collectedCents,
})

test('an appointment counts with its discount, its refund and what is retained, on every screen', async () => {
  const [day, lastDay] = ['2026-11-17', '2026-11-23']
  await center.visit(`${day}T09:00:00`, { paid: [100_000, 'debito'] })
  await center.visit(`${day}T10:00:00`, { of: center.bruno, paid: [60_000, 'efectivo'] })
  const refunded = await center.visit(`${day}T11:00:00`, { paid: [100_000, 'efectivo'] })
  const discounted = await center.visit(`${day}T12:00:00`, { paid: [80_000, 'efectivo'] })
  const own = await center.visit(`${day}T16:00:00`, { paid: [90_000, 'efectivo'] })
  const online = await center.visit(`${lastDay}T13:00:00`, { of: center.bruno, price: 70_000, status: 'confirmed' })
  await center.visit(`${day}T14:00:00`, { status: 'no_show', paid: [100_000, 'efectivo'] })
  const retained = await center.visit(`${day}T15:00:00`, { status: 'cancelled', paid: [100_000, 'efectivo'] })
  const { db } = platform
  const paymentOf = ({ appointmentId }: { appointmentId: string }) =>
    db.updateTable('payments').where('appointment_id', '=', appointmentId)
  await paymentOf(refunded).set({ refund_amount: 100_000, refunded_at: platform.clock.now() }).execute()
  await paymentOf(retained).set({ refund_amount: 50_000 }).execute()
  const card = { method: 'card', token: await cardToken(platform, 'approved'), totalCents: 70_000 } as const
  await startCheckout(platform, { ...online, ...card, idempotencyKey: newId(), address: '203.0.113.7' })
  expect(await revenue(day, day)).toMatchObject({ inAdvance: { appointments: 1, deskCents: 0, onlineCents: 70_000 } })
  const end = new Date(`${lastDay}T14:00:00-03:00`)
  const completed = { status: 'completed', completed_at: end, updated_at: end }
  await db.updateTable('appointments').set(completed).where('id', '=', online.appointmentId).execute()
  const discount = async ({ appointmentId }: { appointmentId: string }, cents: number, payer: string) => {
    const set = { discount_amount: cents, discount_payer: payer }
    await db.updateTable('appointments').set(set).where('id', '=', appointmentId).execute()
  }
  await discount(discounted, 20_000, 'senda')
  await discount(own, 10_000, 'center')
  await center.charge(discounted.appointmentId, own.appointmentId)

  expect(await expectScreensAgree(platform, center)).toMatchObject({
    consultations: 6,
    valueCents: 570_000,
    centerDiscountCents: 10_000,
    sendaDiscountCents: 20_000,
    creditCents: 20_000,
    refundedCents: 100_000,
    retainedCents: 150_000,
    incomeCents: 610_000,
    commissionCents: 19_000,
    netCents: 591_000,
    dueCents: 40_000,
    deskCents: 530_000,
    toReturnCents: 50_000,
    inTransitCents: 70_000,
    receivedCents: 530_000,
  })
})

describe('revenue', () => {
  test('is summed by local month across the turn of the year, including months without appointments', async () => {
    await center.visit('2026-12-31T23:30:00', { price: 1 })
    await center.visit('2027-01-01T00:00:00', { price: 10, of: center.bruno })
    await center.visit('2027-01-31T23:59:00', { price: 100 })
    await center.visit('2027-03-01T00:00:00', { price: 1000, of: center.bruno })
    const { byMonth, total } = await revenue('2026-11-15', '2027-03-01')
    expect(byMonth.map(({ month, consultations, valueCents }) => [month, consultations, valueCents])).toEqual([
      ['2026-11-01', 0, 0],
      ['2026-12-01', 1, 1],
      ['2027-01-01', 2, 110],
      ['2027-02-01', 0, 0],
      ['2027-03-01', 1, 1000],
    ])
    expect(total).toMatchObject({ consultations: 4, valueCents: 1111 })
  })

  test('includes appointments from local midnight of the first day to the end of the last day', async () => {
    await center.visit('2026-11-09T23:59:00', { price: 1 })
    await center.visit('2026-11-10T00:00:00', { price: 10, of: center.bruno })
    await center.visit('2026-11-10T23:59:00', { price: 100 })
    await center.visit('2026-11-11T00:00:00', { price: 1000, of: center.bruno })
    expect((await revenue('2026-11-10', '2026-11-10')).total).toMatchObject({ consultations: 2, valueCents: 110 })
  })

  test('is summed by service and by professional, the highest income first, and by method', async () => {
    await center.visit('2026-11-02T10:00:00', { price: 100_000, paid: [100_000, 'efectivo'] })
    await center.visit('2026-11-02T11:00:00', {
      price: 100_000,
      of: center.brunosOther,
      paid: [90_000, 'transferencia'],
    })
    await center.visit('2026-11-03T10:00:00', { price: 250_000, of: center.bruno, paid: [250_000, 'efectivo'] })
    await center.visit('2026-11-04T10:00:00', { price: 50_000, of: center.bruno })
    const { byService, byProfessional, byMethod, total } = await revenue('2026-11-01', '2026-11-30')
    expect(amounts(total)).toEqual({ consultations: 4, valueCents: 500_000, collectedCents: 440_000 })
    expect(byService).toMatchObject([
      { name: 'Evaluación', consultations: 2, valueCents: 300_000, collectedCents: 250_000 },
      { name: 'Masaje', consultations: 2, valueCents: 200_000, collectedCents: 190_000 },
    ])
    expect(byProfessional).toMatchObject([
      {
        professionalId: center.bruno.professionalId,
        name: 'Bruno Ñandú',
        consultations: 3,
        valueCents: 400_000,
        collectedCents: 340_000,
      },
      {
        professionalId: center.ana.professionalId,
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

  test('includes no open appointment, and a cancelled or missed one without money only as nothing', async () => {
    for (const [hour, status] of (['pending', 'confirmed', 'cancelled', 'no_show'] as const).entries()) {
      await center.visit(`2026-11-02T1${hour}:00:00`, { status })
    }
    await center.visit('2026-11-02T10:00:00', { of: await buildService(platform) })
    expect(await revenue('2026-11-01', '2026-11-30')).toEqual({
      total: noIncome,
      byMonth: [{ month: '2026-11-01', ...noIncome }],
      packages: noIncome,
      byService: [],
      byProfessional: [],
      inAdvance: { appointments: 0, deskCents: 0, onlineCents: 0, inTransitCents: 0, direct: { count: 0, cents: 0 } },
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
