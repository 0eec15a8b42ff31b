import { expect, it } from 'vitest'
import { setHours } from '#server/features/centers/usecases/set-hours.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildService } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { listCatalog } from '../repository/free-times.ts'
import { listFreeTimes } from './list-free-times.ts'
import { listNextFreeTimes } from './list-next-free-times.ts'
import { moveAppointment } from './move-appointment.ts'

const platform = await testPlatform()
const { visitor, book } = booking(platform)

it('a change of hours keeps existing appointments, and offers no new times outside the hours', async () => {
  const { serviceId, centerId, professionalId } = await buildService(platform)
  const { caller, appointment } = await book({ serviceId })
  const hours = [{ weekday: 2, startMinute: 540, endMinute: 720 }]
  await setHours(platform, { userId: centerId, centerId, professionalId, hours, preview: false })
  const [stored] = await platform.db
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', appointment.id)
    .execute()
  expect(stored?.status).toBe('confirmed')
  const { days } = await listFreeTimes(platform, {
    caller,
    centerId,
    serviceIds: [serviceId],
    from: '2026-11-23',
    days: 7,
  })
  expect(days.filter((day) => day.times.length > 0).map((day) => day.date)).toEqual(['2026-11-24'])
  await expect(
    moveAppointment(platform, { caller, appointmentId: appointment.id, startsAt: later(hourMs) }),
  ).rejects.toEqual(withCode('appointments.not_offered'))
})

it('free times leave out taken times and name the next day that has any', async () => {
  const { serviceId, centerId } = await buildService(platform, {
    hours: [{ weekday: 1, startMinute: 600, endMinute: 660 }],
  })
  const query = { caller: visitor(), centerId, serviceIds: [serviceId], from: '2026-11-20', days: 4 }
  const before = await listFreeTimes(platform, query)
  expect(before.days.map((day) => day.times.length)).toEqual([0, 0, 0, 1])
  await book({ serviceId })
  expect(await listFreeTimes(platform, query)).toMatchObject({ nextDate: '2026-11-30' })
  const now = platform.clock.now()
  const offers = await listCatalog(platform.db, { centerIds: [centerId], now })
  const next = await listNextFreeTimes(platform.db, { offers, limit: 3, now })
  expect(next.get(centerId)?.times.map((time) => time.startsAt.toISOString())).toEqual(['2026-11-30T13:00:00.000Z'])
})
