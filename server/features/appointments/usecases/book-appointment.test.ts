import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addTimeOff, setWeeklyHours } from '#server/features/professionals/professionals.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import { listMails } from '#server/platform/mail.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { buildAppointment, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { holdsPerAddress } from '../repository/holds.ts'
import { cancelAppointment, releaseHold } from './cancel-appointment.ts'
import { closeAppointments } from './close-appointments.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'
import { listFreeTimes, listNextFreeTimes } from './list-free-times.ts'
import { moveAppointment } from './move-appointment.ts'

const platform = await testPlatform()
const minute = 60_000
const hour = 60 * minute
/** Monday 23 November 2026, ten in the morning in Montevideo; the clock starts on the Friday before. */
const monday = new Date('2026-11-23T13:00:00Z')
const later = (milliseconds: number) => new Date(monday.getTime() + milliseconds)

const patient = async () => ({ userId: (await buildPatient(platform)).patientId, visitorKey: undefined })
const visitor = () => ({ userId: undefined, visitorKey: newId() })

type Hold = Partial<Parameters<typeof holdAppointment>[1]> & { serviceId: string }
const hold = (o: Hold) =>
  holdAppointment(platform, { asker: visitor(), address: newId(), startsAt: monday, place: 'center', ...o })

async function book(o: { serviceId: string; startsAt?: Date }) {
  const asker = await patient()
  const held = await hold({ ...o, asker })
  return { asker, appointment: await confirmAppointment(platform, { asker, appointmentId: held.id }) }
}

const code = (code: string) => expect.objectContaining({ code: `appointments.${code}` })

describe('holding a time', () => {
  it('keeps it for ten minutes, and then it is free again without anybody sweeping', async () => {
    const { serviceId } = await buildService(platform)
    const held = await hold({ serviceId })
    expect(held).toMatchObject({
      status: 'held',
      holdExpiresAt: new Date(platform.clock.now().getTime() + 10 * minute),
    })
    await expect(hold({ serviceId })).rejects.toEqual(code('slot_taken'))
    const now = platform.clock.now()
    platform.clock.advance(10 * minute)
    await expect(hold({ serviceId })).resolves.toMatchObject({ status: 'held' })
    platform.clock.set(now)
  })

  it('answers the same hold to the same wish, and replaces it for another', async () => {
    const { serviceId } = await buildService(platform)
    const asker = visitor()
    const first = await hold({ serviceId, asker })
    expect((await hold({ serviceId, asker })).id).toBe(first.id)
    const second = await hold({ serviceId, asker, startsAt: later(2 * hour) })
    expect(second.id).not.toBe(first.id)
    await expect(hold({ serviceId })).resolves.toMatchObject({ status: 'held' })
  })

  it('stays with a visitor who registers on the way', async () => {
    const { serviceId } = await buildService(platform)
    const asker = visitor()
    const held = await hold({ serviceId, asker })
    const { userId } = await patient()
    const confirmed = await confirmAppointment(platform, { asker: { ...asker, userId }, appointmentId: held.id })
    expect(confirmed).toMatchObject({ id: held.id, status: 'confirmed', patientId: userId })
  })

  it.each([
    ['in the past', new Date('2026-11-19T13:00:00Z'), 'too_soon'],
    ['in less than an hour', new Date('2026-11-20T12:59:00Z'), 'too_soon'],
    ['after ninety days', new Date('2027-02-22T13:00:00Z'), 'too_far'],
    ['off the grid', later(7 * minute), 'not_offered'],
    ['on a Sunday', new Date('2026-11-22T13:00:00Z'), 'not_offered'],
    ['over lunch', new Date('2026-11-23T15:30:00Z'), 'not_offered'],
    ['in the night', new Date('2026-11-23T06:00:00Z'), 'not_offered'],
  ])('%s is refused', async (_, startsAt, reason) => {
    const { serviceId } = await buildService(platform)
    await expect(hold({ serviceId, startsAt })).rejects.toEqual(code(reason))
  })

  it('needs a service that exists, of a centre that is public, at a place where the professional works', async () => {
    await expect(hold({ serviceId: newId() })).rejects.toEqual(code('not_bookable'))
    const { serviceId, centerId } = await buildService(platform)
    await expect(hold({ serviceId, place: 'online' })).rejects.toEqual(code('not_offered'))
    await platform.db.updateTable('center_profiles').set({ is_public: false }).where('id', '=', centerId).execute()
    await expect(hold({ serviceId })).rejects.toEqual(code('not_bookable'))
  })

  it('is limited for one address, however many ask at once', async () => {
    const { serviceId } = await buildService(platform, { durationMinutes: 30 })
    const address = newId()
    const starts = Array.from({ length: 30 }, (_, index) =>
      later(Math.floor(index / 6) * 24 * hour + (index % 6) * 30 * minute),
    )
    const answers = await Promise.allSettled(starts.map((startsAt) => hold({ serviceId, address, startsAt })))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(holdsPerAddress)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toEqual(code('too_many_holds'))
    }
  })

  it('can be let go', async () => {
    const { serviceId } = await buildService(platform)
    const asker = visitor()
    await hold({ serviceId, asker })
    expect(await releaseHold(platform, { asker })).toBe(true)
    expect(await releaseHold(platform, { asker })).toBe(false)
    await expect(hold({ serviceId })).resolves.toMatchObject({ status: 'held' })
  })

  it('tells a signed-in person of an appointment of their own at that time', async () => {
    const { asker } = await book(await buildService(platform))
    const { serviceId } = await buildService(platform)
    await expect(hold({ serviceId, asker, startsAt: later(30 * minute) })).rejects.toEqual(code('overlaps_own'))
  })
})

describe('of everybody who wants one time', () => {
  it('exactly one gets it, over two processes, and the others read why', async () => {
    const { serviceId } = await buildService(platform)
    const second = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
    const platforms = [platform, { ...platform, ...second }]
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        holdAppointment(platforms[index % 2] ?? platform, {
          asker: visitor(),
          address: newId(),
          serviceId,
          startsAt: monday,
          place: 'center',
        }),
      ),
    )
    await second.close()
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        expect(answer.reason).toEqual(code('slot_taken'))
        expect(answer.reason.message).toBe('Ese horario acaba de ocuparse. Elige otro, por favor.')
      }
    }
  })

  it('overlapping times count as one, whatever their durations', async () => {
    const { serviceId, centerId, professionalId } = await buildService(platform, { durationMinutes: 90 })
    const short = await buildService(platform, { centerId, professionalId, durationMinutes: 30 })
    const wishes = [serviceId, short.serviceId, short.serviceId].map((id, index) =>
      hold({ serviceId: id, startsAt: later(index * 30 * minute) }),
    )
    await Promise.allSettled(wishes)
    const { rows } = await sql<{ count: number }>`
      select count(*) from appointments a join appointments b on a.id < b.id and a.professional_id = b.professional_id and a.during && b.during
      where a.professional_id = ${professionalId}`.execute(platform.db)
    expect(rows[0]?.count).toBe(0)
  })
})

describe('confirming', () => {
  it('makes the appointment, tells patient and centre, and bears being repeated', async () => {
    const { asker, appointment } = await book(await buildService(platform))
    expect(appointment).toMatchObject({ status: 'confirmed', holdExpiresAt: null, patientId: asker.userId })
    const again = await confirmAppointment(platform, { asker, appointmentId: appointment.id })
    expect(again).toEqual(appointment)
    const mails = await listMails(platform.db, { limit: 500 })
    expect(mails.filter((mail) => mail.to === appointment.patientEmail).map((mail) => mail.subject)).toEqual([
      'Tu cita está reservada',
    ])
    const center = mails.find((mail) => mail.to === appointment.centerEmail)
    expect(center?.subject).toBe('Nueva cita')
    expect(`${center?.subject}`).not.toMatch(/fisio/i)
  })

  it('is too late when the hold is over, even if nobody else came', async () => {
    const { serviceId } = await buildService(platform)
    const asker = await patient()
    const held = await hold({ serviceId, asker })
    const now = platform.clock.now()
    platform.clock.advance(10 * minute)
    await expect(confirmAppointment(platform, { asker, appointmentId: held.id })).rejects.toEqual(code('hold_expired'))
    platform.clock.set(now)
  })

  it('is too late, in a race, for whoever lost the time while confirming', async () => {
    const { serviceId } = await buildService(platform)
    const asker = await patient()
    const held = await hold({ serviceId, asker })
    const now = platform.clock.now()
    platform.clock.advance(10 * minute)
    const [confirmed, taken] = await Promise.allSettled([
      confirmAppointment(platform, { asker, appointmentId: held.id }),
      hold({ serviceId }),
    ])
    platform.clock.set(now)
    expect(confirmed.status).toBe('rejected')
    expect(taken.status).toBe('fulfilled')
  })

  it('is refused to a stranger as if the time did not exist', async () => {
    const { serviceId } = await buildService(platform)
    const held = await hold({ serviceId })
    const stranger = await patient()
    await expect(confirmAppointment(platform, { asker: stranger, appointmentId: held.id })).rejects.toEqual(
      code('not_found'),
    )
  })

  it('never gives one person two appointments at once, however they race', async () => {
    const { userId } = await patient()
    const askers = [1, 2, 3, 4].map(() => ({ userId, visitorKey: newId() }))
    const held = await Promise.all(
      askers.map(async ({ visitorKey }, index) => {
        const { serviceId } = await buildService(platform)
        return hold({ serviceId, asker: { userId: undefined, visitorKey }, startsAt: later((index % 2) * 30 * minute) })
      }),
    )
    const answers = await Promise.allSettled(
      askers.map((asker, index) => confirmAppointment(platform, { asker, appointmentId: held[index]?.id ?? '' })),
    )
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toEqual(code('overlaps_own'))
  })

  it('for a dependant is no overlap with an appointment of one’s own, but needs to be one’s own dependant', async () => {
    const first = await book(await buildService(platform))
    const dependantId = newId()
    const child = {
      id: dependantId,
      guardian_id: first.asker.userId,
      full_name: 'Sofía',
      birth_date: '2018-05-01',
      relation: 'Hija',
    }
    await platform.db.insertInto('dependants').values(child).execute()
    const { serviceId } = await buildService(platform)
    const held = await hold({ serviceId, asker: first.asker })
    await expect(confirmAppointment(platform, { asker: first.asker, appointmentId: held.id })).rejects.toEqual(
      code('overlaps_own'),
    )
    const confirm = (id: string) =>
      confirmAppointment(platform, { asker: first.asker, appointmentId: held.id, dependantId: id })
    await expect(confirm(newId())).rejects.toEqual(code('unknown_dependant'))
    await expect(confirm(dependantId)).resolves.toMatchObject({ status: 'confirmed', dependantName: 'Sofía' })
  })

  it('a home visit asks for the address, or takes the profile’s', async () => {
    const { serviceId, professionalId } = await buildService(platform)
    await platform.db
      .updateTable('professionals')
      .set({ modalities: ['A domicilio'] })
      .where('id', '=', professionalId)
      .execute()
    const asker = await patient()
    await platform.db.updateTable('profiles').set({ address: null }).where('id', '=', asker.userId).execute()
    const held = await hold({ serviceId, asker, place: 'home' })
    const confirm = (homeAddress?: string) =>
      confirmAppointment(platform, { asker, appointmentId: held.id, homeAddress })
    await expect(confirm()).rejects.toEqual(code('address_required'))
    await expect(confirm('Rambla 1234')).resolves.toMatchObject({ homeAddress: 'Rambla 1234', type: 'presencial' })
  })
})

describe('where the centre answers by hand', () => {
  it('the appointment is pending, and frees itself after a day without an answer', async () => {
    const { centerId } = await buildCenter(platform)
    await platform.db
      .updateTable('center_profiles')
      .set({ confirms_manually: true })
      .where('id', '=', centerId)
      .execute()
    const { serviceId } = await buildService(platform, { centerId })
    const { appointment } = await book({ serviceId, startsAt: later(48 * hour) })
    expect(appointment.status).toBe('pending')
    const now = platform.clock.now()
    platform.clock.advance(24 * hour - 1)
    await closeAppointments(platform)
    await expect(hold({ serviceId, startsAt: later(48 * hour) })).rejects.toEqual(code('slot_taken'))
    platform.clock.advance(1)
    await closeAppointments(platform)
    await expect(hold({ serviceId, startsAt: later(48 * hour) })).resolves.toMatchObject({ status: 'held' })
    platform.clock.set(now)
    const mails = await listMails(platform.db, { limit: 500 })
    expect(mails.find((mail) => mail.to === appointment.patientEmail)?.subject).toBe('Tu cita no pudo confirmarse')
  })
})

describe('at a centre that answers by hand', () => {
  const manualService = async () => {
    const { centerId } = await buildCenter(platform)
    await platform.db
      .updateTable('center_profiles')
      .set({ confirms_manually: true })
      .where('id', '=', centerId)
      .execute()
    return buildService(platform, { centerId })
  }

  it('nothing is offered that it could not answer in time', async () => {
    const { serviceId, centerId } = await manualService()
    const inTwoHours = new Date('2026-11-20T14:00:00Z')
    const inThreeHours = new Date('2026-11-20T15:00:00Z')
    await expect(hold({ serviceId, startsAt: inTwoHours })).rejects.toEqual(code('not_offered'))
    const question = { asker: visitor(), centerId, serviceIds: [serviceId], from: '2026-11-20', days: 1 }
    const { days } = await listFreeTimes(platform, question)
    expect(days[0]?.times[0]?.startsAt).toEqual(inThreeHours)
    const { appointment } = await book({ serviceId, startsAt: inThreeHours })
    await closeAppointments(platform)
    const [row] = await platform.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', appointment.id)
      .execute()
    expect(row?.status).toBe('pending')
  })

  it('an appointment that was moved meanwhile gets its time to be answered anew', async () => {
    const { serviceId } = await manualService()
    const { asker, appointment } = await book({ serviceId, startsAt: later(72 * hour) })
    const now = platform.clock.now()
    platform.clock.advance(24 * hour)
    await Promise.all([
      closeAppointments(platform),
      moveAppointment(platform, { asker, appointmentId: appointment.id, startsAt: later(96 * hour) }).catch(
        () => undefined,
      ),
    ])
    const [row] = await platform.db
      .selectFrom('appointments')
      .select(['status', 'moved_at'])
      .where('id', '=', appointment.id)
      .execute()
    // Whichever came first: moved and still waiting, or freed and not moved. Never moved and then freed.
    expect([row?.status, row?.moved_at === null]).toEqual(row?.moved_at ? ['pending', false] : ['cancelled', true])
    platform.clock.set(now)
  })
})

describe('cancelling', () => {
  it('frees the time at once, in full until 24 hours before and in part later', async () => {
    const { serviceId } = await buildService(platform)
    const { asker, appointment } = await book({ serviceId })
    const cancelled = await cancelAppointment(platform, { asker, appointmentId: appointment.id })
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelledBy: 'patient', refundPercent: 100 })
    expect(await cancelAppointment(platform, { asker, appointmentId: appointment.id })).toEqual(cancelled)
    const next = await book({ serviceId })
    const now = platform.clock.now()
    platform.clock.set(later(-2 * hour))
    await expect(cancelAppointment(platform, { ...next, appointmentId: next.appointment.id })).resolves.toMatchObject({
      refundPercent: 50,
    })
    platform.clock.set(now)
  })

  it('is over once it has begun, and nobody cancels another’s', async () => {
    const { asker, appointment } = await book(await buildService(platform))
    const stranger = await patient()
    await expect(cancelAppointment(platform, { asker: stranger, appointmentId: appointment.id })).rejects.toEqual(
      code('not_found'),
    )
    const now = platform.clock.now()
    platform.clock.set(monday)
    await expect(cancelAppointment(platform, { asker, appointmentId: appointment.id })).rejects.toEqual(
      code('not_changeable'),
    )
    platform.clock.set(now)
  })
})

describe('moving', () => {
  it('gives the new time, even one that overlaps the old, and frees the old one', async () => {
    const { serviceId } = await buildService(platform)
    const { asker, appointment } = await book({ serviceId })
    const moved = await moveAppointment(platform, {
      asker,
      appointmentId: appointment.id,
      startsAt: later(30 * minute),
    })
    expect(moved).toMatchObject({ id: appointment.id, startsAt: later(30 * minute), status: 'confirmed' })
    await expect(hold({ serviceId, startsAt: later(-30 * minute) })).resolves.toMatchObject({ status: 'held' })
    await expect(hold({ serviceId, startsAt: later(60 * minute) })).rejects.toEqual(code('slot_taken'))
  })

  it('obeys the rules of a new booking', async () => {
    const { serviceId } = await buildService(platform)
    const { asker, appointment } = await book({ serviceId })
    await book({ serviceId, startsAt: later(2 * hour) })
    const move = (startsAt: Date) => moveAppointment(platform, { asker, appointmentId: appointment.id, startsAt })
    await expect(move(later(2 * hour))).rejects.toEqual(code('slot_taken'))
    await expect(move(later(3 * hour))).rejects.toEqual(code('not_offered'))
    await expect(move(new Date('2026-11-20T12:30:00Z'))).rejects.toEqual(code('too_soon'))
    const stranger = await patient()
    await expect(
      moveAppointment(platform, { asker: stranger, appointmentId: appointment.id, startsAt: later(hour) }),
    ).rejects.toEqual(code('not_found'))
  })

  it('late does not make cancelling free again, and early does not make it cost', async () => {
    const { serviceId } = await buildService(platform)
    const { asker, appointment } = await book({ serviceId })
    const now = platform.clock.now()
    platform.clock.set(later(-2 * hour))
    const moved = await moveAppointment(platform, {
      asker,
      appointmentId: appointment.id,
      startsAt: later(21 * 24 * hour),
    })
    expect(moved.lateSince).toEqual(later(-2 * hour))
    const cancelled = await cancelAppointment(platform, { asker, appointmentId: appointment.id })
    expect(cancelled.refundPercent).toBe(50)
    platform.clock.set(now)
    const early = await book({ serviceId })
    await moveAppointment(platform, { ...early, appointmentId: early.appointment.id, startsAt: later(24 * hour) })
    const free = await cancelAppointment(platform, { ...early, appointmentId: early.appointment.id })
    expect(free.refundPercent).toBe(100)
  })

  it('takes a time that the patient holds already', async () => {
    const { serviceId } = await buildService(platform)
    const { asker, appointment } = await book({ serviceId })
    await hold({ serviceId, asker, startsAt: later(24 * hour) })
    const moved = await moveAppointment(platform, { asker, appointmentId: appointment.id, startsAt: later(24 * hour) })
    expect(moved.startsAt).toEqual(later(24 * hour))
  })

  it('two who want each other’s time at once do not lock each other out, nor overlap', async () => {
    const { serviceId, professionalId } = await buildService(platform)
    for (let round = 0; round < 5; round++) {
      const day = 24 * hour * (round % 4)
      const a = await book({ serviceId, startsAt: later(day) })
      const b = await book({ serviceId, startsAt: later(day + hour) })
      const answers = await Promise.allSettled([
        moveAppointment(platform, { ...a, appointmentId: a.appointment.id, startsAt: later(day + 30 * minute) }),
        moveAppointment(platform, { ...b, appointmentId: b.appointment.id, startsAt: later(day + 30 * minute) }),
        hold({ serviceId, startsAt: later(day + 30 * minute) }),
      ])
      for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toEqual(code('slot_taken'))
      await platform.db.deleteFrom('appointments').where('professional_id', '=', professionalId).execute()
    }
  })

  it('of two holders and a mover who want one free time, one gets it', async () => {
    const { serviceId } = await buildService(platform)
    const { asker, appointment } = await book({ serviceId })
    const answers = await Promise.allSettled([
      moveAppointment(platform, { asker, appointmentId: appointment.id, startsAt: later(24 * hour) }),
      hold({ serviceId, startsAt: later(24 * hour) }),
      hold({ serviceId, startsAt: later(24 * hour) }),
    ])
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  })
})

it('time off that is entered while a time is being held decides the race one way or the other', async () => {
  for (let round = 0; round < 8; round++) {
    const { serviceId, professionalId } = await buildService(platform)
    const off = { professionalId, startsAt: later(-hour), endsAt: later(hour) }
    const [held] = await Promise.allSettled([hold({ serviceId }), addTimeOff(platform, off)])
    if (held.status === 'rejected') expect(held.reason).toEqual(code('not_offered'))
    await expect(hold({ serviceId, startsAt: later(-30 * minute) })).rejects.toEqual(
      code(held.status === 'fulfilled' ? 'slot_taken' : 'not_offered'),
    )
  }
})

it('a hold that ran out is remembered for an hour, and then nobody knows it', async () => {
  const { serviceId } = await buildService(platform)
  const asker = await patient()
  const held = await hold({ serviceId, asker })
  const now = platform.clock.now()
  const confirm = () => confirmAppointment(platform, { asker, appointmentId: held.id })
  platform.clock.advance(30 * minute)
  await closeAppointments(platform)
  await expect(confirm()).rejects.toEqual(code('hold_expired'))
  platform.clock.advance(hour)
  await closeAppointments(platform)
  await expect(confirm()).rejects.toEqual(code('not_found'))
  platform.clock.set(now)
})

it('hours that change under an appointment leave it standing, and offer nothing new outside them', async () => {
  const { serviceId, centerId, professionalId } = await buildService(platform)
  const { asker, appointment } = await book({ serviceId })
  await setWeeklyHours(platform, { professionalId, intervals: [{ weekday: 2, startMinute: 540, endMinute: 720 }] })
  const [kept] = await platform.db
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', appointment.id)
    .execute()
  expect(kept?.status).toBe('confirmed')
  const { days } = await listFreeTimes(platform, {
    asker,
    centerId,
    serviceIds: [serviceId],
    from: '2026-11-23',
    days: 7,
  })
  expect(days.filter((day) => day.times.length > 0).map((day) => day.date)).toEqual(['2026-11-24'])
  await expect(
    moveAppointment(platform, { asker, appointmentId: appointment.id, startsAt: later(hour) }),
  ).rejects.toEqual(code('not_offered'))
})

it('free times leave out what is taken and name the next day that has some', async () => {
  const { serviceId, centerId } = await buildService(platform, {
    hours: [{ weekday: 1, startMinute: 600, endMinute: 660 }],
  })
  const question = { asker: visitor(), centerId, serviceIds: [serviceId], from: '2026-11-20', days: 4 }
  const before = await listFreeTimes(platform, question)
  expect(before.days.map((day) => day.times.length)).toEqual([0, 0, 0, 1])
  await book({ serviceId })
  expect(await listFreeTimes(platform, question)).toMatchObject({ nextDate: '2026-11-30' })
  const next = await listNextFreeTimes(platform, { centerIds: [centerId], limit: 3 })
  expect(next.get(centerId)?.map((time) => time.startsAt.toISOString())).toEqual(['2026-11-30T13:00:00.000Z'])
})

it('what is over completes itself', async () => {
  const { appointmentId } = await buildAppointment(platform, { startsAt: new Date('2026-11-19T12:00:00Z') })
  await closeAppointments(platform)
  const [row] = await platform.db.selectFrom('appointments').select('status').where('id', '=', appointmentId).execute()
  expect(row?.status).toBe('completed')
})

it('the database refuses an overlap even to a writer who asks nobody', async () => {
  const { centerId, professionalId, serviceId, patientId } = await buildAppointment(platform, { startsAt: monday })
  const write = buildAppointment(platform, { centerId, professionalId, serviceId, startsAt: later(30 * minute) })
  await expect(write).rejects.toThrow(/appointments_one_per_professional/)
  const other = await buildService(platform)
  await expect(buildAppointment(platform, { ...other, patientId, startsAt: monday })).rejects.toThrow(
    /appointments_one_per_attendee/,
  )
})
