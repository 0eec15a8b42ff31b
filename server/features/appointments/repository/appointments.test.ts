import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { countFigures } from './of-patient.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 15))

test("a patient's figures count only their own appointments and average their own ratings", async () => {
  const platform = await testPlatform()
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const now = platform.clock.now()
  const patientBooking = { ...service, patientId }
  expect(await countFigures(platform.db, { patientId, now })).toEqual({
    upcoming: 0,
    completed: 0,
    reviews: 0,
    averageRating: null,
  })

  await buildAppointment(platform, { ...patientBooking, status: 'confirmed', startsAt: at(23) })
  await buildAppointment(platform, { ...patientBooking, status: 'pending', startsAt: at(24) })
  await buildAppointment(platform, { ...patientBooking, status: 'no_show', startsAt: at(3) })
  await buildAppointment(platform, { ...service, status: 'confirmed', startsAt: at(25) })
  for (const [day, rating] of [
    [9, 5],
    [10, 4],
  ] as const) {
    const { appointmentId } = await buildAppointment(platform, {
      ...patientBooking,
      status: 'completed',
      startsAt: at(day),
    })
    await platform.db
      .insertInto('reviews')
      .values({
        id: newId(),
        appointment_id: appointmentId,
        center_id: service.centerId,
        professional_id: service.professionalId,
        patient_id: patientId,
        rating,
        comment: '',
        created_at: now,
      })
      .execute()
  }
  expect(await countFigures(platform.db, { patientId, now })).toEqual({
    upcoming: 2,
    completed: 2,
    reviews: 2,
    averageRating: 4.5,
  })
})
