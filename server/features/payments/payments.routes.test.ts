import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'
import { buildCenter, buildMember } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildVisits, type Visits } from '#server/testing/visits.ts'
import { paymentsRoutes } from './payments.routes.ts'

const platform = await testPlatform()
const { db } = platform

const as = (userId: string) => clientOf(platform, paymentsRoutes, userId)

let center: Visits
beforeEach(async () => {
  center = await buildVisits(platform)
})

describe('a centre’s revenue', () => {
  test('is visible only to its owner', async () => {
    const period = { centerId: center.centerId, from: '2026-11-01', to: '2026-11-30' }
    const read = (userId: string) => {
      const client = as(userId)
      return Promise.allSettled([
        client.revenue(period),
        client.revenueCsv(period),
        client.commissions({ centerId: center.centerId }),
      ])
    }
    const refused = (reason: { code: string; status: number }) => Array<object>(3).fill({ status: 'rejected', reason })
    const { professionalId } = center.ana
    const members = [
      await buildMember(platform, { centerId: center.centerId, role: 'professional', professionalId }),
      await buildMember(platform, { centerId: center.centerId, role: 'reception' }),
    ]
    expect((await read(center.centerId)).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
    for (const { userId } of members) {
      expect(await read(userId)).toMatchObject(refused({ code: 'centers.owner_only', status: 403 }))
    }
    const { patientId } = await center.visit('2026-11-02T10:00:00')
    for (const userId of [patientId, (await buildCenter(platform)).centerId]) {
      expect(await read(userId)).toMatchObject(refused({ code: 'centers.not_found', status: 404 }))
    }
  })
})

describe('commissions', () => {
  test('are listed in pages, newest first, with the sums of all pages', async () => {
    const visits = []
    for (const day of ['02', '03', '04', '05']) {
      const { appointmentId } = await center.visit(`2026-11-${day}T10:00:00`, { price: 100_000 })
      platform.clock.advance(minuteMs)
      await center.charge(appointmentId)
      visits.push(appointmentId)
    }
    const [oldest, nextOldest] = visits as [string, string]
    await db
      .updateTable('commissions')
      .set({ status: 'paid', paid_at: platform.clock.now() })
      .where('appointment_id', '=', oldest)
      .execute()
    await db.updateTable('commissions').set({ status: 'cancelled' }).where('appointment_id', '=', nextOldest).execute()
    const client = as(center.centerId)
    const page = await client.commissions({ centerId: center.centerId, limit: 3 })
    const second = await client.commissions({ centerId: center.centerId, limit: 3, cursor: page.nextCursor ?? '' })
    expect([...page.items, ...second.items].map(({ appointmentId }) => appointmentId)).toEqual(visits.toReversed())
    expect(second.nextCursor).toBeNull()
    expect(page).toMatchObject({ owedCents: 20_000, paidCents: 10_000 })
    expect(second.items[0]).toEqual({
      id: expect.any(String),
      appointmentId: oldest,
      startsAt: '2026-11-02T13:00:00.000Z',
      serviceName: 'Masaje',
      professionalName: 'Ana Suárez',
      paymentCents: 100_000,
      reference: null,
      replacedStartsAt: null,
      commissionCents: 10_000,
      creditCents: 0,
      withheldCents: 0,
      origin: 'completed',
      ratePercent: 10,
      status: 'paid',
      createdAt: expect.any(String),
    })
  })

  test('are an empty list with sums of zero before the first one', async () => {
    expect(await as(center.centerId).commissions({ centerId: center.centerId })).toEqual({
      items: [],
      nextCursor: null,
      owedCents: 0,
      paidCents: 0,
    })
  })
})
