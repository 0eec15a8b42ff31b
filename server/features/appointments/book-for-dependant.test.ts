import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createDependant, removeDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { confirmAppointment } from './usecases/confirm-appointment.ts'
import { holdAppointment } from './usecases/hold-appointment.ts'

const platform = await testPlatform()
/** Monday 23 November 2026, ten in the morning in Montevideo; the clock shows the Friday before. */
const monday = new Date('2026-11-23T13:00:00Z')
const details = { fullName: 'Sofía', birthDate: '2019-05-04', relation: 'hija' }

async function guardian() {
  const { patientId } = await buildPatient(platform)
  const { id: dependantId } = await createDependant(platform, { userId: patientId, details })
  return { caller: { userId: patientId, visitorKey: undefined }, dependantId }
}

async function hold(caller: { userId: string; visitorKey: undefined }, startsAt = monday) {
  const { serviceId } = await buildService(platform)
  return holdAppointment(platform, { caller, address: newId(), serviceId, startsAt, place: 'center' })
}

describe('a dependant who was removed', () => {
  test('gets no new appointments', async () => {
    const { caller, dependantId } = await guardian()
    const { id: appointmentId } = await hold(caller)
    await removeDependant(platform, { userId: caller.userId, dependantId })
    await expect(confirmAppointment(platform, { caller, appointmentId, dependantId })).rejects.toEqual(
      withCode('appointments.unknown_dependant'),
    )
    await expect(confirmAppointment(platform, { caller, appointmentId })).resolves.toMatchObject({
      status: 'confirmed',
    })
  })

  test('does not let the patient hold a time that overlaps their own appointment', async () => {
    const { caller, dependantId } = await guardian()
    await buildAppointment(platform, { patientId: caller.userId, startsAt: monday })
    await expect(hold(caller)).resolves.toMatchObject({ status: 'held' })
    // A past appointment names the dependant, so the row is hidden and not deleted.
    const past = await buildAppointment(platform, {
      patientId: caller.userId,
      startsAt: new Date(monday.getTime() - 30 * 24 * hourMs),
      status: 'completed',
    })
    await platform.db
      .updateTable('appointments')
      .set({ dependant_id: dependantId })
      .where('id', '=', past.appointmentId)
      .execute()
    await removeDependant(platform, { userId: caller.userId, dependantId })
    await expect(hold(caller)).rejects.toEqual(withCode('appointments.overlaps_own'))
  })
})

test('when booking for a dependant races with removing them, one of the two is refused', async () => {
  const outcomes = { booked: 0, removed: 0 }
  for (let round = 0; round < 36; round++) {
    const { caller, dependantId } = await guardian()
    const { id: appointmentId } = await hold(caller)
    // In half of the rounds a past appointment keeps the row from being deleted.
    if (round % 2 === 0) {
      const past = await buildAppointment(platform, {
        patientId: caller.userId,
        startsAt: new Date('2026-10-05T13:00:00Z'),
        status: 'completed',
      })
      await platform.db
        .updateTable('appointments')
        .set({ dependant_id: dependantId })
        .where('id', '=', past.appointmentId)
        .execute()
    }
    // Removing begins a little later each time, so either transaction may be the first.
    const [booking, removal] = await Promise.allSettled([
      confirmAppointment(platform, { caller, appointmentId, dependantId }),
      setTimeout(round % 12).then(() => removeDependant(platform, { userId: caller.userId, dependantId })),
    ])
    const reasons = [booking, removal].map(
      (each) => each.status === 'rejected' && (each.reason as { code: string }).code,
    )
    expect([
      [false, 'dependants.has_appointments'],
      ['appointments.unknown_dependant', false],
    ]).toContainEqual(reasons)
    outcomes[booking.status === 'fulfilled' ? 'booked' : 'removed'] += 1
  }
  expect(
    Math.min(outcomes.booked, outcomes.removed),
    `both outcomes occurred: ${JSON.stringify(outcomes)}`,
  ).toBeGreaterThan(0)
})
