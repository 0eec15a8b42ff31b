import { describe, expect, it } from 'vitest'
import { seriesRoutes } from '#contract/agenda-series-routes.ts'
import type { Rhythm } from '#contract/series.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { insertGuest } from '#server/features/contacts/repository/guests.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { removeGuest } from '#server/processes/remove-guest.ts'
import { booking, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildTimeOff } from '#server/testing/builders.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { countStatements } from '#server/testing/statements.ts'
import { bookSeries } from './book-series.ts'
import { listSeriesDates } from './list-series-dates.ts'
import { moveAtDesk } from './move-at-desk.ts'

const platform = await testPlatform()
const week = (weeks: number, from = monday) => new Date(from.getTime() + weeks * 7 * dayMs)
const weeks = (count: number, from = monday) => Array.from({ length: count }, (_, n) => ({ startsAt: week(n, from) }))

type Request = Partial<Parameters<typeof bookSeries>[1]>

function book(desk: Desk, request: Request = {}) {
  return bookSeries(platform, {
    userId: desk.reception,
    centerId: desk.centerId,
    idempotencyKey: newId(),
    serviceId: desk.serviceId,
    rhythm: 'weekly',
    starts: weeks(10),
    place: 'center',
    person: newGuest('Rosa Luna', '099 123 456'),
    ...request,
  })
}

async function list(desk: Desk, input: { startsAt?: Date; rhythm?: Rhythm; count?: number; until?: string } = {}) {
  const { centerId, reception: userId, serviceId } = desk
  const member = await requireMember(platform.db, { centerId, userId })
  const { startsAt = monday, rhythm = 'weekly', count = 4, until } = input
  const end = until === undefined ? { count } : { until }
  return listSeriesDates(platform, { userId, member, serviceId, startsAt, rhythm, end, extra: 0, person: undefined })
}

const stored = (desk: Desk) =>
  platform.db
    .selectFrom('appointments')
    .where('center_id', '=', desk.centerId)
    .orderBy('starts_at')
    .select(['id', 'status', 'series_id', 'series_place', 'discount_payer', 'starts_at'])
    .execute()

const buildKnown = async (desk: Desk) => {
  const { patientId } = await buildPatient(platform)
  await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: week(-1) })
  return { kind: 'patient', id: patientId } as const
}

describe('booking a series', () => {
  it('books each date for one guest, with its place, all confirmed', async () => {
    const desk = await buildDesk(platform)
    const booked = await book(desk)
    expect(booked).toMatchObject({ booked: 10, byPackage: 0, dueCents: 1_500_000, notified: false })
    expect(booked.first.row.series).toEqual({ id: booked.id, place: 1, sessions: 10 })
    const rows = await stored(desk)
    expect(rows.map(({ series_place }) => series_place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(rows.every(({ status, series_id }) => status === 'confirmed' && series_id === booked.id)).toBe(true)
    expect(await desk.guests()).toHaveLength(1)
  })

  it('books once for one key, also when it is sent twice at the same time', async () => {
    const desk = await buildDesk(platform)
    const idempotencyKey = newId()
    const twice = await Promise.all([book(desk, { idempotencyKey }), book(desk, { idempotencyKey })])
    const repeated = await book(desk, { idempotencyKey })
    expect(new Set([...twice, repeated].map(({ id }) => id)).size).toBe(1)
    expect([...twice, repeated].map(({ notified }) => notified)).toEqual([false, false, false])
    expect(await stored(desk)).toHaveLength(10)
  })

  it('books nothing when one time is taken, and names what takes it', async () => {
    const desk = await buildDesk(platform)
    await desk.book({ startsAt: new Date(week(3).getTime() + hourMs / 2), person: newGuest('Juan Paz') })
    await expect(book(desk)).rejects.toMatchObject({
      code: 'agenda.series_conflicts',
      data: { conflicts: [{ startsAt: week(3), conflict: { kind: 'taken', name: 'Juan Paz', canInsist: false } }] },
    })
    expect(await stored(desk)).toHaveLength(1)
  })

  it('is refused over a leave, unless the receptionist agreed on that date', async () => {
    const desk = await buildDesk(platform)
    await buildTimeOff(platform, { ...desk, startsAt: week(1), endsAt: new Date(week(1).getTime() + dayMs) })
    await expect(book(desk)).rejects.toMatchObject({
      data: { conflicts: [{ conflict: { kind: 'absence', canInsist: true } }] },
    })
    const starts = weeks(10).map((start, n) => ({ ...start, evenOutsideHours: n === 1 }))
    await expect(book(desk, { starts })).resolves.toMatchObject({ booked: 10 })
  })

  it('is refused past 18 months, and for two of its dates that overlap', async () => {
    const desk = await buildDesk(platform)
    await expect(book(desk, { starts: [{ startsAt: monday }, { startsAt: week(100) }] })).rejects.toMatchObject({
      data: { conflicts: [{ startsAt: week(100), conflict: { kind: 'too_far' } }] },
    })
    const overlapping = [{ startsAt: monday }, { startsAt: new Date(monday.getTime() + hourMs / 2) }]
    await expect(book(desk, { starts: overlapping })).rejects.toEqual(withCode('request.invalid'))
  })

  it('reserves a session of the package for each of the first ones, and leaves the others to be paid', async () => {
    const desk = await buildDesk(platform)
    const person = await buildKnown(desk)
    const sold = await sellPackage(platform, { ...desk, personId: person.id, offer: { sessions: 3 } })
    const booked = await book(desk, { person, starts: weeks(5), package: { id: sold.id, sessions: 3 } })
    expect(booked).toMatchObject({ booked: 5, byPackage: 3, dueCents: 300_000 })
    const rows = (await stored(desk)).filter(({ series_id }) => series_id !== null)
    expect(rows.map(({ discount_payer }) => discount_payer)).toEqual(['package', 'package', 'package', null, null])
    const other = await book(desk, {
      person,
      starts: weeks(2, week(10)),
      package: { id: sold.id, sessions: 1 },
    }).catch((error: unknown) => error)
    expect(other).toEqual(withCode('packages.not_usable'))
    expect((await stored(desk)).filter(({ series_id }) => series_id !== null)).toHaveLength(5)
  })

  it('tells a patient by one mail with every date, and one notification', async () => {
    const desk = await buildDesk(platform)
    const person = await buildKnown(desk)
    expect(await book(desk, { person, starts: weeks(3) })).toMatchObject({ notified: true })
    const mails = (await listAllMails(platform, { limit: 1000 })).filter(({ to }) => to === `${person.id}@prueba.uy`)
    expect(mails.map(({ kind }) => kind)).toEqual(['appointments.series_booked'])
    expect(mails[0]?.subject).toBe('Tus 3 citas están reservadas')
    expect(mails[0]?.text).toContain('1. lunes, 23 de noviembre de 2026, 10:00')
    expect(mails[0]?.text).toContain('3. lunes, 7 de diciembre de 2026, 10:00')
    const notifications = await platform.db
      .selectFrom('notifications')
      .where('user_id', '=', person.id)
      .select(['title', 'message'])
      .execute()
    expect(notifications).toHaveLength(1)
    expect(notifications[0]?.title).toBe('Tus 3 citas están reservadas')
  })

  it('does not occupy a patient elsewhere before they accept it', async () => {
    const desk = await buildDesk(platform)
    const other = await buildDesk(platform)
    const person = await buildKnown(desk)
    await book(desk, { person, starts: weeks(2) })
    await expect(
      buildAppointment(platform, { ...other, patientId: person.id, startsAt: week(1) }),
    ).resolves.toBeDefined()
  })

  it('counts as one press of its member, and a seventh in a minute is refused', async () => {
    const desk = await buildDesk(platform)
    for (let n = 0; n < 6; n += 1) await book(desk, { starts: weeks(2, week(2 * n)) })
    await expect(book(desk, { starts: weeks(2, week(20)) })).rejects.toEqual(withCode('agenda.too_fast'))
  })
})

describe('the dates of a series', () => {
  it('are free, or have their conflict with the free times of that day and the nearest one', async () => {
    const desk = await buildDesk(platform)
    await desk.book({ startsAt: week(1), person: newGuest('Juan Paz') })
    const { dates, isCut } = await list(desk)
    expect(isCut).toBe(false)
    expect(dates.map(({ conflict }) => conflict?.kind ?? null)).toEqual([null, 'taken', null, null])
    expect(dates[1]).toMatchObject({ conflict: { name: 'Juan Paz', canInsist: false } })
    expect(dates[1]?.nearest).toBe(dates[1]?.freeTimes[0])
    expect(dates[1]?.freeTimes.length).toBeGreaterThan(0)
    expect(dates[0]?.freeTimes).toEqual([])
  })

  it('propose different times for two dates of one leave, after it', async () => {
    const desk = await buildDesk(platform)
    const endsAt = new Date(week(2).getTime() + dayMs)
    await buildTimeOff(platform, { ...desk, startsAt: new Date(week(1).getTime() - dayMs), endsAt })
    const { dates } = await list(desk)
    const conflicts = dates.filter(({ conflict }) => conflict?.kind === 'absence')
    expect(conflicts).toHaveLength(2)
    const nearest = conflicts.map((date) => date.nearest)
    expect(new Set(nearest).size).toBe(2)
    expect(nearest.every((each) => each !== null && new Date(each) >= endsAt)).toBe(true)
  })

  it('name a holiday on which the centre has not closed, which the desk may book', async () => {
    const desk = await buildDesk(platform)
    // Friday, Christmas.
    const { dates } = await list(desk, { startsAt: new Date('2026-12-18T13:00:00Z'), count: 3 })
    expect(dates.map(({ conflict }) => conflict?.kind ?? null)).toEqual([null, 'holiday', 'holiday'])
    expect(dates[1]).toMatchObject({ holiday: 'Navidad', conflict: { name: 'Navidad', canInsist: true } })
    const starts = dates.map(({ startsAt }) => ({ startsAt: new Date(startsAt) }))
    await expect(book(desk, { starts })).resolves.toMatchObject({ booked: 3 })
  })
})

describe('a request for a series', () => {
  const date = { serviceId: newId(), centerId: newId(), startsAt: monday.toISOString(), rhythm: 'weekly' }
  const errorsOf = (input: object) =>
    seriesRoutes.seriesDates['~orpc'].inputSchema?.safeParse(input).error?.issues.map(({ path }) => path.join('.'))

  it('has from 2 to 52 sessions, or a last day, and not both', () => {
    for (const count of [1, 53, 2.5, 'diez']) expect(errorsOf({ ...date, count })).toEqual(['count'])
    expect(errorsOf(date)).toEqual(['count'])
    expect(errorsOf({ ...date, count: 5, until: '2027-01-01' })).toEqual(['count'])
    expect(errorsOf({ ...date, until: '2027-02-30' })).toEqual(['until'])
    expect(errorsOf({ ...date, count: 52 })).toBeUndefined()
  })

  it('is refused when it ends before it starts, and cut when its last day allows more than 52', async () => {
    const desk = await buildDesk(platform)
    await expect(list(desk, { until: '2026-11-22' })).rejects.toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'until' }] },
    })
    expect((await list(desk, { until: '2026-11-23' })).dates).toHaveLength(1)
    const long = await list(desk, { until: '2028-12-31' })
    expect(long).toMatchObject({ isCut: true })
    expect(long.dates).toHaveLength(52)
  })

  it('of 52 weeks, the longest, costs no more statements than one of two', async () => {
    const statements = async (count: number) => {
      const desk = await buildDesk(platform)
      const dates = await countStatements(() => list(desk, { count }))
      const booked = await countStatements(async () => {
        expect(await book(desk, { starts: weeks(count) })).toMatchObject({ booked: count })
      })
      return [dates.statements, booked.statements]
    }
    const [ofTwo, ofAll] = [await statements(2), await statements(52)]
    expect(ofAll).toEqual(ofTwo)
  })

  it('for a guest whom a colleague removes at the same time is booked, or refused', async () => {
    const desk = await buildDesk(platform)
    const person = { kind: 'guest', id: newId() } as const
    const guest = { fullName: 'Rosa Luna', phone: '099 123 456', email: '' }
    const now = platform.clock.now()
    const { centerId } = desk
    await platform.db.transaction().execute((tx) => insertGuest(tx, { id: person.id, centerId, guest, now }))
    const [booked, removed] = await Promise.allSettled([
      book(desk, { person }),
      removeGuest(platform, { userId: desk.reception, centerId: desk.centerId, guestId: person.id }),
    ])
    const open = (await stored(desk)).filter(({ status }) => status === 'confirmed')
    expect(open).toHaveLength(removed.status === 'rejected' ? 10 : 0)
    if (booked.status === 'rejected') expect(booked.reason).toEqual(withCode('agenda.unknown_person'))
    else expect(removed).toMatchObject({ reason: withCode('contacts.expected') })
  })
})

describe('a series in a race', () => {
  it('and another one for the same times: one of them is booked whole', async () => {
    const desk = await buildDesk(platform)
    const outcomes = await Promise.allSettled([
      book(desk),
      book(desk, { person: newGuest('Juan Paz'), starts: weeks(10).toReversed() }),
      book(desk, { person: newGuest('Ana Paz'), starts: weeks(10, week(5)) }),
    ])
    const won = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(won.length).toBeGreaterThan(0)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('agenda.series_conflicts'))
    expect(await stored(desk)).toHaveLength(10 * won.length)
  })

  it('and visitors who hold two of its times: each time has one owner', async () => {
    const desk = await buildDesk(platform)
    const visitors = booking(platform)
    const hold = (startsAt: Date) => visitors.hold({ serviceId: desk.serviceId, startsAt })
    const [series, ...held] = await Promise.allSettled([book(desk), hold(week(2)), hold(week(7))])
    const isBooked = series?.status === 'fulfilled'
    if (!isBooked) expect(series?.reason).toEqual(withCode('agenda.series_conflicts'))
    expect(held.every(({ status }) => status === 'fulfilled')).toBe(!isBooked)
    expect(await stored(desk)).toHaveLength(isBooked ? 10 : held.filter(({ status }) => status === 'fulfilled').length)
  })

  it('and a move between two of its times end without a deadlock', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: week(12), person: newGuest('Juan Paz') })
    const move = { userId: desk.reception, centerId: desk.centerId, appointmentId: row.id, startsAt: week(4) }
    const [series, moved] = await Promise.allSettled([book(desk), moveAtDesk(platform, move)])
    expect([series.status, moved.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
  })
})
