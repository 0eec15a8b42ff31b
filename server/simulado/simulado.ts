import { z } from 'zod'
import { newId } from '#server/platform/ids.ts'
import { cronJob, defineJob, enqueue } from '#server/platform/jobs.ts'
import { secondMs } from '#server/platform/local-time.ts'
import type { DeclineReason, GatewayPayment, Order, PaymentGateway } from '#server/platform/payment-gateway.ts'
import { readNotification } from '#server/platform/payment-notifications.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Outcome } from './cards.ts'
import { type NotificationShape, notificationKey, notificationOf, notificationShapes } from './notifications.ts'
import * as store from './store.ts'

export const simuladoName = 'simulado'
/** How long a payment with the test card for pending payments stays pending. */
const pendingMs = 20 * secondMs

type Base = Omit<Platform, 'gateway'>

/**
 * A complete payment gateway for tests. Everything but its card tokens (server/http/simulado.ts) goes through the port, as
 * with a real gateway: it responds, loses responses, and notifies by signed requests.
 */
export function createSimulado(base: Base): PaymentGateway {
  const { db, clock, settings } = base
  return {
    name: simuladoName,
    label: 'Pagos de prueba',
    isTest: true,
    methods: ['card', 'mobile', 'wallet'],
    accounts: null,
    tokens: { url: '/simulado/v1/tokens', helpUrl: '/simulado' },

    async createPreference({ expiresAt, returnUrl, method, reference, title, amountCents }) {
      const id = newId()
      const kind = method === 'mobile' ? 'mobile' : 'wallet'
      await store.insertPreference(db, { id, reference, title, amountCents, method: kind, returnUrl, expiresAt })
      return { url: `${settings.publicUrl}/simulado/checkout/${id}`, id }
    },

    async createPayment({ token, ...order }) {
      const { payment, hasResponse } = await db.transaction().execute((tx) => charge(tx, { base, token, order }))
      if (!hasResponse) throw new Error('simulado did not respond in time')
      return payment
    },

    findPayment: async ({ paymentId }) =>
      /^\d{1,18}$/.test(paymentId) ? store.findPayment(db, { paymentId }) : undefined,

    listPayments: (input) => store.listPayments(db, input),

    refund: (input) => db.transaction().execute((tx) => store.insertRefund(tx, { ...input, now: clock.now() })),

    readNotification: (request) => readNotification(request, notificationKey(base)),
  }
}

type Charge = { base: Base; token: string; order: Order }

async function charge(
  tx: Tx,
  { base, token, order }: Charge,
): Promise<{ payment: GatewayPayment; hasResponse: boolean }> {
  const now = base.clock.now()
  const idempotencyKey = order.reference
  // Two requests with one key run one after the other, and the second finds the payment of the first.
  await lockInTransaction(tx, { kind: 'simulado-payment', id: idempotencyKey })
  const known = await store.findByKey(tx, { idempotencyKey })
  if (known) return { payment: known, hasResponse: true }
  const card = await store.takeToken(tx, { token, now })
  const outcome = card?.outcome ?? 'declined'
  const payment = await store.insertPayment(tx, {
    ...order,
    ...stateOf(outcome),
    idempotencyKey,
    card: card ?? null,
    now,
  })
  await notify(tx, payment)
  if (outcome === 'repeated') for (let repeat = 0; repeat < 2; repeat += 1) await notify(tx, payment)
  if (outcome === 'every_notification') for (const shape of notificationShapes) await notify(tx, payment, shape)
  if (outcome === 'pending') {
    await enqueue(tx, approveJob, { paymentId: payment.id }, { runAt: new Date(now.getTime() + pendingMs) })
  }
  return { payment, hasResponse: outcome !== 'no_response' }
}

type State = { status: GatewayPayment['status']; declineReason: DeclineReason | null }

function stateOf(outcome: Outcome): State {
  if (outcome === 'pending') return { status: 'pending', declineReason: null }
  if (outcome === 'declined' || outcome === 'insufficient_funds' || outcome === 'expired_card') {
    return { status: 'declined', declineReason: outcome }
  }
  return { status: 'approved', declineReason: null }
}

/** The visitor decides on the gateway's page. @returns false when the page was used before or is too old */
export async function closePreference(
  base: Base,
  { preference, isPaid }: { preference: store.Preference; isPaid: boolean },
): Promise<boolean> {
  const now = base.clock.now()
  return base.db.transaction().execute(async (tx) => {
    if (!(await store.closePreference(tx, { id: preference.id, now }))) return false
    const state: State = isPaid
      ? { status: 'approved', declineReason: null }
      : { status: 'declined', declineReason: 'cancelled' }
    const payment = await store.insertPayment(tx, {
      ...preference,
      ...state,
      idempotencyKey: preference.id,
      card: null,
      now,
    })
    await notify(tx, payment)
    return true
  })
}

async function notify(tx: Tx, { id }: GatewayPayment, shape?: NotificationShape): Promise<void> {
  await enqueue(tx, notifyJob, { paymentId: id, shape })
}

const ofPayment = z.object({ paymentId: z.string().max(20) })
const responseTimeoutMs = 10 * secondMs

/** The job is retried at growing intervals until Senda accepts the notification. */
const notifyJob = defineJob({
  name: 'simulado.notify',
  payload: ofPayment.extend({ shape: z.enum(notificationShapes).optional() }),
  waitsFor: 'gateway',
  async run({ platform, payload }) {
    const { query, headers, body } = notificationOf(platform, payload)
    const response = await fetch(`${platform.settings.publicUrl}/webhooks/payments/${simuladoName}${query}`, {
      headers,
      body,
      method: 'POST',
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    if (!response.ok) throw new Error(`the response to the notification was ${response.status}`)
  },
})

const approveJob = defineJob({
  name: 'simulado.approve',
  payload: ofPayment,
  async run({ platform, payload }) {
    await platform.db.transaction().execute(async (tx) => {
      if (await store.approvePending(tx, payload)) await enqueue(tx, notifyJob, payload)
    })
  },
})

const purgeTokensJob = cronJob({
  name: 'simulado.purge-tokens',
  cron: '41 * * * *',
  run: ({ db, clock }) => store.deleteOldTokens(db, { now: clock.now() }),
})

export const simuladoJobs = [notifyJob, approveJob, purgeTokensJob]
