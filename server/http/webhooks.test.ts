import { createSecretKey } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { readNotification } from '#server/platform/payment-notifications.ts'
import type { Outcome } from '#server/simulado/cards.ts'
import { type NotificationShape, notificationOf, notificationShapes } from '#server/simulado/notifications.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'

const platform = await testPlatform({ settings: { trustedProxies: 1 } })
const { db, clock } = platform
const price = 150_000
let url: string
beforeAll(async () => {
  const server = await openTestServer({ platform })
  url = server.url
  return server.close
})
beforeEach(async () => {
  await db.deleteFrom('rate_limits').execute()
})

/** A payment that the gateway approved, of which Senda has heard nothing yet. */
async function buildUnsettled({ outcome = 'no_response' }: { outcome?: Outcome } = {}) {
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() + 48 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
  const token = await cardToken(platform, outcome)
  const request = {
    patientId,
    appointmentId,
    method: 'card',
    token,
    totalCents: price,
    address: '203.0.113.7',
  } as const
  const { checkout } = await startCheckout(platform, { ...request, idempotencyKey: newId() })
  const [payment] = (await platform.gateway?.listPayments({ seller: null, reference: checkout.id })) ?? []
  return { checkoutId: checkout.id, paymentId: payment?.id ?? '' }
}

async function statusOf(checkoutId: string) {
  const row = await db.selectFrom('checkouts').select('status').where('id', '=', checkoutId).executeTakeFirstOrThrow()
  return row.status
}

type Sent = { query?: string; headers?: Record<string, string>; body?: string }
const post = ({ query = '', headers = {}, body = '' }: Sent, address = '203.0.113.20') =>
  fetch(`${url}/webhooks/payments/simulado${query}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, ...headers },
    body,
  })

const namesPayment = (shape: NotificationShape) =>
  notificationShapes.indexOf(shape) < notificationShapes.indexOf('merchant-order')

describe('a notification of the gateway', () => {
  test.each(notificationShapes.filter(namesPayment))('in the shape «%s» settles its payment', async (shape) => {
    const { checkoutId, paymentId } = await buildUnsettled()
    expect((await post(notificationOf(platform, { paymentId, shape }))).status).toBe(200)
    expect(await statusOf(checkoutId)).toBe('approved')
  })

  test.each(notificationShapes.filter((shape) => !namesPayment(shape)))(
    'in the shape «%s» is accepted and changes nothing',
    async (shape) => {
      const { checkoutId, paymentId } = await buildUnsettled()
      expect((await post(notificationOf(platform, { paymentId, shape }))).status).toBe(200)
      expect(await statusOf(checkoutId)).toBe('created')
    },
  )

  test.each([
    ['a list', { body: '[]' }],
    ['a deep list', { body: '['.repeat(20_000) }],
    ['many values', { body: `[${'1,'.repeat(5000)}1]` }],
    ['bytes', { body: '\u0000\uffff', headers: { 'content-type': 'application/octet-stream' } }],
    ['a form', { body: 'topic=x&id=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['fields of other types', { body: '{"type":7,"topic":{},"data":"x","resource":[],"payment_id":null}' }],
    ['an id that is no id', { query: '?topic=payment&id=..%2F..%2Fadmin' }],
    ['a NUL in the id', { query: '?type=payment&data.id=1%00' }],
    ['an unknown payment', { query: '?type=payment&data.id=999999999' }],
    ['a huge id', { body: '{"type":"payment","data":{"id":1e300}}' }],
    ['repeated parameters', { query: '?data.id=1&data.id=2&type=a&type=b' }],
    ['an empty signature', { query: '?type=payment&data.id=1', headers: { 'x-signature': '' } }],
    ['a signature of separators', { query: '?type=payment&data.id=1', headers: { 'x-signature': ',=,ts,v1=,ts=' } }],
  ] as const)('with %s is accepted', async (_, sent) => {
    expect((await post(sent)).status).toBe(200)
  })

  test('above the size of a body is refused', async () => {
    expect((await post({ body: 'x'.repeat(300_000) })).status).toBe(413)
  })

  test('to another gateway is not found', async () => {
    expect((await fetch(`${url}/webhooks/payments/another`, { method: 'POST' })).status).toBe(404)
  })

  test('that is days old settles its payment, too', async () => {
    const { checkoutId, paymentId } = await buildUnsettled()
    const sent = notificationOf(platform, { paymentId })
    clock.advance(5 * 24 * hourMs)
    expect((await post(sent)).status).toBe(200)
    expect(await statusOf(checkoutId)).toBe('approved')
    clock.advance(-5 * 24 * hourMs)
  })
})

describe('an unsigned notification', () => {
  test('is limited per address, from which signed ones still count', async () => {
    const { checkoutId, paymentId } = await buildUnsettled()
    const unknown = { query: '?type=payment&data.id=999999999' }
    for (let n = 1; n <= 30; n += 1) expect((await post(unknown, '203.0.113.30')).status).toBe(200)
    const refused = await post(unknown, '203.0.113.30')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(notificationOf(platform, { paymentId, shape: 'merchant-order' }), '203.0.113.30')).status).toBe(
      200,
    )
    expect((await post(notificationOf(platform, { paymentId }), '203.0.113.30')).status).toBe(200)
    expect(await statusOf(checkoutId)).toBe('approved')
  })

  test('with a signature of the right length is not taken for signed', () => {
    const key = createSecretKey(Buffer.from('secreto'))
    const query = new URLSearchParams({ 'data.id': '1', type: 'payment' })
    const headers = new Headers({ 'x-signature': `ts=1,v1=${'a'.repeat(64)}` })
    expect(readNotification({ query, headers, body: '' }, key)).toEqual({
      topic: 'payment',
      paymentId: '1',
      isSigned: false,
    })
  })
})

describe('the signature of Mercado Pago', () => {
  const key = createSecretKey(Buffer.from('secreto-de-prueba'))
  const query = new URLSearchParams('data.id=123456&type=payment')
  const requestId = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
  const [withId, withoutId] = [
    '1d39a4eb9c0f2ea760cfcf102ec4bc10973e2d0d4f31abf171e4acebfa595108',
    'd6c81bdfa27680e68ac4b64cb2add629b74be52254d8d3ea641534cf13513e71',
  ]
  const isSigned = (headers: Record<string, string>) =>
    readNotification({ query, headers: new Headers(headers), body: '{}' }, key).isSigned

  test('covers the id, the request and the time', () => {
    const signature = `ts=1795694400000,v1=${withId}`
    expect(isSigned({ 'x-request-id': requestId, 'x-signature': signature })).toBe(true)
    expect(isSigned({ 'x-request-id': requestId, 'x-signature': signature.replace(',', ' , ') })).toBe(true)
    expect(isSigned({ 'x-request-id': 'another', 'x-signature': signature })).toBe(false)
    expect(isSigned({ 'x-signature': signature })).toBe(false)
    expect(isSigned({ 'x-request-id': requestId, 'x-signature': signature.replace('1795', '1796') })).toBe(false)
  })

  test('leaves out a request id that is missing', () => {
    expect(isSigned({ 'x-signature': `ts=1795694400000,v1=${withoutId}` })).toBe(true)
  })
})

test('a payment with the card for every notification is notified in every shape, each of which is accepted', async () => {
  const { checkoutId } = await buildUnsettled({ outcome: 'every_notification' })
  // A refused notification fails its job.
  await runJobs({ ...platform, settings: { ...platform.settings, publicUrl: url } }, { only: 'simulado.notify' })
  expect(await statusOf(checkoutId)).toBe('approved')
})

test('unsigned notifications of the networks of one /48 are limited together', async () => {
  const send = (n: number) => post({ query: '?topic=payment&id=999999999' }, `2001:db8:7:${(n * 256).toString(16)}::1`)
  const statuses: number[] = []
  for (let n = 0; n < 130; n += 10) {
    const responses = await Promise.all(Array.from({ length: 10 }, (_, at) => send(n + at)))
    statuses.push(...responses.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('unsigned notifications of many addresses are limited together', async () => {
  const send = (n: number) => post({ query: '?topic=payment&id=999999999' }, `198.51.100.${n % 200}`)
  const statuses: number[] = []
  for (let n = 0; n < 320; n += 10) {
    const responses = await Promise.all(Array.from({ length: 10 }, (_, at) => send(n + at)))
    statuses.push(...responses.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})
