import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { booking, later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildService, buildTimeOff } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { holdsPerAddress } from '../repository/holds.ts'
import { releaseHold } from './cancel-appointment.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'

const platform = await testPlatform()
const { patient, visitor, hold, book } = booking(platform)
const hour = 60 * minuteMs
/** Starts of an hour, six a day. */
const weekOfStarts = (count: number) =>
  Array.from({ length: count }, (_, at) => later(Math.floor(at / 6) * 24 * hour + startOf(at % 6)))
const startOf = (at: number) => (at < 2 ? at * hour : (at + 2) * hour)

describe('holding a time', () => {
  it('keeps it for ten minutes, after which it is free even before a job deletes the hold', async () => {
    const { serviceId } = await buildService(platform)
    const held = await hold({ serviceId })
    expect(held).toMatchObject({
      status: 'held',
      holdExpiresAt: new Date(platform.clock.now().getTime() + 10 * minuteMs),
    })
    await expect(hold({ serviceId })).rejects.toEqual(withCode('appointments.slot_taken'))
    const now = platform.clock.now()
    platform.clock.advance(10 * minuteMs)
    await expect(hold({ serviceId })).resolves.toMatchObject({ status: 'held' })
    platform.clock.set(now)
  })

  it('returns the same hold for the same time, and replaces it for another time', async () => {
    const { serviceId } = await buildService(platform)
    const caller = visitor()
    const first = await hold({ serviceId, caller })
    expect((await hold({ serviceId, caller })).id).toBe(first.id)
    const second = await hold({ serviceId, caller, startsAt: later(2 * hour) })
    expect(second.id).not.toBe(first.id)
    await expect(hold({ serviceId })).resolves.toMatchObject({ status: 'held' })
  })

  it('keeps it for a visitor who registers while booking', async () => {
    const { serviceId } = await buildService(platform)
    const caller = visitor()
    const held = await hold({ serviceId, caller })
    const { userId } = await patient()
    const confirmed = await confirmAppointment(platform, { caller: { ...caller, userId }, appointmentId: held.id })
    expect(confirmed).toMatchObject({ id: held.id, status: 'confirmed', patientId: userId })
  })

  it.each([
    ['in the past', new Date('2026-11-19T13:00:00Z'), 'too_soon'],
    ['in less than an hour', new Date('2026-11-20T12:59:00Z'), 'too_soon'],
    ['after ninety days', new Date('2027-02-22T13:00:00Z'), 'too_far'],
    ['off the grid', later(7 * minuteMs), 'not_offered'],
    ['on a Sunday', new Date('2026-11-22T13:00:00Z'), 'not_offered'],
    ['over lunch', new Date('2026-11-23T15:30:00Z'), 'not_offered'],
    ['in the night', new Date('2026-11-23T06:00:00Z'), 'not_offered'],
  ])('is refused %s', async (_, startsAt, reason) => {
    const { serviceId } = await buildService(platform)
    await expect(hold({ serviceId, startsAt })).rejects.toEqual(withCode(`appointments.${reason}`))
  })

  it('requires an existing service of a public centre, at a place where the professional works', async () => {
    await expect(hold({ serviceId: newId() })).rejects.toEqual(withCode('appointments.not_bookable'))
    const { serviceId, centerId } = await buildService(platform)
    await expect(hold({ serviceId, place: 'online' })).rejects.toEqual(withCode('appointments.not_offered'))
    await platform.db.updateTable('center_profiles').set({ is_public: false }).where('id', '=', centerId).execute()
    await expect(hold({ serviceId })).rejects.toEqual(withCode('appointments.not_bookable'))
  })

  it('is possible for forty visitors behind one address of a mobile carrier', async () => {
    const services = [await buildService(platform), await buildService(platform)]
    const outcomes = await Promise.all(
      weekOfStarts(20).flatMap((startsAt) =>
        services.map(({ serviceId }) => hold({ serviceId, address: '203.0.113.7', startsAt })),
      ),
    )
    expect(outcomes).toHaveLength(40)
  })

  it.each([
    ['one network address', () => '198.51.100.7'],
    ['the networks of one /48', (index: number) => `2001:db8:5:${index.toString(16)}::/64`],
  ])('is limited for %s, however many requests arrive simultaneously', async (_, addressAt) => {
    const services = await Promise.all(Array.from({ length: 4 }, () => buildService(platform)))
    const requests = services.flatMap(({ serviceId }) => weekOfStarts(30).map((startsAt) => ({ serviceId, startsAt })))
    const outcomes: PromiseSettledResult<unknown>[] = []
    for (let first = 0; first < requests.length; first += 30) {
      const batch = requests.slice(first, first + 30)
      const holds = batch.map((request, at) => hold({ ...request, address: addressAt(first + at) }))
      outcomes.push(...(await Promise.allSettled(holds)))
    }
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(holdsPerAddress)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('appointments.too_many_holds'))
    }
  })

  it('by visitors leaves a third of a week to patients who sign in, whatever the addresses', async () => {
    const { serviceId } = await buildService(platform, {
      durationMinutes: 30,
      hours: [{ weekday: 1, startMinute: 600, endMinute: 780 }],
    })
    const starts = Array.from({ length: 6 }, (_, index) => later(index * 30 * minuteMs))
    const outcomes = await Promise.allSettled(starts.map((startsAt) => hold({ serviceId, startsAt })))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(4)
    const refused = starts.filter((_, index) => outcomes[index]?.status === 'rejected')
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('appointments.visitors_hold_many'))
    }
    const free = { serviceId, startsAt: refused[0] ?? monday }
    await expect(hold({ ...free, caller: await patient() })).rejects.toEqual(
      withCode('appointments.unproven_hold_many'),
    )
    const caller = { userId: (await buildPatient(platform, { verified: true })).patientId, visitorKey: undefined }
    expect(await hold({ ...free, caller })).toMatchObject({ status: 'held' })
    platform.clock.advance(10 * minuteMs)
    await expect(hold({ serviceId, startsAt: refused[1] ?? monday })).resolves.toMatchObject({ status: 'held' })
    platform.clock.advance(-10 * minuteMs)
  })

  it('by accounts that confirmed no address leaves the same third, and a kept appointment proves a patient', async () => {
    const { serviceId, ...service } = await buildService(platform, {
      durationMinutes: 30,
      hours: [{ weekday: 1, startMinute: 600, endMinute: 780 }],
    })
    const starts = Array.from({ length: 6 }, (_, index) => later(index * 30 * minuteMs))
    const callers = await Promise.all(starts.map(patient))
    const outcomes = await Promise.allSettled(
      starts.map((startsAt, index) => hold({ serviceId, startsAt, caller: callers[index] })),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(4)
    const caller = await patient()
    const startsAt = starts.find((_, index) => outcomes[index]?.status === 'rejected') ?? monday
    const past = { startsAt: later(-30 * 24 * hour), status: 'completed' } as const
    await buildAppointment(platform, { ...service, serviceId, patientId: caller.userId, ...past })
    expect(await hold({ serviceId, caller, startsAt })).toMatchObject({ status: 'held' })
  })

  it('can be undone by releasing it', async () => {
    const { serviceId } = await buildService(platform)
    const caller = visitor()
    await hold({ serviceId, caller })
    expect(await releaseHold(platform, { caller })).toBe(true)
    expect(await releaseHold(platform, { caller })).toBe(false)
    await expect(hold({ serviceId })).resolves.toMatchObject({ status: 'held' })
  })

  it('at which the patient has another appointment is refused when they confirm it for themselves, not for a new dependant', async () => {
    const { caller } = await book(await buildService(platform))
    const { serviceId } = await buildService(platform)
    const { id: appointmentId } = await hold({ serviceId, caller, startsAt: later(30 * minuteMs) })
    await expect(confirmAppointment(platform, { caller, appointmentId })).rejects.toEqual(
      withCode('appointments.overlaps_own'),
    )
    const newDependant = { fullName: 'Bruno', birthDate: '2021-02-03', relation: 'hijo' }
    const booked = await confirmAppointment(platform, { caller, appointmentId, newDependant })
    expect(booked).toMatchObject({ status: 'confirmed', patientId: caller.userId })
  })
})

describe('when many visitors request one time', () => {
  it('exactly one gets it, across two processes, and the others are refused with the reason', async () => {
    const { serviceId } = await buildService(platform)
    const second = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
    const platforms = [platform, { ...platform, ...second }]
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        holdAppointment(platforms[index % 2] ?? platform, {
          caller: visitor(),
          address: newId(),
          serviceId,
          startsAt: monday,
          place: 'center',
        }),
      ),
    )
    await second.close()
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toEqual(withCode('appointments.slot_taken'))
        expect(outcome.reason.message).toBe('Ese horario ya está ocupado. Elige otro, por favor.')
      }
    }
  })

  it('no two overlapping times are held, whatever their durations, and a time that only touches them is', async () => {
    const { serviceId, centerId, professionalId } = await buildService(platform, { durationMinutes: 90 })
    const short = await buildService(platform, { centerId, professionalId, durationMinutes: 30 })
    // 10:00 to 11:30, and three half hours of which the last one only touches it.
    const requests = [
      hold({ serviceId, startsAt: monday }),
      ...[0, 30, 90].map((minutes) => hold({ serviceId: short.serviceId, startsAt: later(minutes * minuteMs) })),
    ]
    const [long, first, second, free] = await Promise.allSettled(requests)
    expect(free?.status).toBe('fulfilled')
    const isLongHeld = long?.status === 'fulfilled'
    for (const overlapping of [first, second]) {
      if (isLongHeld)
        expect(overlapping).toMatchObject({ status: 'rejected', reason: withCode('appointments.slot_taken') })
    }
    if (!isLongHeld) {
      expect(long).toMatchObject({ reason: withCode('appointments.slot_taken') })
      expect([first?.status, second?.status]).toContain('fulfilled')
    }
    const { rows } = await sql<{ held: number; overlapping: number }>`
      select count(distinct a.id) as held, count(b.id) as overlapping from appointments a
      left join appointments b on a.id < b.id and a.professional_id = b.professional_id and a.during && b.during
      where a.professional_id = ${professionalId}`.execute(platform.db)
    const fulfilled = [long, first, second, free].filter((outcome) => outcome?.status === 'fulfilled')
    expect(rows).toEqual([{ held: fulfilled.length, overlapping: 0 }])
  })
})

describe('two times that one holder requests simultaneously', () => {
  it('are held one after the other across two processes, and confirming the replaced one says so', async () => {
    const second = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
    const other = booking({ ...platform, ...second })
    const services = await Promise.all(Array.from({ length: 5 }, () => buildService(platform)))
    const rounds = 3
    const outcomes: Record<string, number> = {}
    const count = (outcome: string) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    for (let round = 0; round < rounds; round++) {
      const pairs = Array.from({ length: 25 }, async (_, n) => {
        const serviceId = services[n % 5]?.serviceId ?? ''
        const { userId } = await patient()
        // A signed-in page, and another tab with the visitor's cookie from before.
        const caller = { userId, visitorKey: newId() }
        // Different times of one professional for each pair of the round.
        const first = later((Math.floor(n / 5) + 7 * round) * 24 * hour)
        const address = newId()
        const held = await Promise.allSettled([
          hold({ serviceId, caller, startsAt: first, address }),
          other.hold({ serviceId, caller, startsAt: new Date(first.getTime() + hour), address }),
        ])
        for (const each of held) count(each.status === 'fulfilled' ? 'held' : each.reason.code)
        for (const each of held) {
          if (each.status === 'rejected') continue
          const confirmed = confirmAppointment(platform, { caller, appointmentId: each.value.id })
          count(
            await confirmed.then(
              ({ status }) => status,
              (error: { code: string }) => error.code,
            ),
          )
        }
      })
      await Promise.all(pairs)
    }
    await second.close()
    const pairs = rounds * 25
    expect(outcomes).toEqual({ held: 2 * pairs, confirmed: pairs, 'appointments.hold_replaced': pairs })
  }, 120_000)

  it('reveal nothing to a stranger who confirms the replaced hold', async () => {
    const { serviceId } = await buildService(platform)
    const caller = await patient()
    const replaced = await hold({ serviceId, caller })
    await hold({ serviceId, caller, startsAt: later(2 * hour) })
    const confirm = (patient: typeof caller) =>
      confirmAppointment(platform, { caller: patient, appointmentId: replaced.id })
    await expect(confirm(caller)).rejects.toEqual(withCode('appointments.hold_replaced'))
    await expect(confirm(await patient())).rejects.toEqual(withCode('appointments.not_found'))
  })
})

it('when time off races with a hold inside it, exactly one of them wins', async () => {
  for (let round = 0; round < 8; round++) {
    const { serviceId, ...professional } = await buildService(platform)
    const off = { ...professional, startsAt: later(-hour), endsAt: later(hour) }
    const [held] = await Promise.allSettled([hold({ serviceId }), buildTimeOff(platform, off)])
    if (held.status === 'rejected') expect(held.reason).toEqual(withCode('appointments.not_offered'))
    await expect(hold({ serviceId, startsAt: later(-30 * minuteMs) })).rejects.toEqual(
      withCode(`appointments.${held.status === 'fulfilled' ? 'slot_taken' : 'not_offered'}`),
    )
  }
})

it('the database refuses an overlap even when code skips the use case', async () => {
  const { centerId, professionalId, serviceId, patientId } = await buildAppointment(platform, { startsAt: monday })
  const write = buildAppointment(platform, { centerId, professionalId, serviceId, startsAt: later(30 * minuteMs) })
  await expect(write).rejects.toThrow(/appointments_one_per_professional/)
  const other = await buildService(platform)
  await expect(buildAppointment(platform, { ...other, patientId, startsAt: monday })).rejects.toThrow(
    /appointments_one_per_attendee/,
  )
})
