import { newId } from '#server/platform/ids.ts'
import { signNotification } from '#server/platform/payment-notifications.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets.ts'

/** The shapes in which Mercado Pago notifies, and those of broken or forged requests. */
export const notificationShapes = [
  'signed',
  'signed-in-seconds',
  'signed-without-request-id',
  'signed-with-empty-body',
  'signed-with-unreadable-body',
  'number-id-in-body',
  'ipn',
  'ipn-resource',
  'unsigned',
  'badly-signed',
  'multi-byte-signature',
  'stop-delivery',
  'merchant-order',
  'ipn-merchant-order',
  'chargebacks',
  'claims',
  'connected-account',
  'card-update',
  'unknown-topic',
  'without-anything',
] as const
export type NotificationShape = (typeof notificationShapes)[number]

export function notificationKey({ secret }: Pick<Platform, 'secret'>) {
  return deriveKey({ secret, purpose: 'simulado notifications' })
}

type Base = Pick<Platform, 'secret' | 'clock'>
export type SentNotification = { query: string; headers: Record<string, string>; body: string }

export function notificationOf(
  base: Base,
  { paymentId, shape = 'signed' }: { paymentId: string; shape?: NotificationShape },
): SentNotification {
  const requestId = newId()
  const now = base.clock.now().getTime()
  const signed = (timestamp: number, request: string | null = requestId) => {
    const key = notificationKey(base)
    const signature = signNotification({ paymentId, requestId: request, timestamp: String(timestamp), key })
    return headersOf(request, `ts=${timestamp},v1=${signature}`)
  }
  const query = `?data.id=${paymentId}&type=payment`
  const body = bodyOf({ type: 'payment', action: 'payment.updated', data: { id: paymentId } })
  const forged = (signature: string) => ({ query, headers: headersOf(requestId, `ts=${now},v1=${signature}`), body })
  const about = (type: string, data: object = { id: '700000001' }) => ({
    query: `?data.id=700000001&type=${type}`,
    headers: headersOf(requestId, forgedSignature),
    body: bodyOf({ type, data }),
  })
  switch (shape) {
    case 'signed':
      return { query, headers: signed(now), body }
    case 'signed-in-seconds':
      return { query, headers: signed(Math.floor(now / 1000)), body }
    case 'signed-without-request-id':
      return { query, headers: signed(now, null), body }
    case 'signed-with-empty-body':
      return { query, headers: signed(now), body: '' }
    case 'signed-with-unreadable-body':
      return { query, headers: { ...signed(now), 'content-type': 'text/plain' }, body: '{"data":{"id":' }
    case 'number-id-in-body':
      return { query: '', headers: signed(now), body: bodyOf({ type: 'payment', data: { id: Number(paymentId) } }) }
    case 'ipn':
      return { query: `?topic=payment&id=${paymentId}`, headers: {}, body: '' }
    case 'ipn-resource':
      return {
        query: '',
        headers: {},
        body: JSON.stringify({ topic: 'payment', resource: `/v1/payments/${paymentId}` }),
      }
    case 'unsigned':
      return { query, headers: {}, body }
    case 'badly-signed':
      return forged('0'.repeat(64))
    case 'multi-byte-signature':
      return forged('é'.repeat(64))
    case 'stop-delivery':
      return {
        query: '?type=stop_delivery_op_wh',
        headers: {},
        body: JSON.stringify({ payment_id: Number(paymentId) }),
      }
    case 'merchant-order':
      return about('topic_merchant_order_wh')
    case 'ipn-merchant-order':
      return { query: '?topic=merchant_order&id=700000001', headers: {}, body: '' }
    case 'chargebacks':
      return about('topic_chargebacks_wh')
    case 'claims':
      return about('topic_claims_integration_wh')
    case 'connected-account':
      return about('mp-connect')
    case 'card-update':
      return about('topic_card_id_wh', { customer_id: '1', new_card_id: 2 })
    case 'unknown-topic':
      return about('a-topic-of-next-year')
    case 'without-anything':
      return { query: '', headers: {}, body: '' }
  }
}

const forgedSignature = `ts=1,v1=${'0'.repeat(64)}`

function headersOf(requestId: string | null, signature: string): Record<string, string> {
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  return requestId === null ? headers : { ...headers, 'x-request-id': requestId }
}

/** The top-level id is the notification's own. */
function bodyOf(content: object): string {
  return JSON.stringify({ id: 98_765, api_version: 'v1', live_mode: true, user_id: 44_444, ...content })
}
