import { createSecretKey } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import {
  type PaymentGateway,
  RefundRefusedError,
  type Seller,
  SellerRefusedError,
  UnreadablePaymentError,
} from '#server/platform/payment-gateway.ts'
import { signNotification } from '#server/platform/payment-notifications.ts'
import { ConsentRefusedError } from '#server/platform/seller-accounts.ts'
import { centsOf, pesosOf } from './amounts.ts'
import { type Double, startDouble } from './double/double.ts'
import { noticeKinds } from './double/notices.ts'
import { issueTokens } from './double/state.ts'
import { connectedPath, createMercadoPago } from './mercado-pago.ts'
import { toPayment } from './payments.ts'

const publicUrl = 'http://127.0.0.1:3000'
const log = createLog({ logLevel: 'silent' })
const now = new Date('2026-12-01T15:00:00Z')

let double: Double
let gateway: PaymentGateway
let pauses: number[]
let seller: Seller
beforeEach(async () => {
  double = await startDouble({ clock: () => now.getTime() })
  double.habits.sendsNotices = false
  pauses = []
  const sleep = async (milliseconds: number) => void pauses.push(milliseconds)
  gateway = createMercadoPago({ settings: double.settings, publicUrl, isLive: false, log, sleep })
  seller = sellerOf('44444')
})
afterEach(() => double.stop())

function sellerOf(accountId: string): Seller {
  return { accountId, accessToken: issueTokens(double.state, { sellerId: accountId, now: now.getTime() }).access_token }
}

const orderOf = (reference: string) => ({
  seller,
  reference,
  title: 'Consulta reservada en Senda',
  amountCents: 123_450,
  feeCents: 12_345,
  method: 'page' as const,
  returnUrl: `${publicUrl}/dashboard?checkout=${reference}`,
  createdAt: now,
  expiresAt: new Date(now.getTime() + 30 * 60_000),
})

async function openPage(reference = newId()) {
  const url = new URL((await gateway.createPreference(orderOf(reference))).url)
  const preferenceId = url.searchParams.get('pref_id') ?? ''
  return { url: url.href, reference, preferenceId, preference: double.state.preferences.get(preferenceId) }
}

describe('an amount', () => {
  test.each([
    [1, 0.01],
    [10, 0.1],
    [12_345, 123.45],
    [150_000, 1500],
    [100_000_000, 1_000_000],
  ])('of %i cents is written without rounding', (cents, pesos) => {
    expect(pesosOf(cents)).toBe(pesos)
    expect(centsOf(pesos)).toBe(cents)
  })

  it('with a third decimal is refused', () => {
    expect(() => centsOf(123.456)).toThrow(UnreadablePaymentError)
  })
})

describe('a preference', () => {
  it('is for the seller, in pesos, with the commission, both ends of its life and without cash', async () => {
    const { preference, reference } = await openPage()
    expect(preference).toMatchObject({
      sellerId: '44444',
      amount: 1234.5,
      fee: 123.45,
      reference,
      autoReturn: true,
      from: now.getTime(),
      until: now.getTime() + 30 * 60_000,
      notificationUrl: `${publicUrl}/webhooks/payments/mercadopago?source_news=webhooks&reference=${reference}`,
      backUrls: { success: `${publicUrl}/dashboard?checkout=${reference}` },
    })
  })

  it('that is requested again after a lost answer is the same one', async () => {
    double.failNext({ path: /preferences/, answer: 'lost' })
    const { reference } = await openPage()
    await openPage(reference)
    expect([...double.state.preferences.values()].filter((each) => each.reference === reference)).toHaveLength(1)
  })

  it('is paid by a card that is first declined and then approved, and both payments are listed, the newest first', async () => {
    const { url, reference } = await openPage()
    const pay = (holder: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ holder }), redirect: 'manual' })
    expect((await pay('FUND')).status).toBe(200)
    const response = await pay('APRO')
    expect(response.headers.get('location')).toContain(`/dashboard?checkout=${reference}&collection_id=`)
    expect(await gateway.listPayments({ seller, reference })).toMatchObject([
      { status: 'approved', amountCents: 123_450, card: { brand: 'Mastercard', lastFour: '0604' } },
      { status: 'declined', declineReason: 'insufficient_funds' },
    ])
  })

  it('that has expired takes no payment', async () => {
    const { url, reference, preference } = await openPage()
    if (preference) preference.until = now.getTime()
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ holder: 'APRO' }) })
    expect(await response.text()).toContain('El tiempo para pagar terminó')
    expect(await gateway.listPayments({ seller, reference })).toEqual([])
  })
})

describe('a request', () => {
  test.each([423, 424, 429, 500, 502, 503, 504])(
    'that is answered with %i is repeated with the same key',
    async (status) => {
      double.failNext({ path: /preferences/, answer: { status } }, { path: /preferences/, answer: { status } })
      await openPage()
      expect(double.state.preferences.size).toBe(1)
      expect(pauses).toEqual([500, 1000])
    },
  )

  it('waits as long as Retry-After says, and not when that is longer than its caller waits', async () => {
    double.failNext({ path: /preferences/, answer: { status: 429, headers: { 'retry-after': '3' } } })
    await openPage()
    expect(pauses).toEqual([3000])
    double.failNext({ path: /preferences/, answer: { status: 429, headers: { 'retry-after': '60' } } })
    await expect(openPage()).rejects.toMatchObject({ status: 429 })
  })

  test.each([400, 402, 403, 409, 422])('that is answered with %i is not repeated', async (status) => {
    double.failNext({
      path: /preferences/,
      answer: { status, body: { error: 'a_word', message: 'm', status, cause: [] } },
    })
    await expect(openPage()).rejects.toMatchObject({ status, codes: ['a_word', 'm'] })
    expect(pauses).toEqual([])
  })

  it("with a seller's access that was withdrawn is told apart", async () => {
    double.revoke('44444')
    await expect(openPage()).rejects.toThrow(SellerRefusedError)
  })

  it('to a server that is not there fails after four attempts', async () => {
    await double.stop()
    await expect(openPage()).rejects.toMatchObject({ status: 0 })
    expect(pauses).toHaveLength(3)
  })
})

describe('a payment', () => {
  const stored = {
    id: '1',
    external_reference: 'r',
    status_detail: 'accredited',
    currency_id: 'UYU',
    transaction_amount: 100,
    transaction_amount_refunded: 0,
  }
  const none = { declineReason: null, dispute: null, refundedCents: 0 }

  test.each([
    ['approved', 'accredited', { ...none, status: 'approved' }],
    ['authorized', 'pending_capture', { ...none, status: 'pending' }],
    ['pending', 'pending_waiting_payment', { ...none, status: 'pending' }],
    ['in_process', 'pending_review_manual', { ...none, status: 'pending' }],
    ['in_mediation', 'pending', { ...none, status: 'approved', dispute: 'in_mediation' }],
    [
      'rejected',
      'cc_rejected_insufficient_amount',
      { ...none, status: 'declined', declineReason: 'insufficient_funds' },
    ],
    ['rejected', 'insufficient_amount', { ...none, status: 'declined', declineReason: 'insufficient_funds' }],
    ['rejected', 'cc_rejected_bad_filled_date', { ...none, status: 'declined', declineReason: 'expired_card' }],
    ['rejected', 'cc_rejected_high_risk', { ...none, status: 'declined', declineReason: 'declined' }],
    ['rejected', 'a_detail_of_next_year', { ...none, status: 'declined', declineReason: 'declined' }],
    ['cancelled', 'expired', { ...none, status: 'declined', declineReason: 'cancelled' }],
    ['refunded', 'refunded', { ...none, status: 'approved', refundedCents: 10_000 }],
    ['charged_back', 'in_process', { ...none, status: 'approved', dispute: 'charged_back' }],
    ['charged_back', 'settled', { ...none, status: 'approved', dispute: 'lost' }],
    ['charged_back', 'reimbursed', { ...none, status: 'approved', dispute: 'won' }],
    ['a_status_of_next_year', '', { ...none, status: 'pending' }],
  ])('that is %s, %s, becomes what Senda knows', (status, status_detail, expected) => {
    expect(toPayment({ ...stored, status, status_detail })).toMatchObject(expected)
  })

  it('in another currency, or with a third decimal, is not read', () => {
    expect(() => toPayment({ ...stored, status: 'approved', currency_id: 'USD' })).toThrow(UnreadablePaymentError)
    expect(() => toPayment({ ...stored, status: 'approved', transaction_amount: 10.001 })).toThrow(
      UnreadablePaymentError,
    )
  })

  it('is found by its id while the search lags, by its seller alone', async () => {
    double.habits.searchLagMs = 60_000
    const { preferenceId, reference } = await openPage()
    const { id: paymentId } = double.pay(preferenceId, 'CONT')
    expect(await gateway.listPayments({ seller, reference })).toEqual([])
    expect(await gateway.findPayment({ seller, paymentId })).toMatchObject({
      id: paymentId,
      status: 'pending',
      reference,
    })
    expect(await gateway.findPayment({ seller: sellerOf('55555'), paymentId })).toBeUndefined()
    expect(await gateway.findPayment({ seller, paymentId: '../users/me' })).toBeUndefined()
  })
})

describe('a refund', () => {
  async function pay() {
    const { preferenceId } = await openPage()
    return double.pay(preferenceId, 'APRO')
  }
  const order = (paymentId: string, amountCents: number) => ({
    seller,
    paymentId,
    amountCents,
    isWhole: amountCents === 123_450,
    idempotencyKey: newId(),
  })

  it('whose answer was lost is made once', async () => {
    const { id } = await pay()
    double.failNext({ path: /refunds/, answer: 'lost' })
    const refund = order(id, 50_000)
    const refundId = await gateway.refund(refund)
    expect(await gateway.refund(refund)).toBe(refundId)
    expect(await gateway.findPayment({ seller, paymentId: id })).toMatchObject({
      status: 'approved',
      refundedCents: 50_000,
    })
  })

  it('in part is refused where only whole payments are given back, and a whole one is not', async () => {
    double.habits.partialRefunds = false
    const { id } = await pay()
    await expect(gateway.refund(order(id, 50_000))).rejects.toMatchObject({ refusal: 'partial' })
    await gateway.refund(order(id, 123_450))
    expect(await gateway.findPayment({ seller, paymentId: id })).toMatchObject({ refundedCents: 123_450 })
  })

  it('is refused without enough balance, and above what is left', async () => {
    const { id, sellerId } = await pay()
    const account = double.state.sellers.find((each) => each.id === sellerId)
    if (account) account.balance = 0
    await expect(gateway.refund(order(id, 123_450))).rejects.toMatchObject({ refusal: 'balance' })
    await expect(gateway.refund(order(id, 200_000))).rejects.toBeInstanceOf(RefundRefusedError)
  })

  it('in progress is asked for again', async () => {
    const { id } = await pay()
    double.failNext({ path: /refunds/, answer: { status: 409, body: { error: 'refund_in_progress' } } })
    await expect(gateway.refund(order(id, 50_000))).rejects.not.toBeInstanceOf(RefundRefusedError)
  })
})

describe('the connection of a seller', () => {
  const codeVerifier = 'v'.repeat(64)

  async function consent(): Promise<string> {
    const page = gateway.accounts?.authorizationUrl({ state: 's1', codeVerifier }) ?? ''
    expect((await fetch(page)).status).toBe(200)
    const body = new URLSearchParams(new URL(page).search)
    body.set('seller', '44444')
    body.set('decision', 'allow')
    const response = await fetch(page, { method: 'POST', body, redirect: 'manual' })
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.href).toContain(`${publicUrl}${connectedPath}`)
    expect(back.searchParams.get('state')).toBe('s1')
    return back.searchParams.get('code') ?? ''
  }

  it('exchanges a code once and only with the verifier, and names the account', async () => {
    const code = await consent()
    const tokens = await gateway.accounts?.exchangeCode({ code, codeVerifier, now })
    expect(tokens).toMatchObject({ accountId: '44444', expiresAt: new Date(now.getTime() + 180 * 86_400_000) })
    expect(await gateway.accounts?.describe({ accessToken: tokens?.accessToken ?? '' })).toEqual({
      label: 'CENTRO_DE_PRUEBA',
      isTest: false,
    })
    await expect(gateway.accounts?.exchangeCode({ code, codeVerifier, now })).rejects.toThrow(ConsentRefusedError)
    const stolen = await consent()
    const wrong = { code: stolen, codeVerifier: 'w'.repeat(64), now }
    await expect(gateway.accounts?.exchangeCode(wrong)).rejects.toThrow(ConsentRefusedError)
  })

  it('is refreshed with a new pair, and the earlier refresh token works no more', async () => {
    const first = await gateway.accounts?.exchangeCode({ code: await consent(), codeVerifier, now })
    const refreshToken = first?.refreshToken ?? ''
    const second = await gateway.accounts?.refresh({ refreshToken, now })
    expect(second?.refreshToken).not.toBe(refreshToken)
    await expect(gateway.accounts?.refresh({ refreshToken, now })).rejects.toThrow(ConsentRefusedError)
  })
})

describe('a notification', () => {
  const key = createSecretKey(Buffer.from('secreto-de-prueba'))
  const requestId = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
  const timestamp = '1795694400000'
  const signature = '1d39a4eb9c0f2ea760cfcf102ec4bc10973e2d0d4f31abf171e4acebfa595108'

  it('has the signatures of the test vectors', () => {
    const signed = { paymentId: '123456', timestamp, key }
    expect(signNotification({ ...signed, requestId })).toBe(signature)
    expect(signNotification({ ...signed, requestId: null })).toBe(
      'd6c81bdfa27680e68ac4b64cb2add629b74be52254d8d3ea641534cf13513e71',
    )
  })

  const reading = createMercadoPago({
    settings: { clientId: '1', clientSecret: '2', webhookSecret: 'secreto-de-prueba', api: '', authorization: '' },
    publicUrl,
    isLive: false,
    log,
  })
  const read = ({ query = 'data.id=123456&type=payment', v1 = signature, ts = timestamp, request = requestId } = {}) =>
    reading.readNotification({
      query: new URLSearchParams(query),
      headers: new Headers([
        ['x-signature', `ts=${ts},v1=${v1}`],
        ...(request ? [['x-request-id', request] as [string, string]] : []),
      ]),
      body: JSON.stringify({ type: 'payment', data: { id: '123456' }, id: 98_765, user_id: 44_444 }),
    })

  it('is signed by the id of the query, and names the seller', () => {
    expect(read()).toEqual({
      topic: 'payment',
      paymentId: '123456',
      isSigned: true,
      accountId: '44444',
      reference: undefined,
    })
  })

  it('with one changed character anywhere is not signed', () => {
    const altered = (text: string) =>
      [...text].map((each, index) => `${text.slice(0, index)}${each === '1' ? '2' : '1'}${text.slice(index + 1)}`)
    expect(altered(signature).map((v1) => read({ v1 }).isSigned)).not.toContain(true)
    expect(altered(timestamp).map((ts) => read({ ts }).isSigned)).not.toContain(true)
    expect(altered(requestId).map((request) => read({ request }).isSigned)).not.toContain(true)
    expect(altered('123456').map((id) => read({ query: `data.id=${id}&type=payment` }).isSigned)).not.toContain(true)
    expect(read({ request: '' }).isSigned).toBe(false)
  })

  it('of every kind that the double sends is read, and names a payment only where it is about one', async () => {
    const { preferenceId, reference } = await openPage()
    const payment = double.pay(preferenceId, 'APRO')
    const isSigned = (kind: string) => ['signed', 'signed-in-seconds', 'without-request-id'].includes(kind)
    const isHint = (kind: string) => ['unsigned', 'one-character-changed', 'ipn', 'stop-delivery'].includes(kind)
    for (const kind of noticeKinds) {
      const { url, headers, body } = double.noticeOf(payment, kind)
      const request = { query: new URL(url).searchParams, headers: new Headers(headers), body }
      const { topic: _, ...seen } = gateway.readNotification(request)
      expect({ kind, ...seen }).toMatchObject({
        kind,
        reference,
        isSigned: isSigned(kind),
        paymentId: isSigned(kind) || isHint(kind) ? payment.id : undefined,
      })
    }
  })
})
