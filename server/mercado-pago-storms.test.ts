import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { findLatePayments, settleCheckouts } from '#server/features/checkouts/usecases/settle-checkouts.ts'
import { packagesRoutes } from '#server/features/packages/packages.routes.ts'
import { repeatRefunds } from '#server/features/payments/usecases/refund-online.ts'
import { type NoticeKind, noticeKinds } from '#server/mercado-pago/double/notices.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildHeldTime } from '#server/testing/deposits.ts'
import { expectAllScreensAgree } from '#server/testing/income.ts'
import { connectAccount, withMercadoPago } from '#server/testing/mercado-pago.ts'
import { buildOffer } from '#server/testing/packages.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { type Running, startSenda } from '#server/testing/processes.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { stormSize } from '#server/testing/storm.ts'
import { createStormClient } from '#server/testing/storm-client.ts'

const people = stormSize({ short: 24, long: 500 })
const kills = stormSize({ short: 1, long: 5 })
const clients = 8
/** A patient keeps trying, also while a process starts again or the centre's account is lost. */
const patienceMs = 90_000

// Uses the real clock, as the processes do.
const { platform, double } = await withMercadoPago(await testPlatform({ start: new Date() }))
const { db, clock } = platform
const sellers = ['44444', '55555', '66666']

const randomOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('every payment on Mercado Pago belongs to one visit, deposit or package, or goes back, whatever is killed, revoked, doubled or shuffled', {
  timeout: 180_000 + people * 1500,
}, async () => {
  const { clientId, clientSecret, webhookSecret, api } = double.settings
  const env = {
    DATABASE_URL: platform.databaseUrl,
    SECRET_KEY: Buffer.from(platform.secret).toString(),
    PUBLIC_URL: platform.settings.publicUrl,
    PAYMENT_GATEWAY: 'mercadopago',
    MERCADO_PAGO_CLIENT_ID: clientId,
    MERCADO_PAGO_CLIENT_SECRET: clientSecret,
    MERCADO_PAGO_WEBHOOK_SECRET: webhookSecret,
    NODE_OPTIONS: `--import ${import.meta.resolve('#server/testing/fetch-from-double.ts')}`,
    DOUBLE_ORIGIN: api,
    TRUSTED_PROXIES: '1',
  }
  const processes: Running[] = [await startSenda({ env }), await startSenda({ env })]
  const { centers, purchases } = await buildPurchases()
  const progress = { isOver: false }
  const notifying = notifyThrice({ processes, progress })
  const revoking = revokeNowAndThen({ centers, progress })
  const waiting = [...purchases]
  const working = Array.from({ length: clients }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await payAndChange({ processes, ...(await next()) })
  })
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(stormSize({ short: 1500, long: 8000 }))
    await processes[kill % 2]?.kill()
    processes[kill % 2] = await startSenda({ env })
  }
  await Promise.all(working)
  progress.isOver = true
  const delivered = await notifying
  await revoking
  await Promise.all(processes.map((running) => running.stop()))
  await endAll(centers)

  expect(await verifyLedger(db)).toEqual([])
  await expectMoneyAgrees()
  await expectAllScreensAgree(platform)
  process.stdout.write(
    `${people} people, ${double.state.payments.size} payments, ${kills} kills, ${delivered} notices\n`,
  )
})

/** What a patient pays for: a visit, the deposit of a held time, or a package. */
type Purchase = { patientId: string; target: { appointmentId: string } | { offerId: string } }

/** A third of the patients pay for each. A time is held as soon as its patient begins to pay. */
async function buildPurchases() {
  const services = await Promise.all(sellers.map(() => buildService(platform)))
  for (const [n, { centerId }] of services.entries())
    await connectAccount(platform, { centerId, seller: sellers[n] ?? '' })
  const offers = new Map<string, string>()
  for (const service of services) offers.set(service.centerId, (await buildOffer(platform, service)).id)
  const purchases: (() => Promise<Purchase>)[] = []
  for (let n = 0; n < people; n += 1) {
    const service = services[n % services.length]
    if (!service) throw new Error('There are three centres.')
    const { patientId } = await buildPatient(platform, { verified: true })
    const startsAt = new Date(Math.ceil(Date.now() / hourMs) * hourMs + (48 + n) * hourMs)
    const visit = { ...service, patientId, startsAt }
    const offerId = offers.get(service.centerId) ?? ''
    const kinds = [
      async () => ({ patientId, target: { appointmentId: (await buildAppointment(platform, visit)).appointmentId } }),
      async () => ({
        patientId,
        target: { appointmentId: (await buildHeldTime(platform, { ...visit, depositCents: 40_000 })).appointmentId },
      }),
      () => Promise.resolve({ patientId, target: { offerId } }),
    ]
    purchases.push(kinds[Math.floor(n / services.length) % kinds.length] ?? randomOf(kinds))
  }
  return { centers: services.map(({ centerId }, n) => ({ centerId, seller: sellers[n] ?? '' })), purchases }
}

type Paying = Purchase & { processes: readonly Running[] }

/** Opens the page until it gets one, pays on it once or twice, and sometimes cancels the visit afterwards. */
async function payAndChange({ processes, patientId, target }: Paying): Promise<void> {
  const { tokens } = await signIn(platform, patientId)
  const send = createStormClient({ processes, bearer: tokens.access_token })
  const giveUpAt = Date.now() + patienceMs
  while (Date.now() < giveUpAt) {
    const preferenceId = await openPage(send, target)
    if (preferenceId === 'paid') return
    if (preferenceId === undefined) {
      await pause(100)
      continue
    }
    if (Math.random() < 0.2) double.pay(preferenceId, 'FUND')
    // A second approved payment of one page.
    for (let times = Math.random() < 0.15 ? 2 : 1; times > 0; times -= 1) double.pay(preferenceId, 'APRO')
    if ('appointmentId' in target && Math.random() < 0.3) {
      const { appointmentId } = target
      const caller = { userId: patientId, visitorKey: undefined }
      await cancelAppointment(platform, { appointmentId, caller }).catch(() => undefined)
    }
    return
  }
  throw new Error('a page of a payment could not be opened')
}

/** @returns the preference of the page; undefined when it has to be tried again */
async function openPage(
  send: ReturnType<typeof createStormClient>,
  target: Purchase['target'],
): Promise<string | undefined> {
  const path = `/api/v1/checkouts/quote?${new URLSearchParams(target)}`
  const quoted = await send<{ code?: string; terms?: string | null; totalCents: number }>(path)
  if (quoted?.body.code === 'checkouts.already_paid') return 'paid'
  if (quoted?.status !== 200) return undefined
  const { terms, totalCents } = quoted.body
  const order = { ...target, terms, method: 'page', totalCents, idempotencyKey: newId() }
  // The same press again: a lost answer doesn't open a second page.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const started = await send<{ redirectUrl?: string | null }>('/api/v1/checkouts', order)
    if (started?.status === 201) return new URL(started.body.redirectUrl ?? '').searchParams.get('pref_id') ?? undefined
    await pause(50)
  }
  return undefined
}

type Notifying = { processes: readonly Running[]; progress: { isOver: boolean } }

const kindsAboutPayment: readonly NoticeKind[] = noticeKinds.filter((kind) => kind !== 'deauthorized')

/**
 * Delivers three notices of each payment in random order and of any kind, to either process; of one payment in ten none, so that only
 * asking finds it. @returns how many
 */
async function notifyThrice({ processes, progress }: Notifying): Promise<number> {
  const counts = new Map<string, number>()
  let delivered = 0
  for (;;) {
    const isLast = progress.isOver
    const open = [...double.state.payments.values()].filter(({ id }) => !id.endsWith('7') && (counts.get(id) ?? 0) < 3)
    if (isLast && open.length === 0) return delivered
    for (const payment of open.toSorted(() => Math.random() - 0.5).slice(0, 20)) {
      const notice = double.noticeOf(payment, Math.random() < 0.5 ? 'signed' : randomOf(kindsAboutPayment))
      const { pathname, search } = new URL(notice.url)
      const url = `${randomOf(processes).url}${pathname}${search}`
      const response = await fetch(url, { method: 'POST', headers: notice.headers, body: notice.body }).catch(
        () => undefined,
      )
      if (!response) continue
      counts.set(payment.id, (counts.get(payment.id) ?? 0) + 1)
      delivered += 1
    }
    await pause(20)
  }
}

type Centers = readonly { centerId: string; seller: string }[]

/** An owner withdraws the consent at Mercado Pago, and connects again a moment later. */
async function revokeNowAndThen({ centers, progress }: { centers: Centers; progress: { isOver: boolean } }) {
  while (!progress.isOver) {
    await pause(2000)
    const center = randomOf(centers)
    double.revoke(center.seller)
    await pause(500)
    await connectAccount(platform, center)
  }
}

/** Does what the jobs do within the days that follow. */
async function endAll(centers: Centers): Promise<void> {
  for (const center of centers) await connectAccount(platform, center)
  for (let day = 1; day <= 8; day += 1) {
    clock.set(new Date(Date.now() + day * dayMs))
    for (let run = 0; run < 1 + people / 100; run += 1) await settleCheckouts(platform)
    for (let run = 0; run < 1 + people / 100; run += 1) await findLatePayments(platform)
    await repeatRefunds(platform)
    if (day === 4) await giveSomePackagesBack()
    await runJobs(platform, { only: 'payments.refund' })
  }
}

/** The desks end every third package. */
async function giveSomePackagesBack(): Promise<void> {
  const sold = await db.selectFrom('packages').select(['id', 'center_id', 'price']).orderBy('id').execute()
  expect(sold.length).toBeGreaterThan(0)
  for (const { id: packageId, center_id: centerId, price } of sold.filter((_, n) => n % 3 === 0))
    await clientOf(platform, packagesRoutes, centerId).refund({ centerId, packageId, refundCents: price })
}

/**
 * What each account holds is what Senda says of it, to the cent, and no patient paid a thing twice: every approved payment is that of an
 * approved checkout, or was given back whole.
 */
async function expectMoneyAgrees(): Promise<void> {
  const approved = [...double.state.payments.values()].filter(({ approvedAt }) => approvedAt !== null)
  const { rows: counted } = await sql<{ paymentId: string; kept: number; fee: number; requested: number }>`
    select gateway_payment_id as "paymentId", amount - refunded_amount as kept, fee_amount as fee,
      case when package_terms is null then amount / 10 else 0 end as requested
    from checkouts where status = 'approved'`.execute(db)
  const keptOf = new Map(counted.map(({ paymentId, kept }) => [paymentId, kept]))
  for (const payment of approved) {
    expect([payment.id, Math.round((payment.amount - payment.refunded) * 100)]).toEqual([
      payment.id,
      keptOf.get(payment.id) ?? 0,
    ])
  }
  expect(counted.every(({ paymentId }) => approved.some(({ id }) => id === paymentId))).toBe(true)
  expect(counted.every(({ fee, requested }) => fee === requested)).toBe(true)
  const { rows: twice } = await sql`
    select patient_id from checkouts where status = 'approved' and refunded_amount = 0
    group by appointment_id, patient_id having count(*) > 1`.execute(db)
  expect(twice).toEqual([])
  const { rows: unequal } = await sql`
    select appointments.id from appointments
    left join (select appointment_id, sum(amount - refunded_amount) as kept from checkouts where status = 'approved' group by 1) as paid
      on paid.appointment_id = appointments.id
    where paid_amount - coalesce((select sum(refund_amount) from payments where appointment_id = appointments.id), 0)
      <> coalesce(kept, 0)`.execute(db)
  expect(unequal).toEqual([])
}
