import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { collectPayment, undoCollection } from '#server/features/appointments/usecases/collect-payment.ts'
import { setBlocked } from '#server/features/conversations/usecases/change-conversation.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { collectPart, refundPackage } from '#server/features/packages/usecases/settle-package.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildMember, buildService, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { stormSize } from '#server/testing/storm.ts'
import { tillsRoutes } from './routes/tills.ts'

const platform = await testPlatform()
const { db, clock } = platform
const as = (userId: string) => clientOf(platform, tillsRoutes, userId)

let service: Awaited<ReturnType<typeof buildService>>
let reception: string
beforeEach(async () => {
  service = await buildService(platform)
  reception = (await buildMember(platform, { centerId: service.centerId, role: 'reception' })).userId
})

let hours = 0
/** An appointment that overlaps no other. */
async function visit(status: 'completed' | 'confirmed' = 'completed') {
  hours += 2
  const startsAt = new Date(clock.now().getTime() - hours * hourMs - dayMs)
  const booked = await buildAppointment(platform, { ...service, startsAt, status })
  await db.updateTable('appointments').set({ price: 100_000 }).where('id', '=', booked.appointmentId).execute()
  return booked
}
const atDesk = (appointmentId: string) => ({ userId: reception, centerId: service.centerId, appointmentId })
const collect = (appointmentId: string, amountCents: number, method: 'efectivo' | 'debito' = 'efectivo') =>
  collectPayment(platform, { ...atDesk(appointmentId), amountCents, method })
/** The ledger's faults about tills. It also reports that these visits have no commission. */
const wrongTills = async () => (await verifyLedger(db)).filter(({ table }) => table === 'till_closings')
const till = () => as(reception).get({ centerId: service.centerId })
const none = { cashCents: 0, debitCents: 0, transferCents: 0, floatLeftCents: 0, note: '' }

async function close(count: Partial<typeof none> = {}) {
  const { lastClosing } = await till()
  const { centerId } = service
  return as(reception).close({ ...none, ...count, centerId, lastClosingId: lastClosing?.id ?? null })
}

describe('the open till', () => {
  test('lists each collection with its person, method and collector, and an undone one as a negative movement', async () => {
    const first = await visit()
    await collect(first.appointmentId, 60_000)
    await collect(first.appointmentId, 40_000, 'debito')
    await undoCollection(platform, atDesk(first.appointmentId))
    const { expected, movements, movementCount } = await till()
    expect(expected).toEqual({ efectivo: 60_000, debito: 0, transferencia: 0 })
    expect(movementCount).toBe(3)
    expect(movements.map(({ kind, amountCents, method }) => [kind, amountCents, method])).toEqual([
      ['undone', -40_000, 'debito'],
      ['collected', 40_000, 'debito'],
      ['collected', 60_000, 'efectivo'],
    ])
    expect(movements[0]).toMatchObject({
      personName: expect.stringMatching(/./),
      memberName: expect.stringMatching(/./),
    })
  })

  test('subtracts a refund that the desk paid in cash', async () => {
    const { appointmentId } = await visit('confirmed')
    await collect(appointmentId, 100_000)
    await sql`update appointments set status = 'cancelled', cancelled_at = now(), cancelled_by = 'center', refund_percent = 50 where id = ${appointmentId}`.execute(
      db,
    )
    await db
      .updateTable('payments')
      .set({ refund_amount: 50_000 })
      .where('appointment_id', '=', appointmentId)
      .execute()
    await undoCollection(platform, atDesk(appointmentId))
    expect((await till()).expected.efectivo).toBe(50_000)
    expect((await till()).movements[0]).toMatchObject({ kind: 'refunded', amountCents: -50_000 })
  })
})

describe('a closing', () => {
  test('starts the next till from the float that it left, and covers its movements', async () => {
    await collect((await visit()).appointmentId, 100_000)
    const closing = await close({ cashCents: 100_000, floatLeftCents: 30_000 })
    expect(closing).toMatchObject({ number: 1, differenceCents: 0, floatLeftCents: 30_000, openingFloatCents: 0 })
    expect(await till()).toMatchObject({
      openingFloatCents: 30_000,
      expected: { efectivo: 30_000 },
      movements: [],
      lastClosing: { id: closing.id, number: 1 },
    })
    const read = await as(reception).closing({ centerId: service.centerId, closingId: closing.id })
    expect(read.movements).toMatchObject([{ amountCents: 100_000 }])
    expect(await wrongTills()).toEqual([])
  })

  test('with a difference needs a note', async () => {
    await collect((await visit()).appointmentId, 100_000)
    const refusal = { code: 'request.invalid', data: { fields: [{ path: 'note' }] } }
    await expect(close({ cashCents: 90_000 })).rejects.toMatchObject(refusal)
    // Two differences that cancel each other out need a note, too.
    await expect(close({ cashCents: 90_000, debitCents: 10_000 })).rejects.toMatchObject(refusal)
    expect(await close({ cashCents: 90_000, note: 'Faltó el vuelto' })).toMatchObject({ differenceCents: -10_000 })
  })

  test('cannot leave more in the drawer than was counted', async () => {
    await expect(close({ floatLeftCents: 1, note: 'x' })).rejects.toMatchObject({
      data: { fields: [{ path: 'floatLeftCents' }] },
    })
  })

  test('does not change when one of its collections is undone: the open till gets a negative movement', async () => {
    const { appointmentId } = await visit()
    await collect(appointmentId, 100_000)
    const closing = await close({ cashCents: 100_000 })
    await undoCollection(platform, atDesk(appointmentId))
    expect(await till()).toMatchObject({ expected: { efectivo: -100_000 }, movementCount: 1 })
    const { movements, ...unchanged } = await as(reception).closing({
      centerId: service.centerId,
      closingId: closing.id,
    })
    expect(unchanged).toMatchObject(closing)
    expect(movements).toHaveLength(1)
    expect(await wrongTills()).toEqual([])
  })

  test('is refused to a screen that does not show the last closing', async () => {
    await close()
    const stale = { ...none, centerId: service.centerId, lastClosingId: null }
    await expect(as(reception).close(stale)).rejects.toMatchObject({ code: 'tills.closed_meanwhile' })
  })

  test('and its movements are never changed or deleted', async () => {
    await collect((await visit()).appointmentId, 100_000)
    const { id } = await close({ cashCents: 100_000 })
    for (const change of [
      sql`update till_closings set note = 'otra' where id = ${id}`,
      sql`delete from till_closings where id = ${id}`,
      sql`truncate till_closings cascade`,
      sql`update till_movements set amount = 1 where closing_id = ${id}`,
      sql`update till_movements set closing_id = null where closing_id = ${id}`,
      sql`delete from till_movements where closing_id = ${id}`,
    ]) {
      await expect(change.execute(db)).rejects.toThrow('never changed')
    }
  })

  test('is exported as CSV, with money that left the till in a separate column', async () => {
    const { appointmentId } = await visit()
    await collect(appointmentId, 100_000)
    await undoCollection(platform, atDesk(appointmentId))
    const { id, number } = await close()
    const file = await as(reception).closingCsv({ centerId: service.centerId, closingId: id })
    expect(file.fileName).toMatch(new RegExp(`^caja-${number}-\\d{4}-\\d{2}-\\d{2}\\.csv$`))
    const [head, collected, undone] = file.csv.split('\r\n')
    expect(head).toBe('\ufefffecha;hora;concepto;paciente;servicio;medio;entra;sale;registró')
    expect(collected).toContain(';Cobro;')
    expect(collected).toContain(';1000,00;;')
    expect(undone).toContain(';Cobro anulado;')
    expect(undone).toContain(';;1000,00;')
  })

  test('is listed newest first, in pages, for its centre alone', async () => {
    const numbers: number[] = []
    for (let count = 0; count < 23; count++) {
      clock.advance(hourMs)
      numbers.unshift((await close()).number)
    }
    const read = (cursor?: string) => as(reception).closings({ centerId: service.centerId, ...(cursor && { cursor }) })
    const first = await read()
    const second = await read(first.nextCursor ?? '')
    expect([...first.items, ...second.items].map(({ number }) => number)).toEqual(numbers)
    expect(second.nextCursor).toBeNull()
    const other = await buildService(platform)
    const stranger = await buildMember(platform, { centerId: other.centerId, role: 'reception' })
    await expect(as(stranger.userId).closings({ centerId: service.centerId })).rejects.toMatchObject({ status: 404 })
    expect((await as(stranger.userId).closings({ centerId: other.centerId })).items).toEqual([])
  })

  test('that contradicts its movements is reported by verify-ledger', async () => {
    const { id } = await close()
    await sql`alter table till_closings disable trigger till_closings_keep`.execute(db)
    await sql`update till_closings set expected_debit = 5, counted_debit = 5 where id = ${id}`.execute(db)
    expect(await wrongTills()).toMatchObject([{ table: 'till_closings', id }])
    await sql`update till_closings set expected_debit = 0, counted_debit = 0 where id = ${id}`.execute(db)
    await sql`alter table till_closings enable trigger till_closings_keep`.execute(db)
  })
})

test('during many simultaneous collections and closings, each collection enters exactly one till', async () => {
  const count = stormSize({ short: 24, long: 400 })
  const visits = await Promise.all(Array.from({ length: count }, visit))
  const tryToClose = async () => {
    try {
      await close({ note: 'Carrera' })
    } catch (error) {
      if ((error as { code?: string }).code !== 'tills.closed_meanwhile') throw error
    }
  }
  let isCollecting = true
  const closer = async () => {
    while (isCollecting) await tryToClose()
  }
  const closers = [closer(), closer()]
  const queue = [...visits]
  const collector = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) await collect(next.appointmentId, 100_000)
  }
  await Promise.all([collector(), collector(), collector(), collector()])
  isCollecting = false
  await Promise.all(closers)
  await close({ note: 'La última' })
  const { rows } = await sql<{ movements: number; payments: number; open: number; closings: number; sum: number }>`
    select count(*) as movements, count(distinct payment_id) as payments,
      count(*) filter (where closing_id is null) as open, count(distinct closing_id) as closings,
      (select sum(expected_cash - opening_float) from till_closings where center_id = ${service.centerId})::bigint as sum
    from till_movements where center_id = ${service.centerId}`.execute(db)
  expect(rows[0]).toMatchObject({ movements: count, payments: count, open: 0, sum: count * 100_000 })
  expect(rows[0]?.closings).toBeGreaterThan(1)
  expect(await wrongTills()).toEqual([])
})

describe('debts', () => {
  const debts = (input: object = {}) => as(reception).debts({ centerId: service.centerId, ...input })

  test('list the unpaid and partly paid appointments that took place, with their sum', async () => {
    const [unpaid, partly, paid] = [await visit(), await visit(), await visit()]
    await collect(partly.appointmentId, 40_000)
    await collect(paid.appointmentId, 100_000)
    const { items, total, totalDueCents } = await debts({ order: 'amount' })
    expect(items.map(({ appointmentId, dueCents }) => [appointmentId, dueCents])).toEqual([
      [unpaid.appointmentId, 100_000],
      [partly.appointmentId, 60_000],
    ])
    expect({ total, totalDueCents }).toEqual({ total: 2, totalDueCents: 160_000 })
    expect(await debts({ q: 'nombre que no existe' })).toMatchObject({ total: 0, totalDueCents: 0 })
  })

  test('include the packages that are sold in parts, until the rest is paid or they are given back', async () => {
    const { patientId } = await visit('confirmed')
    await db.updateTable('profiles').set({ full_name: 'Olga Pintos' }).where('id', '=', patientId).execute()
    const sold = await sellPackage(platform, { ...service, personId: patientId, amountCents: 400_000 })
    const { packages, total } = await debts()
    expect(total).toBe(0)
    expect(packages).toMatchObject({
      items: [
        { packageId: sold.id, kind: 'patient', personId: patientId, personName: 'Olga Pintos', dueCents: 600_000 },
      ],
      total: 1,
      totalDueCents: 600_000,
    })
    expect((await debts({ q: 'pintos' })).packages.total).toBe(1)
    expect((await debts({ q: 'otra persona' })).packages).toEqual({ items: [], total: 0, totalDueCents: 0 })
    const rest = { amountCents: 600_000, paidCents: 400_000, method: 'efectivo' } as const
    const desk = { userId: reception, centerId: service.centerId }
    await collectPart(platform, { ...desk, packageId: sold.id, ...rest })
    expect((await debts()).packages.total).toBe(0)
    const second = await sellPackage(platform, { ...service, personId: patientId, amountCents: 400_000, soldCount: 1 })
    await refundPackage(platform, { ...desk, packageId: second.id, refundCents: 400_000 })
    expect((await debts()).packages.total).toBe(0)
  })

  test('are found by a part of the name or of the telephone number, in any spelling', async () => {
    const [ana] = [await visit(), await visit()]
    const named = { full_name: 'Ana Güemes Núñez', phone: '+59899123456' }
    await db.updateTable('profiles').set(named).where('id', '=', ana.patientId).execute()
    for (const q of ['guemes', 'NUÑEZ ana', '099 123 456', '+598 99 123', '3456']) {
      const { items, total } = await debts({ q })
      expect([q, total, items.map(({ appointmentId }) => appointmentId)]).toEqual([q, 1, [ana.appointmentId]])
    }
    expect(await debts({ q: '099 999 999' })).toMatchObject({ total: 0 })
  })

  test('are listed in pages of 20, in the chosen order, with the sum of all pages', async () => {
    const visits = []
    for (let count = 0; count < 23; count++) visits.push(await visit())
    const oldestFirst = visits.map(({ appointmentId }) => appointmentId).toReversed()
    const [first, second] = [await debts(), await debts({ page: 2 })]
    expect([first.total, second.total, second.totalDueCents]).toEqual([23, 23, 2_300_000])
    expect([...first.items, ...second.items].map(({ appointmentId }) => appointmentId)).toEqual(oldestFirst)
    const newest = await debts({ order: 'newest' })
    expect(newest.items[0]?.appointmentId).toBe(oldestFirst.at(-1))
    expect((await debts({ page: 3 })).items).toEqual([])
    await expect(debts({ page: 0 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(debts({ order: 'phone' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('are visible to the patient once the centre records payments', async () => {
    const { appointmentId, patientId } = await visit()
    const own = () => as(patientId).ownDebts()
    expect(await own()).toEqual({ items: [], totalDueCents: 0 })
    await collect(appointmentId, 40_000)
    expect(await own()).toMatchObject({ items: [{ appointmentId, paidCents: 40_000, dueCents: 60_000 }] })
  })

  test('are mailed at most once in seven days, without the service in the subject', async () => {
    const { appointmentId, patientId } = await visit()
    const remind = () => as(reception).remind({ centerId: service.centerId, appointmentId })
    await sql`update users set email_verified_at = null where id = ${patientId}`.execute(db)
    await expect(remind()).rejects.toMatchObject({ code: 'tills.no_address' })
    await sql`update users set email_verified_at = now(), email_confirmed_at = now() where id = ${patientId}`.execute(
      db,
    )
    const outcomes = await Promise.allSettled([remind(), remind()])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(remind()).rejects.toMatchObject({ code: 'tills.reminded_lately' })
    expect((await debts()).items[0]).toMatchObject({ remindedAt: clock.now().toISOString(), can: { remind: false } })
    clock.advance(7 * dayMs)
    await remind()
    const mails = await sql<{ subject: string }>`
      select subject from outbound_mails where kind = 'tills.debt_reminder' and recipient = (
        select email from users where id = ${patientId})`.execute(db)
    expect(mails.rows).toEqual([{ subject: 'Te quedó un saldo por pagar' }, { subject: 'Te quedó un saldo por pagar' }])
    await collect(appointmentId, 100_000)
    await expect(remind()).rejects.toMatchObject({ code: 'tills.not_a_debt' })
  })

  test('reach no patient who neither booked nor accepted the visit, nor one who blocked the centre', async () => {
    const { appointmentId, patientId } = await visit()
    await collect(appointmentId, 40_000)
    const { centerId } = service
    const set = (row: object) => db.updateTable('appointments').set(row).where('id', '=', appointmentId).execute()
    const outcome = async () => {
      const remind = as(reception).remind({ centerId, appointmentId })
      const code = await remind.then(
        () => 'sent',
        (error: { code: string }) => error.code,
      )
      return [(await debts()).items[0]?.can.remind, code, (await as(patientId).ownDebts()).items.length]
    }
    await verifyEmail(platform, { userId: patientId })
    const agreed = { agreed_at: null, agreed_starts_at: null, agreed_professional_id: null }
    await set({ ...agreed, booked_by: 'center', expected_starts_at: null })
    expect(await outcome()).toEqual([false, 'tills.not_agreed', 0])
    await set({ expected_starts_at: sql`starts_at` })
    const { id } = await startConversation(platform, { userId: patientId, recipientId: centerId })
    const block = { userId: patientId, conversationId: id }
    await setBlocked(platform, { ...block, isBlocked: true })
    expect(await outcome()).toEqual([false, 'tills.blocked_by_patient', 0])
    await setBlocked(platform, { ...block, isBlocked: false })
    await db.updateTable('profiles').set({ status: 'banned' }).where('id', '=', centerId).execute()
    expect(await outcome()).toEqual([false, 'tills.closed_by_staff', 1])
    await db.updateTable('profiles').set({ status: 'active' }).where('id', '=', centerId).execute()
    expect(await outcome()).toEqual([false, 'sent', 1])
  })
})
