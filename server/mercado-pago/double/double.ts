import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { MercadoPagoSettings } from '#server/platform/settings.ts'
import { createDoubleApi } from './api.ts'
import { type DoubleContext, type Habits, type Outcome, outcomes, type PaymentChange } from './context.ts'
import { type Notice, type NoticeKind, noticeOf } from './notices.ts'
import { createDoublePages } from './pages.ts'
import { createState, nextId, type Payment, type Preference, revokeSeller, type State } from './state.ts'

/** `lost`: the request is carried out and its answer is lost, as when a time limit ends after a charge. */
type Fault = { path: RegExp; answer: { status: number; body?: object; headers?: Record<string, string> } | 'lost' }

export type Double = {
  origin: string
  /** For `createMercadoPago` and for the environment of a server. */
  settings: MercadoPagoSettings
  state: State
  habits: Habits
  /** The next requests whose path fits fail in this way, one fault each. */
  failNext(...faults: Fault[]): void
  /** The notices that were not sent, in the order of their events. */
  notices: Notice[]
  pay(preferenceId: string, outcome: Outcome): Payment
  change(payment: Payment, change: PaymentChange): void
  noticeOf(payment: Payment, kind: NoticeKind): Notice
  revoke(sellerId: string): void
  stop(): Promise<void>
}

/**
 * Plays Mercado Pago on this machine: its interface, its pages of consent and payment, and its notices. A person walks the
 * whole way at `origin`, where a page changes payments and withdraws consents; a test calls the methods.
 */
export async function startDouble({
  port = 0,
  clock = Date.now,
}: {
  port?: number
  clock?: () => number
} = {}): Promise<Double> {
  const state = createState()
  const habits: Habits = {
    partialRefunds: true,
    searchLagMs: 0,
    notices: ['signed', 'merchant-order'],
    sendsNotices: true,
  }
  const secret = () => randomBytes(16).toString('hex')
  const credentials = { clientId: '1234567890', clientSecret: secret(), webhookSecret: secret() }
  const faults: Fault[] = []
  const waiting: Notice[] = []
  let origin = ''

  const notify = (payment: Payment) => {
    for (const kind of habits.notices) {
      const notice = noticeOf(payment, { kind, webhookSecret: credentials.webhookSecret, now: clock() })
      if (habits.sendsNotices) void deliver(notice)
      else waiting.push(notice)
    }
  }
  const context: DoubleContext = {
    ...credentials,
    state,
    habits,
    clock,
    origin: () => origin,
    change(payment, change) {
      Object.assign(payment, change, { updatedAt: clock() })
      if (payment.status === 'approved') payment.approvedAt ??= clock()
      notify(payment)
    },
    pay(preference, outcome) {
      const payment = paymentOf(preference, { id: nextId(state), outcome, now: clock(), lagMs: habits.searchLagMs })
      state.payments.set(payment.id, payment)
      notify(payment)
      return payment
    },
    deauthorize(sellerId) {
      revokeSeller(state, { sellerId })
      const known = [...state.preferences.values()].find((preference) => preference.sellerId === sellerId)
      if (!known) return
      const subject = { id: sellerId, sellerId, notificationUrl: known.notificationUrl }
      const { webhookSecret } = credentials
      const notice = noticeOf(subject, { kind: 'deauthorized', webhookSecret, now: clock() })
      if (habits.sendsNotices) void deliver(notice)
      else waiting.push(notice)
    },
  }

  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (c, next) => {
    const index = faults.findIndex(({ path }) => path.test(c.req.path))
    const [fault] = index < 0 ? [] : faults.splice(index, 1)
    if (fault && fault.answer !== 'lost') {
      const {
        status,
        headers,
        body = { message: 'a fault of the double', error: 'fault', status, cause: [] },
      } = fault.answer
      return c.json(body, status as 500, headers)
    }
    await next()
    if (fault) c.env.outgoing.destroy()
    return undefined
  })
  app.route('/', createDoubleApi(context)).route('/', createDoublePages(context))
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    settings: { ...credentials, api: origin, authorization: origin },
    state,
    habits,
    notices: waiting,
    failNext: (...more) => void faults.push(...more),
    change: context.change,
    revoke: context.deauthorize,
    pay(preferenceId, outcome) {
      const preference = state.preferences.get(preferenceId)
      if (!preference) throw new Error(`no preference ${preferenceId}`)
      return context.pay(preference, outcome)
    },
    noticeOf: (payment, kind) => noticeOf(payment, { kind, webhookSecret: credentials.webhookSecret, now: clock() }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type NewPayment = { id: string; outcome: Outcome; now: number; lagMs: number }

function paymentOf(preference: Preference, { id, outcome, now, lagMs }: NewPayment): Payment {
  const { id: preferenceId, sellerId, reference, amount, fee, notificationUrl } = preference
  const { status, detail } = outcomes[outcome]
  return {
    ...{ id, preferenceId, sellerId, reference, amount, fee, notificationUrl, status, detail },
    currency: 'UYU',
    refunded: 0,
    createdAt: now,
    updatedAt: now,
    approvedAt: status === 'approved' ? now : null,
    method: 'master',
    type: 'credit_card',
    lastFour: '0604',
    hiddenUntil: now + lagMs,
    refunds: [],
  }
}

const repeatAfterMs = [0, 5_000, 30_000, 120_000]

/** A notice is repeated until it is accepted, as Mercado Pago does over days. */
async function deliver({ url, headers, body }: Notice): Promise<void> {
  for (const pauseMs of repeatAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
    const isAccepted = await fetch(url, { method: 'POST', headers, body }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isAccepted) return
  }
}
