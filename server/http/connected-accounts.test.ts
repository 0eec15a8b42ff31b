import { beforeAll, expect, test } from 'vitest'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { noticeKinds } from '#server/mercado-pago/double/notices.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { testPlatform } from '#server/testing/platform.ts'

const { platform, double } = await withMercadoPago(await testPlatform())
const { db, clock } = platform
let url: string
beforeAll(async () => {
  const server = await openTestServer({ platform })
  url = server.url
  return server.close
})

const open = (path: string) => fetch(`${url}/connected-accounts/${path}`, { redirect: 'manual' })

test('the browser of an owner who consented is led to the dashboard, with the code and without a referrer', async () => {
  const response = await open('mercadopago?code=TG-1&state=s1')
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/center/dashboard?seccion=dinero&codigo=TG-1&estado=s1')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
})

test('an owner who refused is led there, too, and an unknown gateway is not found', async () => {
  const refused = await open('mercadopago?error=access_denied&state=s1')
  expect(refused.headers.get('location')).toBe('/center/dashboard?seccion=dinero&codigo=no')
  expect((await open('otro?code=TG-1&state=s1')).status).toBe(404)
})

test('Mercado Pago receives 200 for every kind of notice, and the payment is paid once', async () => {
  const service = await buildService(platform)
  await connectAccount(platform, service)
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(clock.now().getTime() + 48 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, startsAt })
  const order = { patientId, appointmentId, method: 'page', totalCents: 150_000, idempotencyKey: newId() } as const
  const { redirectUrl, checkout } = await startCheckout(platform, { ...order, address: '203.0.113.7' })
  const payment = double.pay(new URL(redirectUrl ?? '').searchParams.get('pref_id') ?? '', 'APRO')
  for (const kind of noticeKinds.toReversed()) {
    const notice = double.noticeOf(payment, kind)
    const { pathname, search } = new URL(notice.url)
    const { headers, body } = notice
    expect((await fetch(`${url}${pathname}${search}`, { method: 'POST', headers, body })).status, kind).toBe(200)
  }
  const row = await db.selectFrom('checkouts').where('id', '=', checkout.id).select('status').executeTakeFirstOrThrow()
  expect(row.status).toBe('approved')
})
