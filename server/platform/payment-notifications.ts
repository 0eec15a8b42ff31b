import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A request to the address of a gateway's notifications, as it arrived: any visitor can send one. */
export type NotificationRequest = { query: URLSearchParams; headers: Headers; body: string }

/**
 * What a notification is about. Undefined `paymentId`: it names no payment, such as one about an order or a connected account.
 * `isSigned`: the gateway's signature covers the id; without it the notification is only a hint to read that payment.
 * `accountId`, the seller's account, and `reference`, which Senda adds to the address, are never signed: they only tell with whose
 * access the payment can be read.
 */
export type GatewayNotification = {
  topic: string
  paymentId: string | undefined
  isSigned: boolean
  accountId: string | undefined
  reference: string | undefined
}

/** Ids are numbers in some notifications and texts in others. */
const id = z.union([z.string().regex(/^[A-Za-z0-9_-]{1,40}$/), z.int().nonnegative().transform(String)])
const text = z.string().min(1).max(200)
/** An unexpected value of one field must not hide the others. */
const body = z.object({
  type: text.optional().catch(undefined),
  topic: text.optional().catch(undefined),
  resource: text.optional().catch(undefined),
  payment_id: id.optional().catch(undefined),
  user_id: id.optional().catch(undefined),
  data: z
    .object({ id: id.optional().catch(undefined), payment_id: id.optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

/** The topics that name a payment. `stop_delivery_op_wh` warns of fraud. */
const paymentTopics = new Set(['payment', 'stop_delivery_op_wh'])

/**
 * Reads a notification in every shape that Mercado Pago sends: `data.id` and `type` in the query with a signature, the older
 * `topic` and `id` in the query, and bodies with, without or instead of these. The query comes first, because only it is
 * signed. The top-level `id` of a body is the notification's own and names nothing.
 */
export function readNotification(
  { query, headers, body: json }: NotificationRequest,
  key: KeyObject,
): GatewayNotification {
  const { data, ...sent } = body.catch({}).parse(parseJson(json))
  // Without a topic, an id is taken for that of a payment.
  const topic = query.get('type') ?? query.get('topic') ?? sent.type ?? sent.topic ?? 'payment'
  const hints = { accountId: sent.user_id, reference: id.safeParse(query.get('reference')).data }
  if (!paymentTopics.has(topic)) return { topic: topic.slice(0, 100), paymentId: undefined, isSigned: false, ...hints }
  const candidates =
    topic === 'payment'
      ? [query.get('data.id'), query.get('id'), data?.id, sent.resource?.split('/').at(-1)]
      : [sent.payment_id, data?.payment_id, query.get('data.id')]
  const paymentId = candidates.map((candidate) => id.safeParse(candidate).data).find((known) => known !== undefined)
  return { topic, paymentId, isSigned: paymentId !== undefined && isSigned({ headers, paymentId, key }), ...hints }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

type Signed = { paymentId: string; requestId: string | null; timestamp: string; key: KeyObject }

/** HMAC-SHA-256 of the payment, the request and the time; a pair whose value is missing is left out. */
export function signNotification({ paymentId, requestId, timestamp, key }: Signed): string {
  const request = requestId === null ? '' : `request-id:${requestId};`
  return createHmac('sha256', key).update(`id:${paymentId};${request}ts:${timestamp};`).digest('hex')
}

/** A notification may be repeated days later, so its time is not compared with the clock. */
function isSigned({ headers, paymentId, key }: { headers: Headers; paymentId: string; key: KeyObject }): boolean {
  const pairs = (headers.get('x-signature') ?? '').split(',').map((pair) => pair.split('=').map((part) => part.trim()))
  const partOf = (name: string) => pairs.find(([known]) => known === name)?.[1]
  const [timestamp, signature] = [partOf('ts'), partOf('v1')]
  if (timestamp === undefined || signature === undefined) return false
  // Bytes and not characters: timingSafeEqual throws for other lengths.
  const received = Buffer.from(signature)
  // Some of the gateway's libraries sign an id in lower case.
  return [paymentId, paymentId.toLowerCase()].some((signedId) => {
    const expected = signNotification({ paymentId: signedId, requestId: headers.get('x-request-id'), timestamp, key })
    return received.length === expected.length && timingSafeEqual(received, Buffer.from(expected))
  })
}
