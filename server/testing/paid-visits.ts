import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { receiveNotification } from '#server/features/checkouts/usecases/receive-notification.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { readAccount } from '#server/features/payment-accounts/usecases/connect-account.ts'
import { listTroubled } from '#server/features/payments/repository/refused-refunds.ts'
import { listToSettle } from '#server/features/payments/repository/transit.ts'
import { resolveRefusal } from '#server/features/payments/usecases/resolve-refusal.ts'
import type { Double } from '#server/mercado-pago/double/double.ts'
import type { NoticeKind } from '#server/mercado-pago/double/notices.ts'
import type { Payment } from '#server/mercado-pago/double/state.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient, buildService } from './builders.ts'
import { connectAccount } from './mercado-pago.ts'
import { listAllMails } from './notices.ts'
import { runJobs, type TestPlatform } from './platform.ts'
import { buildReward } from './promotions.ts'

/** Of a visit, in cents, and what Senda asks of it. */
export const price = 150_000
export const fee = 15_000

type Service = Awaited<ReturnType<typeof buildService>>
export type Visit = { centerId: string; patientId: string; appointmentId: string; service: Service }
type Discount = { kind: 'promotion' | 'reward'; id: string }

/** Visits that are paid on the page of Mercado Pago, which a double plays, and what becomes of their money. `actorId`: of staff. */
export function paidVisits({ platform, double, actorId }: { platform: TestPlatform; double: Double; actorId: string }) {
  const { db, clock } = platform
  const start = clock.now()
  const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

  async function bookVisit({ hours = 72 } = {}) {
    const service = await buildService(platform)
    const { centerId } = service
    await connectAccount(platform, { centerId })
    const { patientId } = await buildPatient(platform, { verified: true })
    const startsAt = new Date(clock.now().getTime() + hours * hourMs)
    const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
    return { centerId, patientId, appointmentId, service }
  }

  async function openPage(
    { patientId, appointmentId }: Visit,
    { totalCents = price, discount }: { totalCents?: number; discount?: Discount } = {},
  ) {
    const order = { patientId, appointmentId, method: 'page', totalCents, discount, idempotencyKey: newId() } as const
    const { checkout, redirectUrl } = await startCheckout(platform, { ...order, address: '203.0.113.7' })
    return { checkoutId: checkout.id, preferenceId: new URL(redirectUrl ?? '').searchParams.get('pref_id') ?? '' }
  }
  async function send(payment: Payment, kind: NoticeKind = 'signed'): Promise<void> {
    const { url, headers, body } = double.noticeOf(payment, kind)
    const request = { query: new URL(url).searchParams, headers: new Headers(headers), body }
    await receiveNotification(platform, { request, address: '203.0.113.9' })
  }
  const commissionOf = ({ appointmentId }: Visit) =>
    db
      .selectFrom('commissions')
      .where('appointment_id', '=', appointmentId)
      .select([
        'commission_amount as commission',
        'credit_amount as credit',
        'withheld_amount as withheld',
        'due_amount as due',
        'status',
      ])
      .executeTakeFirst()
  const pointsOf = async ({ patientId }: Visit) =>
    (
      await db
        .selectFrom('user_points')
        .where('user_id', '=', patientId)
        .select('available_points as points')
        .executeTakeFirst()
    )?.points
  const sellerOf = (payment: Payment) => {
    const seller = double.state.sellers.find(({ id }) => id === payment.sellerId)
    if (!seller) throw new Error('no seller')
    return seller
  }
  const cancel = ({ patientId, appointmentId }: Visit) =>
    cancelAppointment(platform, { appointmentId, caller: { userId: patientId, visitorKey: undefined } })
  async function refundAtDesk(visit: Visit, amountCents = price) {
    const { id: paymentId } = await db
      .selectFrom('payments')
      .where('appointment_id', '=', visit.appointmentId)
      .select('id')
      .executeTakeFirstOrThrow()
    await refundPayment(platform, {
      ...visit,
      userId: visit.centerId,
      paymentId,
      amountCents,
      refundedCents: 0,
      reason: 'No la pudo atender.',
    })
  }
  async function resolve(visit: Visit, way: 'gateway' | 'center') {
    const [refused] = (await readAccount(platform, visit)).refused
    await resolveRefusal(platform, {
      userId: visit.centerId,
      centerId: visit.centerId,
      refundId: refused?.refundId ?? '',
      way,
    })
  }
  /** Settles what the centre's only commission says. */
  const settle = (visit: Visit) =>
    settleCommissions(platform, {
      actorId,
      period: 'month',
      reference: `TRF-${newId().slice(0, 8)}`,
      targets: [{ id: visit.centerId, count: 1, commissionCents: 0 }],
    })
  const toSettleOf = async ({ centerId }: Visit) => {
    const [open] = await listToSettle(db, { before: new Date(clock.now().getTime() + dayMs), centerId })
    return open?.commissionCents ?? 0
  }
  const troubledOf = async (checkoutId: string) =>
    (await listTroubled(db, { limit: 50, claimedSince: start, unreadBefore: clock.now() })).filter(
      (row) => row.checkoutId === checkoutId,
    )
  const namesOf = async (visit: Visit) => {
    const { id } = await db
      .selectFrom('commissions')
      .where('appointment_id', '=', visit.appointmentId)
      .select('id')
      .executeTakeFirstOrThrow()
    return (await verifyLedger(db)).filter((fault) => fault.id === id)
  }
  /** The mails that tell the payer that a refund was refused. */
  async function refusalsTo({ patientId }: Visit) {
    const { email } = await db.selectFrom('users').where('id', '=', patientId).select('email').executeTakeFirstOrThrow()
    const mails = await listAllMails(platform, { limit: 500 })
    return mails.filter(({ to, subject }) => to === email && subject.startsWith('No pudimos devolverte'))
  }
  const refund = () => runJobs(platform, { only: 'payments.refund' })

  /** The owner gives the payment back on the pages of Mercado Pago, without Senda. */
  async function refundInPanel(payment: Payment): Promise<void> {
    Object.assign(payment, { refunded: payment.amount })
    double.change(payment, { status: 'refunded', detail: 'refunded' })
    await send(payment)
  }

  async function withReward({ patientId: userId }: Visit, discountCents: number): Promise<Discount> {
    const reference = { type: 'account', id: newId() } as const
    const gift = { userId, points: 100, type: 'bonus', description: 'Un regalo', reference, now: clock.now() } as const
    await db.transaction().execute((tx) => grantPoints(tx, gift))
    const rewardId = await buildReward(platform, { discountCents })
    return { kind: 'reward', id: (await redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })).id }
  }

  async function payAndComplete(visit: Visit, order: Parameters<typeof openPage>[1] = {}) {
    const { checkoutId, preferenceId } = await openPage(visit, order)
    const payment = double.pay(preferenceId, 'APRO')
    await send(payment)
    later(73 * hourMs)
    await completeAppointment(platform, { ...visit, userId: visit.centerId })
    return { checkoutId, payment }
  }

  return {
    later,
    bookVisit,
    openPage,
    send,
    commissionOf,
    pointsOf,
    sellerOf,
    cancel,
    refundAtDesk,
    resolve,
    settle,
    toSettleOf,
    troubledOf,
    namesOf,
    refusalsTo,
    refund,
    refundInPanel,
    withReward,
    payAndComplete,
  }
}
