import { describe, expect, it } from 'vitest'
import { booking, later, monday } from '#server/testing/booking.ts'
import { buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { cancelAppointment } from './cancel-appointment.ts'

const platform = await testPlatform()
const { patient, book } = booking(platform)
const hour = 3_600_000
const code = (code: string) => expect.objectContaining({ code: `appointments.${code}` })

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
