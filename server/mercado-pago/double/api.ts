import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { DoubleContext } from './context.ts'
import { issueTokens, nextId, type Payment, type Preference, presentPayment, presentRefund } from './state.ts'

const pesos = z.number().positive().max(10_000_000)
const address = z.string().max(2000)
const preferenceInput = z.object({
  items: z
    .array(
      z.object({ title: z.string(), quantity: z.number().int().min(1), unit_price: pesos, currency_id: z.string() }),
    )
    .min(1),
  external_reference: z.string().default(''),
  notification_url: address.default(''),
  back_urls: z.object({ success: address, pending: address, failure: address }).optional(),
  auto_return: z.enum(['approved', 'all']).optional(),
  expiration_date_from: z.iso.datetime({ offset: true }).optional(),
  expiration_date_to: z.iso.datetime({ offset: true }).optional(),
  marketplace_fee: z.number().nonnegative().default(0),
})
const grantInput = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.string(),
  code: z.string().default(''),
  redirect_uri: z.string().default(''),
  code_verifier: z.string().default(''),
  refresh_token: z.string().default(''),
})

type Status = 400 | 401 | 404 | 409 | 422

/** The interface under https://api.mercadopago.com, with its paths, headers and errors. */
export function createDoubleApi(context: DoubleContext): Hono {
  const { state, clock } = context
  const app = new Hono()

  app.post('/oauth/token', async (c) => {
    const grant = grantInput.parse(await c.req.json())
    if (grant.client_id !== context.clientId || grant.client_secret !== context.clientSecret) {
      return refuse(c, 400, 'invalid_client', 'invalid client_id or client_secret')
    }
    const sellerId = grant.grant_type === 'refresh_token' ? consumeRefresh(grant) : consumeCode(grant)
    if (sellerId === undefined) return refuse(c, 400, 'invalid_grant', 'the grant is invalid, expired or was used')
    return c.json(issueTokens(state, { sellerId, now: clock() }))
  })

  function consumeRefresh({ refresh_token }: z.output<typeof grantInput>): string | undefined {
    const owner = state.refresh.get(refresh_token)
    state.refresh.delete(refresh_token)
    return owner?.sellerId
  }

  function consumeCode({ code, redirect_uri, code_verifier }: z.output<typeof grantInput>): string | undefined {
    const consent = state.codes.get(code)
    state.codes.delete(code)
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const isValid =
      consent?.challenge === challenge && consent.redirectUri === redirect_uri && consent.expiresAt > clock()
    return isValid ? consent.sellerId : undefined
  }

  app.get('/users/me', (c) => {
    const seller = state.sellers.find(({ id }) => id === sellerOf(c))
    if (!seller) return unauthorized(c)
    return c.json({ id: Number(seller.id), nickname: seller.nickname, email: seller.email, site_id: 'MLU', tags: [] })
  })

  app.post('/checkout/preferences', async (c) => {
    const sellerId = sellerOf(c)
    if (sellerId === undefined) return unauthorized(c)
    const { data, error } = preferenceInput.safeParse(await c.req.json())
    if (!data) return refuse(c, 400, 'invalid_items', error?.message ?? '')
    if (data.auto_return && !data.back_urls?.success) {
      return refuse(c, 400, 'invalid_auto_return', 'auto_return invalid. back_url.success must be defined')
    }
    if (!isReachable(data.notification_url)) {
      return refuse(c, 400, 'invalid_notification_url', 'notification_url attribute must be url valid')
    }
    if (!Object.values(data.back_urls ?? {}).every(isReachable)) {
      return refuse(c, 400, 'invalid_back_urls', 'back_urls must be valid addresses')
    }
    const amount = data.items.reduce((sum, item) => sum + Math.round(item.unit_price * 100) * item.quantity, 0) / 100
    if (data.marketplace_fee > amount) return refuse(c, 400, 'invalid_marketplace_fee', 'the fee exceeds the amount')
    const preference = repeated(c, sellerId, () => ({ status: 201, body: insertPreference(sellerId, data, amount) }))
    return c.json(preference.body, 201)
  })

  function insertPreference(sellerId: string, data: z.output<typeof preferenceInput>, amount: number): object {
    const id = `${sellerId}-${crypto.randomUUID()}`
    const none = { success: '', pending: '', failure: '' }
    const preference: Preference = {
      id,
      sellerId,
      amount,
      title: data.items[0]?.title ?? '',
      fee: data.marketplace_fee,
      reference: data.external_reference,
      notificationUrl: data.notification_url,
      backUrls: data.back_urls ?? none,
      autoReturn: data.auto_return !== undefined,
      from: Date.parse(data.expiration_date_from ?? '1970-01-01T00:00:00Z'),
      until: Date.parse(data.expiration_date_to ?? '2100-01-01T00:00:00Z'),
    }
    state.preferences.set(id, preference)
    const page = `${context.origin()}/checkout/v1/redirect?pref_id=${id}`
    return {
      id,
      init_point: page,
      sandbox_init_point: `${page}&sandbox=1`,
      collector_id: Number(sellerId),
      site_id: 'MLU',
    }
  }

  app.get('/checkout/preferences/:id', (c) => {
    const preference = state.preferences.get(c.req.param('id'))
    if (!preference || preference.sellerId !== sellerOf(c)) return refuse(c, 404, 'not_found', 'preference not found')
    return c.json({ id: preference.id, external_reference: preference.reference, marketplace_fee: preference.fee })
  })

  app.get('/v1/payments/search', (c) => {
    const sellerId = sellerOf(c)
    if (sellerId === undefined) return unauthorized(c)
    const reference = c.req.query('external_reference')
    const limit = Math.min(Number(c.req.query('limit') ?? 30), 100)
    const offset = Number(c.req.query('offset') ?? 0)
    const found = [...state.payments.values()]
      .filter((payment) => payment.sellerId === sellerId && payment.hiddenUntil <= clock())
      .filter((payment) => reference === undefined || payment.reference === reference)
      .toSorted((one, other) => Number(other.id) - Number(one.id))
    const results = found.slice(offset, offset + limit)
    return c.json({ paging: { total: found.length, limit, offset }, results: results.map(presentPayment) })
  })

  app.get('/v1/payments/:id', (c) => {
    const payment = paymentOf(c)
    return payment instanceof Response ? payment : c.json(presentPayment(payment))
  })

  // The order of each payment has its id.
  app.get('/merchant_orders/:id', (c) => {
    const payment = paymentOf(c)
    if (payment instanceof Response) return payment
    const { preferenceId: preference_id, reference: external_reference } = payment
    return c.json({ id: Number(payment.id), preference_id, external_reference, status: 'closed', order_status: 'paid' })
  })

  app.put('/v1/payments/:id', async (c) => {
    const payment = paymentOf(c)
    if (payment instanceof Response) return payment
    const { status } = z.object({ status: z.literal('cancelled') }).parse(await c.req.json())
    if (payment.status !== 'pending' && payment.status !== 'in_process') {
      return refuse(c, 400, 'bad_request', 'the payment cannot be cancelled')
    }
    context.change(payment, { status, detail: 'by_collector' })
    return c.json(presentPayment(payment))
  })

  app.get('/v1/payments/:id/refunds', (c) => {
    const payment = paymentOf(c)
    return payment instanceof Response ? payment : c.json(payment.refunds.map(presentRefund(payment)))
  })

  app.post('/v1/payments/:id/refunds', async (c) => {
    const payment = paymentOf(c)
    if (payment instanceof Response) return payment
    if (!c.req.header('x-idempotency-key')) return refuse(c, 400, 'empty_required_header', 'X-Idempotency-Key')
    const { amount } = z.object({ amount: pesos.optional() }).parse(await c.req.json().catch(() => ({})))
    const answer = repeated(c, payment.sellerId, () => refund(payment, amount))
    return c.json(answer.body, answer.status as 201)
  })

  function refund(payment: Payment, wanted: number | undefined): { status: number; body: object } {
    const left = Math.round((payment.amount - payment.refunded) * 100) / 100
    const amount = wanted ?? left
    const no = (status: number, error: string) => ({ status, body: { message: error, error, status, cause: [] } })
    if (payment.status !== 'approved') return no(400, 'bad_request')
    if (wanted !== undefined && wanted < payment.amount && !context.habits.partialRefunds) {
      return no(400, 'unsupported_partially_refunds')
    }
    if (amount > left) return no(400, 'refund_amount_exceeds')
    const seller = state.sellers.find(({ id }) => id === payment.sellerId)
    if (!seller || seller.balance < amount) return no(400, 'insufficient_balance')
    seller.balance -= amount
    const made = { id: nextId(state), amount, at: clock() }
    payment.refunds.push(made)
    payment.refunded = Math.round((payment.refunded + amount) * 100) / 100
    const isWhole = payment.refunded >= payment.amount
    context.change(payment, isWhole ? { status: 'refunded', detail: 'refunded' } : { detail: 'partially_refunded' })
    return { status: 201, body: presentRefund(payment)(made) }
  }

  /** The same idempotency key again receives the first answer; a refusal is not kept. */
  function repeated(c: Context, sellerId: string, act: () => { status: number; body: object }) {
    const key = `${sellerId} ${c.req.path} ${c.req.header('x-idempotency-key') ?? crypto.randomUUID()}`
    const known = state.answers.get(key)
    if (known) return known
    const answer = act()
    if (answer.status < 300) state.answers.set(key, answer)
    return answer
  }

  function sellerOf(c: Context): string | undefined {
    const owner = state.access.get((c.req.header('authorization') ?? '').replace(/^Bearer /, ''))
    return owner && owner.expiresAt > clock() ? owner.sellerId : undefined
  }

  function paymentOf(c: Context): Payment | Response {
    const sellerId = sellerOf(c)
    if (sellerId === undefined) return unauthorized(c)
    const payment = state.payments.get(c.req.param('id') ?? '')
    return payment?.sellerId === sellerId ? payment : refuse(c, 404, 'not_found', 'Payment not found')
  }
  return app
}

function refuse(c: Context, status: Status, error: string, message: string): Response {
  return c.json({ message, error, status, cause: [{ code: status, description: message }] }, status)
}

const unauthorized = (c: Context) => refuse(c, 401, 'unauthorized', 'invalid access token')

/** Unlike Mercado Pago, the double reaches this machine, because Senda runs on it. */
function isReachable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost'))
}
