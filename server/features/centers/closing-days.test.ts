import { describe, expect, test } from 'vitest'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { listFreeTimes } from '#server/features/appointments/usecases/list-free-times.ts'
import { newId } from '#server/platform/ids.ts'
import { addTimeOff } from '#server/processes/add-time-off.ts'
import { buildProfessional, buildService } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { setProfessionalActive } from './usecases/update-professional.ts'
import { closeOnHolidays, removeTimeOff } from './usecases/update-time-off.ts'

const platform = await testPlatform()
const christmas = '2026-12-25'

async function closedCenter(who: 'owner' | 'professional' = 'owner') {
  const desk = await buildDesk(platform)
  const closing = { userId: desk[who], centerId: desk.centerId, professionalIds: [desk.professionalId], preview: false }
  await closeOnHolidays(platform, { ...closing, dates: [christmas] })
  return { ...desk, closing }
}

/** Whether visitors may book a new professional of the centre on Christmas. */
async function sellsChristmas(center: { centerId: string }, professionalId?: string) {
  return (await soldDays(center, { from: christmas, days: 1, professionalId })).length > 0
}

type Days = { from: string; days: number; professionalId?: string | undefined }

/** The days on which visitors may book a new professional of the centre, or the given one. */
async function soldDays({ centerId }: { centerId: string }, { professionalId, ...range }: Days) {
  const added = professionalId ?? (await buildProfessional(platform, { centerId })).professionalId
  const { serviceId } = await buildService(platform, { centerId, professionalId: added })
  const request = {
    caller: { userId: undefined, visitorKey: undefined },
    centerId,
    serviceIds: [serviceId],
    ...range,
  }
  const { days } = await listFreeTimes(platform, request)
  return days.filter(({ times }) => times.length > 0).map(({ date }) => date)
}

test('a professional added after the centre closed on a holiday is not bookable on it, and one of another centre is', async () => {
  const center = await closedCenter()
  expect(await sellsChristmas(center)).toBe(false)
  expect(await sellsChristmas(await buildDesk(platform))).toBe(true)
})

test('a professional who was inactive when the centre closed is closed once active again', async () => {
  const desk = await buildDesk(platform)
  const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
  const change = { centerId: desk.centerId, professionalId, userId: desk.owner }
  await setProfessionalActive(platform, { ...change, isActive: false })
  const closing = {
    userId: desk.owner,
    centerId: desk.centerId,
    professionalIds: [desk.professionalId],
    preview: false,
  }
  await closeOnHolidays(platform, { ...closing, dates: [christmas] })
  await setProfessionalActive(platform, { ...change, isActive: true })
  expect(await sellsChristmas(desk, professionalId)).toBe(false)
})

test('closing twice adds no second absence, and a preview closes nothing', async () => {
  const { centerId, closing } = await closedCenter()
  await closeOnHolidays(platform, { ...closing, dates: [christmas] })
  await closeOnHolidays(platform, { ...closing, dates: ['2027-01-01'], preview: true })
  const absences = platform.db.selectFrom('time_off').where('professional_id', 'in', closing.professionalIds)
  expect(await absences.select('id').execute()).toHaveLength(1)
  const days = platform.db.selectFrom('closing_days').where('center_id', '=', centerId)
  expect(await days.select('date').execute()).toEqual([{ date: christmas }])
})

test('a professional who closes their own calendar closes it for no one else', async () => {
  expect(await sellsChristmas(await closedCenter('professional'))).toBe(true)
})

test('removing the absence of the whole team opens the centre, also for professionals added later', async () => {
  const center = await closedCenter()
  const absences = platform.db.selectFrom('time_off').where('professional_id', '=', center.professionalId)
  const { id: timeOffId } = await absences.select('id').executeTakeFirstOrThrow()
  await removeTimeOff(platform, { userId: center.owner, centerId: center.centerId, timeOffId })
  expect(await sellsChristmas(center)).toBe(true)
})

test('a professional whose vacation is removed still has the closing day off that was in it', async () => {
  const { centerId, professionalId, owner } = await buildDesk(platform)
  const request = { userId: owner, centerId, professionalIds: [professionalId], preview: false }
  const vacation = { startsAt: new Date('2026-12-20T03:00:00Z'), endsAt: new Date('2026-12-31T03:00:00Z'), reason: '' }
  await addTimeOff(platform, { ...request, absence: vacation })
  const absences = platform.db.selectFrom('time_off').where('professional_id', '=', professionalId)
  const { id: timeOffId } = await absences.select('id').executeTakeFirstOrThrow()
  await closeOnHolidays(platform, { ...request, dates: [christmas] })
  await removeTimeOff(platform, { userId: owner, centerId, timeOffId })
  expect(await sellsChristmas({ centerId }, professionalId)).toBe(false)
  expect(await sellsChristmas({ centerId })).toBe(false)
})

test('a holiday closed at the very moment at which a professional is added is closed for them', async () => {
  for (let round = 0; round < 5; round += 1) {
    const desk = await buildDesk(platform)
    const closing = {
      userId: desk.owner,
      centerId: desk.centerId,
      professionalIds: [desk.professionalId],
      preview: false,
    }
    const [{ professionalId }] = await Promise.all([
      buildProfessional(platform, { centerId: desk.centerId }),
      closeOnHolidays(platform, { ...closing, dates: [christmas] }).catch(() => undefined),
    ])
    const isClosed = await platform.db
      .selectFrom('closing_days')
      .where('center_id', '=', desk.centerId)
      .select('date')
      .execute()
    if (isClosed.length > 0) expect(await sellsChristmas(desk, professionalId)).toBe(false)
  }
})

/** The leave from Monday to Friday, with the weekends and the Friday and Monday around it. Sundays are not worked. */
const aroundLeave = { from: '2027-01-15', days: 11 }
const leave = {
  startsAt: new Date('2027-01-18T03:00:00Z'),
  endsAt: new Date('2027-01-23T03:00:00Z'),
  reason: 'Cerrado por licencia anual',
}
const daysAroundLeave = ['2027-01-15', '2027-01-16', '2027-01-23', '2027-01-25']
const daysOfLeave = ['2027-01-18', '2027-01-19', '2027-01-20', '2027-01-21', '2027-01-22']
const allDays = [...daysAroundLeave, ...daysOfLeave].sort()

async function buildTeam() {
  const desk = await buildDesk(platform)
  const { professionalId: colleagueId } = await buildProfessional(platform, { centerId: desk.centerId })
  const team = [desk.professionalId, colleagueId]
  const request = { userId: desk.owner, centerId: desk.centerId, professionalIds: team, preview: false }
  return { ...desk, team, request }
}

const absencesOf = (professionalId: string) =>
  platform.db
    .selectFrom('time_off')
    .where('professional_id', '=', professionalId)
    .orderBy('during')
    .select(['id', 'reason'])
    .execute()

async function removeAbsences({ centerId, owner }: { centerId: string; owner: string }, professionalIds: string[]) {
  for (const professionalId of professionalIds) {
    for (const { id } of await absencesOf(professionalId)) {
      await removeTimeOff(platform, { userId: owner, centerId, timeOffId: id })
    }
  }
}

describe('an absence of the whole team', () => {
  const cancelling = { action: 'cancel', reason: 'Cerramos por licencia' } as const

  test.each([
    ['alone', {}],
    ['with the change of its appointments', { appointments: cancelling }],
  ])('closes the centre on its whole days for a professional added later, when added %s', async (_, appointments) => {
    const { centerId, request } = await buildTeam()
    await addTimeOff(platform, { ...request, absence: leave, ...appointments })
    const { professionalId } = await buildProfessional(platform, { centerId })
    expect(await soldDays({ centerId }, { ...aroundLeave, professionalId })).toEqual(daysAroundLeave)
    expect(await absencesOf(professionalId)).toMatchObject([{ reason: leave.reason }])
    const { serviceId } = await buildService(platform, { centerId, professionalId })
    const hold = (startsAt: string) =>
      holdAppointment(platform, {
        caller: { userId: undefined, visitorKey: newId() },
        address: newId(),
        serviceId,
        startsAt: new Date(startsAt),
        place: 'center',
      })
    await expect(hold('2027-01-18T13:00:00Z')).rejects.toMatchObject({ code: 'appointments.not_offered' })
    expect(await hold('2027-01-25T13:00:00Z')).toBeDefined()
    for (const closed of request.professionalIds) expect(await absencesOf(closed)).toHaveLength(1)
  })

  test('closes the centre for a professional who becomes active again', async () => {
    const { centerId, owner, request, team } = await buildTeam()
    const { professionalId } = await buildProfessional(platform, { centerId })
    const change = { centerId, professionalId, userId: owner }
    await setProfessionalActive(platform, { ...change, isActive: false })
    await addTimeOff(platform, { ...request, absence: leave })
    await setProfessionalActive(platform, { ...change, isActive: true })
    expect(await soldDays({ centerId }, { ...aroundLeave, professionalId })).toEqual(daysAroundLeave)
    await setProfessionalActive(platform, { ...change, isActive: false })
    await removeAbsences({ centerId, owner }, team)
    const { professionalId: added } = await buildProfessional(platform, { centerId })
    expect(await soldDays({ centerId }, { ...aroundLeave, professionalId: added })).toEqual(allDays)
  })

  test('leaves no absence to an inactive professional whose centre opened again', async () => {
    const { centerId, owner, request, team } = await buildTeam()
    const { professionalId } = await buildProfessional(platform, { centerId })
    const change = { centerId, professionalId, userId: owner }
    await setProfessionalActive(platform, { ...change, isActive: false })
    await addTimeOff(platform, { ...request, absence: leave })
    await removeAbsences({ centerId, owner }, team)
    await setProfessionalActive(platform, { ...change, isActive: true })
    expect(await soldDays({ centerId }, { ...aroundLeave, professionalId })).toEqual(allDays)
  })

  test('opens the centre once each of them is removed, and those of the professionals who were added in between', async () => {
    const { centerId, owner, request, team } = await buildTeam()
    await addTimeOff(platform, { ...request, absence: leave })
    const { professionalId } = await buildProfessional(platform, { centerId })
    await removeAbsences({ centerId, owner }, team)
    expect(await soldDays({ centerId }, aroundLeave)).toEqual(daysAroundLeave)
    const everyone = await platform.db
      .selectFrom('professionals')
      .where('center_id', '=', centerId)
      .select('id')
      .execute()
    await removeAbsences(
      { centerId, owner },
      everyone.map(({ id }) => id),
    )
    expect(await soldDays({ centerId }, { ...aroundLeave, professionalId })).toEqual(allDays)
    expect(await soldDays({ centerId }, aroundLeave)).toEqual(allDays)
  })

  test.each(['before', 'after'])('keeps a holiday closed that was closed %s it, once it is removed', async (when) => {
    const { centerId, owner, request, team } = await buildTeam()
    const around = { startsAt: new Date('2026-12-21T03:00:00Z'), endsAt: new Date('2026-12-31T03:00:00Z') }
    if (when === 'before') await closeOnHolidays(platform, { ...request, dates: [christmas] })
    await addTimeOff(platform, { ...request, absence: { ...around, reason: 'Licencia' } })
    if (when === 'after') await closeOnHolidays(platform, { ...request, dates: [christmas] })
    for (const professionalId of team) {
      const vacation = (await absencesOf(professionalId)).find(({ reason }) => reason === 'Licencia')
      await removeTimeOff(platform, { userId: owner, centerId, timeOffId: vacation?.id ?? '' })
    }
    expect(await soldDays({ centerId }, { from: '2026-12-24', days: 2 })).toEqual(['2026-12-24'])
    expect(await soldDays({ centerId }, { from: '2026-12-24', days: 2, professionalId: team[0] })).toEqual([
      '2026-12-24',
    ])
  })

  test('closes no other calendar where it is of a part of the team, of a part of a day, or added by a professional', async () => {
    const { centerId, request, team } = await buildTeam()
    await addTimeOff(platform, { ...request, professionalIds: team.slice(0, 1), absence: leave })
    const morning = { startsAt: new Date('2027-01-15T03:00:00Z'), endsAt: new Date('2027-01-15T16:00:00Z'), reason: '' }
    await addTimeOff(platform, { ...request, absence: morning })
    expect(await soldDays({ centerId }, aroundLeave)).toEqual(allDays)
    const days = platform.db.selectFrom('closing_days').where('center_id', '=', centerId)
    expect(await days.select('date').execute()).toEqual([])

    const alone = await buildDesk(platform)
    const own = { userId: alone.professional, centerId: alone.centerId, professionalIds: [alone.professionalId] }
    await addTimeOff(platform, { ...own, preview: false, absence: leave })
    expect(await soldDays(alone, aroundLeave)).toEqual(allDays)
  })

  test('closes nothing in a preview', async () => {
    const { centerId, request } = await buildTeam()
    await addTimeOff(platform, { ...request, absence: leave, preview: true })
    await addTimeOff(platform, { ...request, absence: leave, preview: true, appointments: cancelling })
    expect(await soldDays({ centerId }, aroundLeave)).toEqual(allDays)
  })
})
