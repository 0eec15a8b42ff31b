import { expect, test } from 'vitest'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { undoActionRoutes } from '#server/processes/undo-action.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { bookOnline, buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { commissionsRoutes } from './routes/commissions.ts'

const platform = await testPlatform()
const { db, clock } = platform
const period = 'month'
const reason = 'La sesión se cortó a la mitad.'

/** A completed appointment of 150,000 cents that was paid in cash, with its commission, and a member of staff. */
async function buildCharged() {
  const { userId } = await buildAccount(platform, { fullName: 'Equipo' })
  const actor = actorOf(['moderator'], userId)
  const routes = { commissions: commissionsRoutes, moderation: undoActionRoutes.moderation }
  const staff = clientOf(platform, routes, { bearer: userId, authenticate: () => Promise.resolve(actor) })
  const desk = await buildDesk(platform)
  const id = await bookOnline(platform, { desk, startsAt: new Date(clock.now().getTime() - hourMs / 2) })
  const { row } = await collectPayment(platform, { ...desk.at(id), amountCents: 150_000, method: 'efectivo' })
  await completeAppointment(platform, desk.at(id))
  const paymentId = row.payments?.[0]?.id ?? 0
  const refund = (amountCents: number) =>
    refundPayment(platform, { ...desk.at(id), paymentId, amountCents, refundedCents: 0, reason })
  const commission = () =>
    db.selectFrom('commissions').selectAll().where('appointment_id', '=', id).executeTakeFirstOrThrow()
  /** Undoes the last action about the commission. */
  async function undoLast() {
    const { actions } = await staff.commissions.get({ commissionId: (await commission()).id })
    await staff.moderation.undo({ actionId: actions[0]?.id ?? '', reason: 'Se reembolsó.' })
  }
  return { staff, centerId: desk.centerId, refund, commission, undoLast }
}

test.each([
  [50_000, { status: 'pending', payment_amount: 100_000, commission_amount: 10_000 }],
  [150_000, { status: 'cancelled' }],
])(
  'undoing the settlement of a commission whose appointment was refunded %d cents charges what is due',
  async (amount, due) => {
    const { staff, centerId, refund, commission, undoLast } = await buildCharged()
    const targets = [{ id: centerId, count: 1, commissionCents: 15_000 }]
    await staff.commissions.settle({ period, reference: 'TRF-1', targets })
    await refund(amount)
    // The centre has paid the commission, so the refund does not change it.
    expect(await commission()).toMatchObject({ status: 'paid', commission_amount: 15_000 })
    expect(await verifyLedger(db)).toEqual([])
    await undoLast()
    expect(await commission()).toMatchObject(due)
    expect(await verifyLedger(db)).toEqual([])
  },
)

test('undoing the cancellation of a commission whose appointment was refunded afterwards charges what is due', async () => {
  const { staff, refund, commission, undoLast } = await buildCharged()
  const { id } = await commission()
  await staff.commissions.cancel({ targets: [{ id, lastActionId: null }], reason })
  await refund(50_000)
  await undoLast()
  expect(await commission()).toMatchObject({ status: 'pending', payment_amount: 100_000, commission_amount: 10_000 })
  expect(await verifyLedger(db)).toEqual([])
})

test('a refund at the same time as undoing the settlement leaves a commission on what is due', async () => {
  for (let round = 0; round < 5; round++) {
    const { staff, centerId, refund, commission, undoLast } = await buildCharged()
    const targets = [{ id: centerId, count: 1, commissionCents: 15_000 }]
    await staff.commissions.settle({ period, reference: 'TRF-1', targets })
    await Promise.all([undoLast(), refund(50_000)])
    expect(await commission()).toMatchObject({ status: 'pending', payment_amount: 100_000, commission_amount: 10_000 })
  }
  expect(await verifyLedger(db)).toEqual([])
})
