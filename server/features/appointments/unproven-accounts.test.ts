import { describe, expect, it } from 'vitest'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { mapCancelledShares } from './repository/reliability.ts'
import { cancelAppointment } from './usecases/cancel-appointment.ts'
import { cancelAtDesk } from './usecases/cancel-at-desk.ts'
import { cancelUnconfirmed, readUnconfirmed } from './usecases/cancel-unconfirmed.ts'
import { closeAppointments } from './usecases/close-appointments.ts'
import { collectPayment } from './usecases/collect-payment.ts'
import { confirmAppointment } from './usecases/confirm-appointment.ts'
import { readDeskTasks } from './usecases/desk-tasks.ts'
import { completeAppointment, markArrived, reopenAppointment } from './usecases/mark-appointment.ts'
import { moveAppointment } from './usecases/move-appointment.ts'
import { sendNoticeJob } from './usecases/send-notice.ts'

const platform = await testPlatform()
const { patient, visitor, hold } = booking(platform)
/** Four hours from ten to two and from four on, on working days. */
const startOf = (n: number) => later((Math.floor(n / 6) % 5) * dayMs + Math.floor(n / 30) * 7 * dayMs + hourOf(n % 6))
const hourOf = (at: number) => (at < 2 ? at : at + 2) * 60 * minuteMs
type Caller = { userId: string; visitorKey: undefined }
type Booking = { serviceId: string; address: string; n: number; caller?: Caller }

async function book({ serviceId, address, n, ...input }: Booking) {
  const caller = input.caller ?? (await patient())
  const held = await hold({ serviceId, caller, address, startsAt: startOf(n) })
  const appointment = await confirmAppointment(platform, { caller, appointmentId: held.id, address })
  return { caller, appointment }
}

async function verified(): Promise<Caller> {
  const caller = await patient()
  await verifyEmail(platform, { userId: caller.userId })
  return caller
}

const networksOf = async (professionalId: string) =>
  platform.db
    .selectFrom('appointments')
    .select('unproven_network as network')
    .where('professional_id', '=', professionalId)
    .where('unproven_network', 'is not', null)
    .execute()

describe('twelve accounts of one network that confirmed no address', () => {
  it('get ten times of a professional between them, and the rest of the network books with a confirmed address', async () => {
    const { serviceId, professionalId } = await buildService(platform)
    const address = '203.0.113.20'
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => book({ serviceId, address, n: 2 * n })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('appointments.network_books_many'))
    }
    const refused = withCode('appointments.network_books_many')
    await expect(hold({ serviceId, address, startsAt: startOf(25) })).rejects.toEqual(refused)
    const newcomer = await patient()
    await expect(book({ serviceId, address, n: 25, caller: newcomer })).rejects.toEqual(refused)
    await expect(book({ serviceId, address: '203.0.113.21', n: 25 })).resolves.toBeDefined()
    const { serviceId: other } = await buildService(platform)
    await expect(book({ serviceId: other, address, n: 25, caller: newcomer })).resolves.toBeDefined()
    // The way on that the refusal names.
    await verifyEmail(platform, newcomer)
    await expect(book({ serviceId, address, n: 26, caller: newcomer })).resolves.toBeDefined()
    expect(await networksOf(professionalId)).toHaveLength(11)
  })

  it('get no more by holding as visitors of one /48 and confirming simultaneously', async () => {
    const { serviceId } = await buildService(platform)
    const addressOf = (n: number) => `2001:db8:7:${n.toString(16)}::/64`
    const visitors = Array.from({ length: 14 }, visitor)
    const holds = await Promise.all(
      visitors.map((caller, n) => hold({ serviceId, caller, address: addressOf(n), startsAt: startOf(2 * n) })),
    )
    const outcomes = await Promise.allSettled(
      holds.map(async ({ id: appointmentId }, n) => {
        const caller = { userId: (await patient()).userId, visitorKey: visitors[n]?.visitorKey }
        const newDependant = { fullName: 'Sofía', birthDate: '2019-05-04', relation: 'hija' }
        return confirmAppointment(platform, { caller, appointmentId, address: addressOf(n), newDependant })
      }),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('have their times again once these are cancelled, over or confirmed, and their network is forgotten', async () => {
    const { serviceId, professionalId } = await buildService(platform)
    const address = '203.0.113.30'
    const booked = []
    for (let n = 0; n < 10; n++) booked.push(await book({ serviceId, address, n: 2 * n }))
    const [first, second] = booked
    if (!first || !second) throw new Error('Ten accounts have booked.')
    await cancelAppointment(platform, { caller: first.caller, appointmentId: first.appointment.id })
    await expect(book({ serviceId, address, n: 25 })).resolves.toBeDefined()
    await expect(book({ serviceId, address, n: 27 })).rejects.toEqual(withCode('appointments.network_books_many'))
    await verifyEmail(platform, second.caller)
    await expect(book({ serviceId, address, n: 27 })).resolves.toBeDefined()
    expect(await networksOf(professionalId)).toHaveLength(11)
    await closeAppointments(platform)
    expect(await networksOf(professionalId)).toHaveLength(10)
  })

  it('on this machine, on which a proxy may be, have no network', async () => {
    const { serviceId } = await buildService(platform)
    for (let n = 0; n < 11; n++) await book({ serviceId, address: '127.0.0.1', n: 2 * n })
  })

  it('book forty times a day in a centre, however often they cancel', async () => {
    const { serviceId, centerId } = await buildService(platform)
    const address = '203.0.113.40'
    for (let n = 0; n < 40; n++) {
      const { caller, appointment } = await book({ serviceId, address, n: n % 20 })
      await cancelAppointment(platform, { caller, appointmentId: appointment.id })
    }
    await expect(book({ serviceId, address, n: 0 })).rejects.toEqual(withCode('appointments.network_books_many'))
    const { serviceId: other } = await buildService(platform, { centerId })
    await expect(book({ serviceId: other, address, n: 0 })).rejects.toEqual(withCode('appointments.network_books_many'))
    await expect(book({ serviceId, address, n: 1, caller: await verified() })).resolves.toBeDefined()
  })
})

describe('a professional with six times a week', () => {
  const small = { durationMinutes: 30, hours: [{ weekday: 1, startMinute: 600, endMinute: 780 }] }
  const at = (n: number) => later(Math.floor(n / 6) * 7 * dayMs + (n % 6) * 30 * minuteMs)
  const take = async (serviceId: string, { n, address }: { n: number; address: string }) => {
    const caller = await patient()
    const held = await hold({ serviceId, caller, address, startsAt: at(n) })
    await confirmAppointment(platform, { caller, appointmentId: held.id, address })
    return { caller, appointmentId: held.id }
  }
  const weeks = Array.from({ length: 8 }, (_, week) => week)

  it('keeps a third of each week from accounts of many networks that confirmed no address', async () => {
    const { serviceId } = await buildService(platform, small)
    for (let n = 0; n < 4; n++) await take(serviceId, { n, address: newId() })
    await expect(hold({ serviceId, startsAt: at(4) })).rejects.toEqual(withCode('appointments.visitors_hold_many'))
    const newcomer = await patient()
    const held = (n: number) => hold({ serviceId, caller: newcomer, startsAt: at(n) })
    await expect(held(4)).rejects.toEqual(withCode('appointments.unproven_hold_many'))
    await expect(held(10)).resolves.toMatchObject({ status: 'held' })
    await verifyEmail(platform, newcomer)
    await expect(held(4)).resolves.toMatchObject({ status: 'held' })
  })

  it('keeps it from their moves, too, which a confirmed address frees', async () => {
    const { serviceId } = await buildService(platform, small)
    const full = []
    for (let n = 0; n < 4; n++) full.push(await take(serviceId, { n, address: newId() }))
    const nextWeek = [
      await take(serviceId, { n: 6, address: newId() }),
      await take(serviceId, { n: 7, address: newId() }),
    ]
    const [first, second] = nextWeek
    const [inFull] = full
    if (!first || !second || !inFull) throw new Error('Six accounts have booked.')
    const move = (booked: typeof first, n: number) => moveAppointment(platform, { ...booked, startsAt: at(n) })
    const refused = withCode('appointments.unproven_hold_many')
    await expect(move(first, 4)).rejects.toEqual(refused)
    // Within its own week, and to one with room.
    await expect(move(inFull, 4)).resolves.toMatchObject({ startsAt: at(4) })
    await expect(move(first, 8)).resolves.toMatchObject({ startsAt: at(8) })
    await expect(move(first, 12)).resolves.toMatchObject({ startsAt: at(12) })
    // A time that becomes free is one account's, however many move to it at once.
    await cancelAppointment(platform, { caller: inFull.caller, appointmentId: inFull.appointmentId })
    const outcomes = await Promise.allSettled([move(first, 4), move(second, 5)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [left, n] = outcomes[0]?.status === 'rejected' ? [first, 4] : [second, 5]
    await verifyEmail(platform, left.caller)
    await expect(move(left, n)).resolves.toMatchObject({ startsAt: at(n) })
  })

  it('keeps weeks for a long service, too, however the short bookings of two networks fill them', async () => {
    const {
      serviceId: short,
      professionalId,
      centerId,
    } = await buildService(platform, {
      hours: [1, 2, 3].map((weekday) => ({ weekday, startMinute: 600, endMinute: 780 })),
      durationMinutes: 30,
    })
    const { serviceId: long } = await buildService(platform, { centerId, professionalId, durationMinutes: 120 })
    const halfHour = (n: number) =>
      later(Math.floor(n / 18) * 7 * dayMs + Math.floor((n % 18) / 6) * dayMs + (n % 6) * 30 * minuteMs)
    for (const address of ['203.0.113.71', '203.0.113.72']) {
      for (let n = 0; n < 72; n++) {
        const caller = await patient()
        const held = await hold({ serviceId: short, caller, address, startsAt: halfHour(n) }).catch(() => undefined)
        if (held) await confirmAppointment(platform, { caller, appointmentId: held.id, address })
      }
    }
    expect(await networksOf(professionalId)).toHaveLength(20)
    const open = []
    for (const week of weeks) {
      const caller = await patient()
      const startsAt = later(week * 7 * dayMs + 2 * dayMs + 60 * minuteMs)
      if (await hold({ serviceId: long, caller, startsAt }).catch(() => undefined)) open.push(week)
      await platform.db.deleteFrom('appointments').where('status', '=', 'held').execute()
    }
    expect(open).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('can be closed to newcomers for three weeks by three networks, and for all weeks by no fewer than four', async () => {
    const { serviceId, professionalId } = await buildService(platform, small)
    const networks = ['203.0.113.61', '203.0.113.62', '203.0.113.63']
    const taken = async () => (await networksOf(professionalId)).length
    // Each takes what it can, week after week.
    for (const address of networks) {
      for (let n = 0; n < 6 * weeks.length; n++) await take(serviceId, { n, address }).catch(() => undefined)
    }
    expect(await taken()).toBe(12)
    const open = []
    for (const week of weeks) {
      const newcomer = await patient()
      const outcome = await hold({ serviceId, caller: newcomer, startsAt: at(6 * week + 5) }).catch(() => undefined)
      if (outcome) open.push(week)
      await platform.db.deleteFrom('appointments').where('status', '=', 'held').execute()
    }
    expect(open).toEqual([3, 4, 5, 6, 7])
    // The total stays bounded: two thirds of four weeks.
    for (let n = 0; n < 6 * weeks.length; n++) await take(serviceId, { n, address: newId() }).catch(() => undefined)
    expect(await taken()).toBe(16)
    await expect(hold({ serviceId, caller: await patient(), startsAt: at(45) })).rejects.toEqual(
      withCode('appointments.unproven_hold_many'),
    )
    await expect(hold({ serviceId, caller: await verified(), startsAt: at(45) })).resolves.toBeDefined()
  })
})

it('what a centre cancels of accounts that confirmed no address and never came does not count in its share', async () => {
  const desk = await buildDesk(platform)
  const past = (n: number) => ({ startsAt: later(-(30 + n) * dayMs) })
  const share = async () => {
    const now = new Date(later(60 * dayMs))
    return (await mapCancelledShares(platform.db, { centerIds: [desk.centerId], now })).get(desk.centerId)
  }
  for (let n = 0; n < 10; n++) await buildAppointment(platform, { ...desk, ...past(n), status: 'completed' })
  for (let n = 0; n < 6; n++) {
    const { appointment } = await book({ serviceId: desk.serviceId, address: newId(), n: 2 * n })
    await cancelAtDesk(platform, { ...desk.at(appointment.id), by: 'center', reason: 'Reserva falsa' })
  }
  expect(await share()).toBe(0)
  // Those whom the centre has attended, or who confirmed their address, count.
  const { patientId } = await buildPatient(platform)
  await buildAppointment(platform, { ...desk, patientId, ...past(20), status: 'completed' })
  for (const [n, caller] of [{ userId: patientId, visitorKey: undefined }, await verified()].entries()) {
    const { appointment } = await book({ serviceId: desk.serviceId, address: newId(), n: 12 + n, caller })
    await cancelAtDesk(platform, { ...desk.at(appointment.id), by: 'center', reason: 'No atendemos ese día' })
  }
  expect(await share()).toBeCloseTo(2 / 13)
})

describe('the desk cancels what accounts without a confirmed address have booked', () => {
  it('in one act, with one mail for each account, no calls, and nothing against the centre; twice is once', async () => {
    const desk = await buildDesk(platform)
    const callers = [await patient(), await patient()]
    const ids: string[] = []
    for (const [n, caller] of [...callers, ...callers].entries()) {
      ids.push((await book({ serviceId: desk.serviceId, address: newId(), n: 2 * n, caller })).appointment.id)
    }
    const member = await requireMember(platform.db, { centerId: desk.centerId, userId: desk.reception })
    expect((await readDeskTasks(platform, { member })).unconfirmed).toBe(0)
    const proven = await book({ serviceId: desk.serviceId, address: newId(), n: 1, caller: await verified() })
    const newcomer = await book({ serviceId: desk.serviceId, address: newId(), n: 3 })
    expect((await readDeskTasks(platform, { member })).unconfirmed).toBe(5)
    const listed = await readUnconfirmed(platform, { member })
    expect(listed.count).toBe(5)
    expect(listed.accounts.map(({ bookings }) => bookings.length)).toEqual([2, 2, 1])
    // Its owner confirms the address while the desk reads.
    await verifyEmail(platform, newcomer.caller)
    const request = {
      userId: desk.reception,
      centerId: desk.centerId,
      appointmentIds: [...ids, newcomer.appointment.id, proven.appointment.id],
    }
    expect(await cancelUnconfirmed(platform, request)).toEqual({ cancelled: 4, kept: 2 })
    expect(await cancelUnconfirmed(platform, request)).toEqual({ cancelled: 0, kept: 6 })
    expect((await readDeskTasks(platform, { member })).calls).toEqual([])
    platform.clock.advance(3 * minuteMs)
    await runJobs(platform, { only: sendNoticeJob.name })
    platform.clock.advance(-3 * minuteMs)
    for (const { userId } of callers) {
      const { email } = await platform.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      const mails = (await listMails(platform, { limit: 1000 })).filter(({ to }) => to === email)
      const cancelled = mails.filter(({ kind }) => kind === 'appointments.cancelled_by_center')
      expect(cancelled).toHaveLength(1)
      expect(cancelled[0]?.text).toContain('También canceló esta: ')
    }
    const rows = await platform.db
      .selectFrom('appointments')
      .select(['status', 'cancelled_unproven as isUncounted'])
      .where('id', 'in', ids)
      .execute()
    expect(rows).toEqual(ids.map(() => ({ status: 'cancelled', isUncounted: true })))
    await expect(hold({ serviceId: desk.serviceId, startsAt: startOf(0) })).resolves.toMatchObject({ status: 'held' })
  })

  it('only of the professional whose agenda the member may change, and only of their centre', async () => {
    const desk = await buildDesk(platform)
    const other = await buildDesk(platform, { centerId: desk.centerId })
    const own = await book({ serviceId: desk.serviceId, address: newId(), n: 0 })
    const theirs = await book({ serviceId: other.serviceId, address: newId(), n: 0 })
    const appointmentIds = [own.appointment.id, theirs.appointment.id]
    const stranger = await buildDesk(platform)
    const asStranger = { userId: stranger.reception, centerId: stranger.centerId, appointmentIds }
    expect(await cancelUnconfirmed(platform, asStranger)).toEqual({ cancelled: 0, kept: 2 })
    const asProfessional = { userId: desk.professional, centerId: desk.centerId, appointmentIds }
    expect(await cancelUnconfirmed(platform, asProfessional)).toEqual({ cancelled: 1, kept: 1 })
  })
})

describe('a visit that the desk leaves open', () => {
  const commissions = (appointmentId: string) =>
    platform.db
      .selectFrom('commissions')
      .select('commission_amount as cents')
      .where('appointment_id', '=', appointmentId)
      .execute()

  it('owes no commission when its account never confirmed its address and never came, until the desk says that it did', async () => {
    const desk = await buildDesk(platform)
    const invented = await book({ serviceId: desk.serviceId, address: newId(), n: 0 })
    const seen = await book({ serviceId: desk.serviceId, address: newId(), n: 1 })
    const paid = await book({ serviceId: desk.serviceId, address: newId(), n: 2 })
    const corrected = await book({ serviceId: desk.serviceId, address: newId(), n: 3 })
    const proven = await book({ serviceId: desk.serviceId, address: newId(), n: 4, caller: await verified() })
    const start = platform.clock.now().getTime()
    platform.clock.advance(new Date(startOf(1)).getTime() - start)
    await markArrived(platform, desk.at(seen.appointment.id))
    platform.clock.advance(3 * dayMs)
    await closeAppointments(platform)
    const due = async () => {
      const all = [invented, seen, paid, corrected, proven].map(({ appointment }) => commissions(appointment.id))
      return (await Promise.all(all)).map((rows) => rows.length)
    }
    // Other tests of this file have visits that were completed without a commission.
    const ids = [invented, seen, paid, corrected, proven].map(({ appointment }) => appointment.id)
    const faults = async () =>
      (await verifyLedger(platform.db)).filter(({ table, id }) => table === 'commissions' || ids.includes(id))
    expect(await due()).toEqual([0, 1, 0, 0, 1])
    expect(await faults()).toEqual([])
    // What it records later says that the patient came.
    await collectPayment(platform, { ...desk.at(paid.appointment.id), amountCents: 150_000, method: 'efectivo' })
    await reopenAppointment(platform, desk.at(corrected.appointment.id))
    await completeAppointment(platform, desk.at(corrected.appointment.id))
    expect(await due()).toEqual([0, 1, 1, 1, 1])
    expect(await faults()).toEqual([])
    platform.clock.advance(start - platform.clock.now().getTime())
  })
})
