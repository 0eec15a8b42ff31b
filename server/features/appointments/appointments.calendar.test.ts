import { expect, test } from 'vitest'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { calendarFile } from './appointments.calendar.ts'
import { requireAppointment } from './repository/appointments.ts'

const platform = await testPlatform()
const { db } = platform

test('the title of a patient’s calendar file contains neither the service nor the name of the centre', async () => {
  const service = await buildService(platform, { name: 'Psicología de pareja' })
  await db
    .updateTable('center_profiles')
    .set({ center_name: 'Psicoterapia y adicciones Pocitos' })
    .where('id', '=', service.centerId)
    .execute()
  const { patientId } = await buildPatient(platform)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId })
  const appointment = await db.transaction().execute((tx) => requireAppointment(tx, { appointmentId }))
  const file = calendarFile({ appointment, publicUrl: 'https://senda.example' }).replaceAll('\r\n ', '')
  expect(file.split('\r\n').filter((line) => /^(SUMMARY|NAME|X-WR-CALNAME)/.test(line))).toEqual(['SUMMARY:Cita'])
  expect(file).toContain('LOCATION:Psicoterapia y adicciones Pocitos\\,')
  expect(file).not.toContain('Psicología de pareja')
})
