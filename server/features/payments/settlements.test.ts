import { expect, test } from 'vitest'
import { setRate } from '#server/features/commissions/usecases/set-rate.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount, buildCenter, buildMember } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildVisits } from '#server/testing/visits.ts'
import { paymentsRoutes } from './payments.routes.ts'

const platform = await testPlatform()
const { centerId, visit, charge } = await buildVisits(platform)
const { userId: actorId } = await buildAccount(platform, { fullName: 'Equipo' })
const reason = 'Acuerdo comercial.'
const owner = clientOf(platform, paymentsRoutes, centerId)

async function lastActionId(): Promise<string> {
  const last = platform.db.selectFrom('moderation_actions').select('id').orderBy('sequence', 'desc').limit(1)
  return (await last.executeTakeFirstOrThrow()).id
}
const undoLast = async () =>
  undoAction(platform, { actor: actorOf(['moderator'], actorId), actionId: await lastActionId(), reason })

test('the owner reads the current rate and its history, without undone rates', async () => {
  const change = { actor: actorOf(['moderator'], actorId), centerId, reason }
  await setRate(platform, { ...change, ratePercent: 8, appliesFrom: '2026-11-20', lastActionId: null })
  const first = { lastActionId: await lastActionId() }
  await setRate(platform, { ...change, ...first, ratePercent: 7, appliesFrom: '2026-12-01' })
  expect(await owner.commissionRates({ centerId })).toMatchObject({
    today: '2026-11-20',
    currentPercent: 8,
    firstPercent: 10,
    rates: [
      { ratePercent: 7, appliesFrom: '2026-12-01' },
      { ratePercent: 8, appliesFrom: '2026-11-20' },
    ],
  })
  await undoLast()
  expect((await owner.commissionRates({ centerId })).rates).toMatchObject([{ ratePercent: 8 }])
})

test('the owner reads each settlement with the days of its commissions, and the pending sum', async () => {
  const settle = async (reference: string, count: number) => {
    const targets = [{ id: centerId, count, commissionCents: count * 8_000 }]
    const outcomes = await settleCommissions(platform, { actorId, period: 'week', reference, targets })
    expect(outcomes).toEqual([{ id: centerId }])
  }
  await charge((await visit('2026-11-02T10:00:00')).appointmentId)
  platform.clock.advance(dayMs)
  await charge((await visit('2026-11-03T10:00:00')).appointmentId)
  platform.clock.advance(dayMs)
  await settle('TRF-1', 2)
  platform.clock.advance(10 * dayMs)
  await charge((await visit('2026-11-04T10:00:00')).appointmentId)
  expect(await owner.settlements({ centerId })).toEqual({
    items: [
      {
        id: expect.any(String),
        reference: 'TRF-1',
        from: '2026-11-20',
        to: '2026-11-21',
        count: 2,
        commissionCents: 16_000,
        month: null,
        onlineCents: 0,
        at: '2026-11-22T12:00:00.000Z',
        isUndone: false,
      },
    ],
    nextCursor: null,
    pending: { count: 1, commissionCents: 8_000 },
  })
  await settle('TRF-2', 1)
  const first = await owner.settlements({ centerId, limit: 1 })
  expect(first.items).toMatchObject([{ reference: 'TRF-2', from: '2026-12-02', to: '2026-12-02' }])
  const second = await owner.settlements({ centerId, limit: 1, cursor: first.nextCursor ?? '' })
  expect(second).toMatchObject({ items: [{ reference: 'TRF-1' }], nextCursor: null, pending: { count: 0 } })

  await undoLast()
  expect(await owner.settlements({ centerId })).toMatchObject({
    items: [{ isUndone: true, from: '2026-12-02' }, { isUndone: false }],
    pending: { count: 1, commissionCents: 8_000 },
  })
})

test('neither the receptionist nor another centre can read settlements or rates', async () => {
  const { userId } = await buildMember(platform, { centerId, role: 'reception' })
  const other = (await buildCenter(platform)).centerId
  for (const [caller, code] of [
    [userId, 'centers.owner_only'],
    [other, 'centers.not_found'],
  ] as const) {
    const client = clientOf(platform, paymentsRoutes, caller)
    await expect(client.settlements({ centerId })).rejects.toMatchObject({ code })
    await expect(client.commissionRates({ centerId })).rejects.toMatchObject({ code })
  }
})
