import { expect, test } from 'vitest'
import { listFreeTimes } from '#server/features/appointments/usecases/list-free-times.ts'
import { buildProfessional, buildService } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { setProfessionalActive } from './usecases/update-professional.ts'
import { addTimeOff, closeOnHolidays, removeTimeOff } from './usecases/update-time-off.ts'

const platform = await testPlatform()
const christmas = '2026-12-25'

async function closedCenter(who: 'owner' | 'professional' = 'owner') {
  const desk = await buildDesk(platform)
  const closing = { userId: desk[who], centerId: desk.centerId, professionalIds: [desk.professionalId], preview: false }
  await closeOnHolidays(platform, { ...closing, dates: [christmas] })
  return { ...desk, closing }
}

/** Whether visitors may book a new professional of the centre on Christmas. */
async function sellsChristmas({ centerId }: { centerId: string }, professionalId?: string) {
  const added = professionalId ?? (await buildProfessional(platform, { centerId })).professionalId
  const { serviceId } = await buildService(platform, { centerId, professionalId: added })
  const request = {
    caller: { userId: undefined, visitorKey: undefined },
    centerId,
    serviceIds: [serviceId],
    from: christmas,
    days: 1,
  }
  const { days } = await listFreeTimes(platform, request)
  return (days[0]?.times.length ?? 0) > 0
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
