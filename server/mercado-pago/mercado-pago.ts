import { createSecretKey } from 'node:crypto'
import { z } from 'zod'
import type { Log } from '#server/platform/log.ts'
import {
  type GatewayPayment,
  type PaymentGateway,
  type RefundOrder,
  type Seller,
  SellerRefusedError,
  UnreadablePaymentError,
} from '#server/platform/payment-gateway.ts'
import { readNotification } from '#server/platform/payment-notifications.ts'
import type { MercadoPagoSettings } from '#server/platform/settings.ts'
import { pesosOf } from './amounts.ts'
import { type Client, type ClientOptions, createClient, MercadoPagoError } from './client.ts'
import { foundPayments, id, storedPayment, toPayment } from './payments.ts'
import { mercadoPagoName, preferenceBody } from './preferences.ts'
import { refundFailure } from './refunds.ts'
import { createSellerAccounts } from './seller-accounts.ts'

/** Where Mercado Pago sends the browser of an owner who consented; it is registered for Senda's application there. */
export const connectedPath = '/connected-accounts/mercadopago'

type Options = Pick<ClientOptions, 'sleep'> & {
  settings: MercadoPagoSettings
  publicUrl: string
  /** Payments in test mode count as none. */
  isLive: boolean
  log: Pick<Log, 'warn'>
}

const openedPage = z.object({ id, init_point: z.url().max(2000) })
const merchantOrder = z.object({ preference_id: z.string().max(100).nullish() })
const createdRefund = z.object({ id })

/** Mercado Pago in Uruguay: Checkout Pro, paid to the account of the centre, less the fee that an order names. */
export function createMercadoPago({ settings, publicUrl, isLive, log, ...options }: Options): PaymentGateway {
  const { api, authorization, clientId, clientSecret, webhookSecret } = settings
  const call = refusingSellers(createClient({ api, ...options }))
  const application = { clientId, clientSecret, authorization, redirectUri: `${publicUrl}${connectedPath}` }
  const notificationKey = createSecretKey(Buffer.from(webhookSecret))
  return {
    name: mercadoPagoName,
    label: 'Mercado Pago',
    isTest: false,
    methods: ['page'],
    tokens: null,
    accounts: createSellerAccounts(application, call),

    async createPreference({ seller, ...order }) {
      const body = preferenceBody({ seller, ...order }, { publicUrl })
      const { accessToken: token } = required(seller)
      const path = '/checkout/preferences'
      const page = await call(openedPage, { method: 'POST', path, token, key: order.reference, body })
      return { url: page.init_point, id: page.id }
    },

    createPayment: () => Promise.reject(new Error('Mercado Pago charges cards on its own page')),

    async findPayment({ seller, paymentId }) {
      if (!/^\d{1,30}$/.test(paymentId)) return undefined
      const { accessToken: token } = required(seller)
      const path = `/v1/payments/${paymentId}`
      const stored = await call(storedPayment, { method: 'GET', path, token }).catch(unknownOf)
      return stored && readPayment(call, { stored, token, isLive })
    },

    async listPayments({ seller, reference }) {
      const { accessToken: token } = required(seller)
      const results = await searchAll(call, { token, reference })
      // A search by a reference that Mercado Pago does not index yet has answered with other payments.
      const found = results.filter(({ external_reference }) => external_reference === reference)
      // One that cannot be read, as in another currency, hides no other: the owner of the account writes any reference into its payments.
      const readable = (error: unknown) => {
        if (!(error instanceof UnreadablePaymentError)) throw error
        log.warn({ err: error, reference }, 'a payment at the gateway cannot be read')
        return undefined
      }
      const read = await Promise.all(
        found.map((stored) => readPayment(call, { stored, token, isLive }).catch(readable)),
      )
      return read.filter((payment) => payment !== undefined)
    },

    refund: (order) => refund(call, order),

    readNotification: (request) => readNotification(request, notificationKey),
  }
}

const pageOfSearch = 100
const maxPages = 10

/** The owner of the account can make any number of payments with the same reference: beyond a thousand, none counts as read. */
async function searchAll(call: Client, { token, reference }: { token: string; reference: string }) {
  const found: z.output<typeof foundPayments>['results'] = []
  for (let page = 0; page < maxPages; page += 1) {
    const bounds = { limit: `${pageOfSearch}`, offset: `${page * pageOfSearch}` }
    const order = { sort: 'date_created', criteria: 'desc' }
    const path = `/v1/payments/search?${new URLSearchParams({ external_reference: reference, ...order, ...bounds })}`
    const { results } = await call(foundPayments, { method: 'GET', path, token })
    found.push(...results)
    if (results.length < pageOfSearch) return found
  }
  throw new Error(`Mercado Pago has more than ${found.length} payments with the reference ${reference}`)
}

type Read = { stored: z.output<typeof storedPayment>; token: string; isLive: boolean }

/**
 * A payment names no page: its order does. Asked only where it matters whose fee was taken.
 * @throws UnreadablePaymentError
 */
async function readPayment(call: Client, { stored, token, isLive }: Read): Promise<GatewayPayment> {
  if (isLive && stored.live_mode === false) throw new UnreadablePaymentError(`the payment ${stored.id} is a test`)
  const payment = toPayment(stored)
  const orderId = stored.order?.id
  if (payment.status !== 'approved' || payment.feeCents === 0 || !orderId) return payment
  const path = `/merchant_orders/${encodeURIComponent(orderId)}`
  const order = await call(merchantOrder, { method: 'GET', path, token }).catch(unknownOf)
  return { ...payment, pageId: order?.preference_id ?? null }
}

/** The key belongs to the refund, so that a repeated request returns the first one. */
async function refund(call: Client, { seller, paymentId, amountCents, isWhole, idempotencyKey }: RefundOrder) {
  const { accessToken: token } = required(seller)
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`
  // Uruguay may refuse partial refunds, so a whole one does not look like one.
  const body = isWhole ? {} : { amount: pesosOf(amountCents) }
  try {
    return (await call(createdRefund, { method: 'POST', path, token, key: idempotencyKey, body })).id
  } catch (error) {
    throw refundFailure(error)
  }
}

/** A refused token is told apart, because another one may be accepted. */
function refusingSellers(call: Client): Client {
  return async (schema, request) => {
    try {
      return await call(schema, request)
    } catch (error) {
      const isRefused = error instanceof MercadoPagoError && error.status === 401 && request.token !== undefined
      throw isRefused ? new SellerRefusedError("Mercado Pago refused a seller's access", { cause: error }) : error
    }
  }
}

function required(seller: Seller | null): Seller {
  if (!seller) throw new Error('Mercado Pago needs the account of a centre')
  return seller
}

/** Undefined for a payment that this seller does not have; another failure is thrown. */
function unknownOf(error: unknown): undefined {
  if (error instanceof MercadoPagoError && error.status === 404) return undefined
  throw error
}
