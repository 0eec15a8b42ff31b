import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import {
  completeAppointment,
  markNoShow,
  reopenAppointment,
} from '#server/features/appointments/usecases/mark-appointment.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { objectToRecord } from '#server/features/appointments/usecases/object-to-record.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { undoAction } from '#server/processes/undo-action.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { testPlatform } from '#server/testing/platform.ts'

const platform = await testPlatform()
const { db, clock } = platform
const start = clock.now()
const monday = new Date('2026-11-23T13:00:00Z')
const at = (minutes: number) => new Date(monday.getTime() + minutes * minuteMs)

type Act = 'complete' | 'noShow' | 'reopen' | 'cancel'

const nextActs: Record<string, readonly Act[]> = {
  start: ['complete', 'noShow', 'cancel'],
  complete: ['noShow', 'reopen'],
  noShow: ['reopen'],
  reopen: ['complete', 'noShow', 'cancel'],
  cancel: [],
}

/** Everything that the desk can do, in up to three presses, with a booking of the patient that has begun. */
function listOrders(before: readonly Act[] = []): (readonly Act[])[] {
  if (before.length === 3) return []
  const next = nextActs[before.at(-1) ?? 'start'] ?? []
  return next.flatMap((act) => [[...before, act], ...listOrders([...before, act])])
}

const orders = listOrders().flatMap((acts) =>
  [...Array(acts.length + 1).keys()].map((place) => [...acts.slice(0, place), 'book' as const, ...acts.slice(place)]),
)

/** A patient's own booking on Monday at 13:00, and what the desk does with it. */
async function booked() {
  clock.set(start)
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const acts: Record<Act, () => Promise<unknown>> = {
    complete: () => completeAppointment(platform, desk.at(appointmentId)),
    noShow: () => markNoShow(platform, desk.at(appointmentId)),
    reopen: () => reopenAppointment(platform, desk.at(appointmentId)),
    cancel: () => cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason: 'Está enferma' }),
  }
  return {
    appointmentId,
    patientId,
    acts,
    /** Of another professional of the centre. */
    serviceId: (await buildService(platform, { centerId: desk.centerId })).serviceId,
    book: async (startsAt: Date) => (await desk.book({ startsAt, person: { kind: 'patient', id: patientId } })).row.id,
    bookGuest: async (startsAt: Date, serviceId: string) => {
      await db.updateTable('profiles').set({ phone: '+59899765432' }).where('id', '=', patientId).execute()
      return (await desk.book({ startsAt, serviceId, person: newGuest('Rosa Luna', '099 765 432') })).row.id
    },
    move: (id: string, startsAt: Date) => moveAtDesk(platform, { ...desk.at(id), startsAt, evenOutsideHours: true }),
    complete: (id: string) => completeAppointment(platform, desk.at(id)),
    miss: (id: string) => markNoShow(platform, desk.at(id)),
  }
}

async function dueOf(appointmentId: string): Promise<number | undefined> {
  const row = db
    .selectFrom('commissions')
    .where('appointment_id', '=', appointmentId)
    .where('status', '=', 'pending')
    .select('commission_amount as cents')
  return (await row.executeTakeFirst())?.cents
}

test.each(orders.map((order) => [order.join(', '), order] as const))(
  'of a patient’s booking and the desk’s own, one owes a commission at most: %s',
  async (_name, order) => {
    const { appointmentId, acts, book, complete } = await booked()
    // The desk cancels only what is not over yet.
    const isDuring = order.includes('cancel')
    clock.set(at(isDuring ? 5 : 65))
    let own = ''
    for (const act of order) {
      clock.advance(minuteMs)
      if (act === 'book') {
        own = await book(at(60))
        if (!isDuring) await complete(own)
      } else await acts[act]()
    }
    clock.set(at(120))
    await complete(own)
    expect(await verifyLedger(db)).toEqual([])
    const last = order.filter((act) => act !== 'book').at(-1)
    expect({ patients: await dueOf(appointmentId), desks: await dueOf(own) }).toEqual({
      patients: last === 'complete' ? 15_000 : undefined,
      desks: last === 'noShow' || last === 'cancel' ? 15_000 : undefined,
    })
  },
)

test('a visit of the centre’s own that began before the missed booking replaces nothing', async () => {
  const { acts, book, complete } = await booked()
  const own = await book(at(-60))
  clock.set(at(60))
  await complete(own)
  await acts.noShow()
  expect(await dueOf(own)).toBeUndefined()
  expect(await verifyLedger(db)).toEqual([])
})

test('a walk-in that begins in the half hour before the missed booking replaces it', async () => {
  const { acts, book, complete } = await booked()
  clock.set(monday)
  await acts.noShow()
  const own = await book(at(-30))
  await complete(own)
  expect(await dueOf(own)).toBe(15_000)
})

test('a booking that the desk moves to after a missed one replaces it', async () => {
  const { acts, bookGuest, complete, move, serviceId } = await booked()
  const own = await bookGuest(at(-45), serviceId)
  clock.set(monday)
  await acts.noShow()
  clock.set(at(5))
  await move(own, at(120))
  clock.set(at(180))
  await complete(own)
  expect(await dueOf(own)).toBe(15_000)
})

test.each(['first', 'last'])(
  'a guest’s visit that one tab completes while another marks the missed booking owes its commission: completed %s',
  async (order) => {
    const { acts, bookGuest, serviceId } = await booked()
    const own = await bookGuest(at(60), serviceId)
    clock.set(at(125))
    const missed: Promise<unknown>[] = []
    await db.transaction().execute(async (tx) => {
      await sql`select from appointments where id = ${own} for update`.execute(tx)
      if (order === 'last') await acts.noShow()
      await sql`update appointments set status = 'completed', completed_at = ${clock.now()}, updated_at = ${clock.now()}
      where id = ${own}`.execute(tx)
      if (order === 'first') {
        missed.push(acts.noShow())
        await setTimeout(100)
      }
    })
    await Promise.all(missed)
    expect(await dueOf(own)).toBe(15_000)
    expect(await verifyLedger(db)).toEqual([])
  },
)

test('of two tabs that complete a replacement and mark it as missed, one is the last, and the commission follows it', async () => {
  const { acts, book, complete, miss } = await booked()
  clock.set(at(65))
  await acts.noShow()
  const own = await book(at(60))
  await Promise.allSettled([complete(own), miss(own), complete(own), miss(own)])
  expect(await verifyLedger(db)).toEqual([])
  await Promise.allSettled([complete(own), complete(own)])
  const { status } = await db
    .selectFrom('appointments')
    .where('id', '=', own)
    .select('status')
    .executeTakeFirstOrThrow()
  expect(await dueOf(own)).toBe(status === 'completed' ? 15_000 : undefined)
})

test('the replacement owes nothing once staff decide that the patient came, and again once they undo it', async () => {
  const { acts, appointmentId, patientId, book, complete } = await booked()
  clock.set(at(65))
  await acts.noShow()
  const own = await book(at(60))
  await complete(own)
  await objectToRecord(platform, {
    caller: { userId: patientId, visitorKey: undefined },
    appointmentId,
    comment: '',
  })
  const reason = 'Llamamos al centro'
  const { actor, decide, lastAction } = await staffOfObjection(platform, { kind: 'no_show', appointmentId, reason })
  expect(await decide('delete')).toBeUndefined()
  expect([await dueOf(appointmentId), await dueOf(own)]).toEqual([15_000, undefined])
  expect(await verifyLedger(db)).toEqual([])

  await undoAction(platform, { actor, actionId: (await lastAction()).id, reason: 'Otra llamada' })
  expect([await dueOf(appointmentId), await dueOf(own)]).toEqual([undefined, 15_000])
  expect(await verifyLedger(db)).toEqual([])
})
