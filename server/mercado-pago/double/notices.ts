import { createSecretKey, randomUUID } from 'node:crypto'
import { signNotification } from '#server/platform/payment-notifications.ts'
import type { Payment } from './state.ts'

/** How a notice differs from a signed one about a payment. */
export const noticeKinds = [
  'signed',
  'signed-in-seconds',
  'without-request-id',
  'unsigned',
  'one-character-changed',
  'ipn',
  'merchant-order',
  'ipn-merchant-order',
  'chargebacks',
  'claims',
  'stop-delivery',
  'card-update',
  'deauthorized',
  'unknown',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export type Notice = { url: string; headers: Record<string, string>; body: string }

type Context = { webhookSecret: string; now: number }
type Subject = Pick<Payment, 'id' | 'sellerId' | 'notificationUrl'>

/** A notice as Mercado Pago sends it: the id in the query, the signature over that id, and the seller in the body. */
export function noticeOf(
  { id, sellerId, notificationUrl }: Subject,
  { kind, webhookSecret, now }: Context & { kind: NoticeKind },
): Notice {
  const requestId = randomUUID()
  const addressOf = (parameters: Record<string, string>) => {
    const url = new URL(notificationUrl)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }
  const bodyOf = (type: string, data: object) =>
    JSON.stringify({
      id: 98_765,
      action: `${type}.updated`,
      api_version: 'v1',
      live_mode: true,
      type,
      user_id: Number(sellerId),
      date_created: new Date(now).toISOString(),
      data,
    })
  const signed = ({ timestamp = now, request = requestId as string | null, change = (hex: string) => hex } = {}) => {
    const key = createSecretKey(Buffer.from(webhookSecret))
    const signature = signNotification({ paymentId: id, requestId: request, timestamp: String(timestamp), key })
    const headers = { 'content-type': 'application/json', 'x-signature': `ts=${timestamp},v1=${change(signature)}` }
    return request === null ? headers : { ...headers, 'x-request-id': request }
  }
  const payment = { url: addressOf({ 'data.id': id, type: 'payment' }), body: bodyOf('payment', { id }) }
  const about = (type: string, data: object = { id: '700000001' }) => ({
    url: addressOf({ 'data.id': '700000001', type }),
    headers: signed(),
    body: bodyOf(type, data),
  })
  switch (kind) {
    case 'signed':
      return { ...payment, headers: signed() }
    case 'signed-in-seconds':
      return { ...payment, headers: signed({ timestamp: Math.floor(now / 1000) }) }
    case 'without-request-id':
      return { ...payment, headers: signed({ request: null }) }
    case 'unsigned':
      return { ...payment, headers: { 'content-type': 'application/json' } }
    case 'one-character-changed':
      return { ...payment, headers: signed({ change: (hex) => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}` }) }
    case 'ipn':
      return { url: addressOf({ topic: 'payment', id }), headers: {}, body: '' }
    case 'merchant-order':
      return about('topic_merchant_order_wh')
    case 'ipn-merchant-order':
      return { url: addressOf({ topic: 'merchant_order', id: '700000001' }), headers: {}, body: '' }
    case 'chargebacks':
      return about('topic_chargebacks_wh')
    case 'claims':
      return about('topic_claims_integration_wh')
    case 'stop-delivery':
      return {
        url: addressOf({ type: 'stop_delivery_op_wh' }),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ payment_id: Number(id), user_id: Number(sellerId) }),
      }
    case 'card-update':
      return about('topic_card_id_wh', { customer_id: '1', new_card_id: 2 })
    case 'deauthorized':
      return about('mp-connect', { id: sellerId })
    case 'unknown':
      return about('a-topic-of-next-year')
  }
}
