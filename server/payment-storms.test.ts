import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { completeAppointment } from '#server/features/appointments/usecases/mark-appointment.ts'
import { moveAppointment } from '#server/features/appointments/usecases/move-appointment.ts'
import { settleCheckouts } from '#server/features/checkouts/usecases/settle-checkouts.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { type Outcome, testCards } from '#server/simulado/cards.ts'
import { notificationOf } from '#server/simulado/notifications.ts'
import { createSimulado } from '#server/simulado/simulado.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { expectAllScreensAgree } from '#server/testing/income.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { type Running, startSenda } from '#server/testing/processes.ts'
import { onCleanup } from '#server/testing/resources.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { stormSize } from '#server/testing/storm.ts'
import { createStormClient } from '#server/testing/storm-client.ts'

const price = 150_000
const people = stormSize({ short: 20, long: 500 })
const kills = stormSize({ short: 1, long: 5 })
const interleavings = stormSize({ short: 20, long: 1000 })
const clients = 12
/** A patient keeps trying, also while a process starts again. */
const patienceMs = 60_000

const randomOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('every appointment is paid once while notifications come three times in any order and processes are killed', {
  timeout: 120_000 + people * 1000,
}, async () => {
  // Uses the real clock, as the processes do.
  const platform = await testPlatform({ start: new Date() })
  const env = {
    DATABASE_URL: platform.databaseUrl,
    SECRET_KEY: Buffer.from(platform.secret).toString(),
    PUBLIC_URL: platform.settings.publicUrl,
    PAYMENT_GATEWAY: 'simulado',
    TRUSTED_PROXIES: '1',
  }
  const processes: Running[] = [await startSenda({ env }), await startSenda({ env })]
  const visits = await buildVisits(platform)
  const progress = { isOver: false }
  const notifying = notifyThrice({ platform, processes, progress })
  const waiting = [...visits]
  const working = Array.from({ length: clients }, async () => {
    for (let visit = waiting.pop(); visit; visit = waiting.pop()) await payUntilPaid({ platform, processes, ...visit })
  })
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(stormSize({ short: 1500, long: 4000 }))
    await processes[kill % 2]?.kill()
    processes[kill % 2] = await startSenda({ env })
  }
  await Promise.all(working)
  progress.isOver = true
  const delivered = await notifying
  // Where a process died before it called the gateway, the checkout expires and its patient pays again.
  await settleAll(platform)
  for (const visit of await listUnpaid(platform)) await payUntilPaid({ platform, processes, ...visit })
  await settleAll(platform)

  expect(await verifyLedger(platform.db)).toEqual([])
  expect(await listUnpaid(platform)).toEqual([])
  await expectGatewayAgrees(platform)
  await expectAllScreensAgree(platform)
  process.stdout.write(`${people} people, ${kills} kills, ${delivered} notifications\n`)
})

/** Does what the jobs would do within the next minutes. */
async function settleAll(platform: TestPlatform): Promise<void> {
  platform.clock.set(new Date(Date.now() + 5 * minuteMs))
  await runJobs(platform, { only: 'simulado.approve' })
  await settleCheckouts(platform)
  await runJobs(platform, { only: 'payments.refund' })
  platform.clock.set(new Date())
}

async function listUnpaid({ db }: Platform) {
  const rows = await db
    .selectFrom('appointments')
    .select(['id as appointmentId', 'patient_id as patientId'])
    .where('paid_amount', '!=', price)
    .execute()
  return rows.map(({ appointmentId, patientId }) => ({ appointmentId, patientId: patientId ?? '' }))
}

async function buildVisits(platform: Platform) {
  const visits: { patientId: string; appointmentId: string }[] = []
  const services = await Promise.all([1, 2, 3, 4].map(() => buildService(platform)))
  for (let n = 0; n < people; n += 1) {
    const { patientId } = await buildPatient(platform)
    const startsAt = new Date(Math.ceil(Date.now() / hourMs) * hourMs + (48 + n) * hourMs)
    const { appointmentId } = await buildAppointment(platform, { ...randomOf(services), patientId, startsAt })
    visits.push({ patientId, appointmentId })
  }
  return visits
}

type Visit = { platform: Platform; processes: readonly Running[]; patientId: string; appointmentId: string }

const cards: readonly Outcome[] = ['approved', 'approved', 'declined', 'no_response', 'pending', 'repeated']

/** A patient who presses the button until the appointment is paid; a lost response is sent again with the same key. */
async function payUntilPaid({ platform, processes, patientId, appointmentId }: Visit): Promise<void> {
  const { tokens } = await signIn(platform, patientId)
  const send = createStormClient({ processes, bearer: tokens.access_token })
  let idempotencyKey = newId()
  const giveUpAt = Date.now() + patienceMs
  for (let attempt = 1; Date.now() < giveUpAt; ) {
    const number = testCards.find(({ outcome }) => outcome === (attempt > 3 ? 'approved' : randomOf(cards)))?.number
    const card = { number: number ?? testCards[0]?.number, name: 'Ana', expiry: '12/39', cvv: '123' }
    const token = await send<{ token: string }>('/simulado/v1/tokens', card)
    // The process that received the request is starting.
    if (token?.status !== 201) {
      await pause(100)
      continue
    }
    const quoted = await send<{ code?: string; terms?: string | null }>(
      `/api/v1/checkouts/quote?appointmentId=${appointmentId}`,
    )
    if (quoted?.body.code === 'checkouts.already_paid') return
    if (quoted?.status !== 200) {
      await pause(100)
      continue
    }
    attempt += 1
    const { terms } = quoted.body
    const payment = { appointmentId, terms, method: 'card', token: token.body.token, totalCents: price, idempotencyKey }
    const started = await send<{ code?: string; checkout?: { status: string } }>('/api/v1/checkouts', payment)
    if (started === undefined) {
      await pause(100)
      continue
    }
    if (started.body.code === 'checkouts.already_paid' || started.body.checkout?.status === 'approved') return
    if (started.body.checkout?.status === 'declined') idempotencyKey = newId()
    // The payment is in process: the notification or the job ends it.
    else if (started.status < 500) return
  }
  throw new Error('an appointment could not be paid')
}

type Notifying = { platform: Platform; processes: readonly Running[]; progress: { isOver: boolean } }

/** Delivers the notification of every payment three times, in random order, to either process. @returns how many */
async function notifyThrice({ platform, processes, progress }: Notifying): Promise<number> {
  const counts = new Map<string, number>()
  let delivered = 0
  for (;;) {
    const isLast = progress.isOver
    const { rows } = await sql<{ id: string }>`select id::text as id from simulado.payments`.execute(platform.db)
    const open = rows.map(({ id }) => id).filter((id) => (counts.get(id) ?? 0) < 3)
    if (isLast && open.length === 0) return delivered
    for (const paymentId of open.toSorted(() => Math.random() - 0.5).slice(0, 20)) {
      const { query, headers, body } = notificationOf(platform, { paymentId })
      const url = `${randomOf(processes).url}/webhooks/payments/simulado${query}`
      const response = await fetch(url, { headers, body, method: 'POST' }).catch(() => undefined)
      if (response?.status !== 200) continue
      counts.set(paymentId, (counts.get(paymentId) ?? 0) + 1)
      delivered += 1
    }
    await pause(20)
  }
}

/** No charge without its checkout, and what the gateway kept is what the appointments count. */
async function expectGatewayAgrees({ db }: Platform): Promise<void> {
  const { rows: charges } = await sql`
    select from simulado.payments charged left join checkouts on checkouts.gateway_payment_id = charged.id::text
    where charged.status = 'approved' and checkouts.status is distinct from 'approved'`.execute(db)
  expect(charges).toHaveLength(0)
  const { rows: sums } = await sql<{ kept: number; counted: number }>`
    select (select coalesce(sum(amount - refunded_amount), 0)::int from simulado.payments where status = 'approved') as kept,
      (select coalesce(sum(amount - coalesce(refund_amount, 0)), 0)::int from payments where undone_at is null) as counted`.execute(
    db,
  )
  expect(sums[0]?.kept).toBe(sums[0]?.counted)
}

test('paying, cancelling, moving and completing one appointment end in an allowed state in every order', {
  timeout: 60_000 + interleavings * 500,
}, async () => {
  const platform = await testPlatform({ start: new Date() })
  const second = await connectSecondProcess(platform)
  const ends = new Map<string, number>()
  for (let n = 0; n < interleavings; n += 1) {
    const desk = await buildDesk(platform)
    const { patientId } = await buildPatient(platform)
    // The appointment begins during the changes below, so that each of them may come first.
    const startsAt = new Date(Date.now() + Math.random() * 150)
    platform.clock.set(new Date())
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
    const caller = { userId: patientId, visitorKey: undefined }
    const token = await cardToken(platform, randomOf(['approved', 'no_response', 'pending', 'declined']))
    const request = {
      patientId,
      appointmentId,
      method: 'card',
      token,
      totalCents: price,
      idempotencyKey: newId(),
    } as const
    const changes = [
      (at: Platform) => startCheckout(at, { ...request, address: `10.0.${n >> 8}.${n & 255}` }),
      (at: Platform) => cancelAppointment(at, { caller, appointmentId }),
      (at: Platform) =>
        moveAppointment(at, {
          caller,
          appointmentId,
          startsAt: new Date(Math.ceil(Date.now() / hourMs) * hourMs + 72 * hourMs),
        }),
      (at: Platform) => completeAppointment(at, desk.at(appointmentId)),
    ]
    await Promise.allSettled(
      changes.map(async (change) => {
        await pause(Math.random() * 80)
        return change(randomOf([platform, second].map((at) => ({ ...at, clock: { now: () => new Date() } }))))
      }),
    )
    await settleAll(platform)
    const { status, paid_amount: paid } = await platform.db
      .selectFrom('appointments')
      .select(['status', 'paid_amount'])
      .where('id', '=', appointmentId)
      .executeTakeFirstOrThrow()
    const end = `${status}, ${paid === 0 ? 'unpaid' : 'paid'}`
    ends.set(end, (ends.get(end) ?? 0) + 1)
    expect(['confirmed', 'completed', 'cancelled']).toContain(status)
    expect([0, price]).toContain(paid)
  }
  expect(await verifyLedger(platform.db)).toEqual([])
  await expectGatewayAgrees(platform)
  await expectAllScreensAgree(platform)
  process.stdout.write(`${[...ends].map(([end, count]) => `${end}: ${count}`).join('; ')}\n`)
})

/** Another pool on the same rows, as another process has. */
async function connectSecondProcess(platform: TestPlatform): Promise<Platform> {
  const { db, pool, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 5 })
  onCleanup(close)
  const base = { ...platform, db, pool }
  return { ...base, gateway: createSimulado(base) }
}
