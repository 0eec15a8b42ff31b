import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { maxDependants } from '#contract/dependant-words.ts'
import { createDependant, removeDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { newId } from '#server/platform/ids.ts'
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
})

describe('a person whom the patient adds while booking', () => {
  const newDependant = { fullName: 'Bruno', birthDate: '2021-02-03', relation: 'hijo' }
  const added = (userId: string) =>
    platform.db.selectFrom('dependants').select(['id', 'full_name']).where('guardian_id', '=', userId).execute()

  test('is added once, also when the request is repeated, and attends', async () => {
    const { patientId: userId } = await buildPatient(platform)
    const caller = { userId, visitorKey: undefined }
    const { id: appointmentId } = await hold(caller)
    const booked = await confirmAppointment(platform, { caller, appointmentId, newDependant })
    await confirmAppointment(platform, { caller, appointmentId, newDependant })
    const [bruno, ...others] = await added(userId)
    expect(others).toEqual([])
    expect(booked).toMatchObject({ status: 'confirmed', dependantId: bruno?.id })
  })

  test('is not added when the booking is refused, has a birth date in the future, or is one too many', async () => {
    const { patientId: userId } = await buildPatient(platform)
    const caller = { userId, visitorKey: undefined }
    const { id: appointmentId } = await hold(caller)
    const confirm = (changed: object = {}) =>
      confirmAppointment(platform, { caller, appointmentId, newDependant, ...changed })
    await expect(confirm({ terms: 'others' })).rejects.toEqual(withCode('request.terms_changed'))
    await expect(confirm({ newDependant: { ...newDependant, birthDate: '2026-11-21' } })).rejects.toMatchObject({
      data: { fields: [{ path: 'newDependant.birthDate' }] },
    })
    expect(await added(userId)).toEqual([])
    for (let count = 0; count < maxDependants; count++) await createDependant(platform, { userId, details })
    await expect(confirm()).rejects.toEqual(withCode('dependants.too_many'))
    expect(await added(userId)).toHaveLength(maxDependants)
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
      // Each of the two begins first in half of the rounds.
      setTimeout(round % 2 === 0 ? round % 12 : 0).then(() =>
        confirmAppointment(platform, { caller, appointmentId, dependantId }),
      ),
      setTimeout(round % 2 === 0 ? 0 : round % 12).then(() =>
        removeDependant(platform, { userId: caller.userId, dependantId }),
      ),
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
