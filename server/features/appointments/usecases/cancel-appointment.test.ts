import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { booking, later, monday } from '#server/testing/booking.ts'
import { buildService } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { moveAppointment } from './move-appointment.ts'

const platform = await testPlatform()
const { patient, book } = booking(platform)

describe('cancelling', () => {
  it('frees the time immediately, with a full refund until 24 hours before and a partial one later', async () => {
    const { serviceId } = await buildService(platform)
    const { caller, appointment } = await book({ serviceId })
    const cancelled = await cancelAppointment(platform, { caller, appointmentId: appointment.id })
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelledBy: 'patient', refundPercent: 100 })
    expect(await cancelAppointment(platform, { caller, appointmentId: appointment.id })).toEqual(cancelled)
    const next = await book({ serviceId })
    const now = platform.clock.now()
    platform.clock.set(later(-2 * hourMs))
    await expect(cancelAppointment(platform, { ...next, appointmentId: next.appointment.id })).resolves.toMatchObject({
      refundPercent: 50,
    })
    platform.clock.set(now)
  })

  it('is free for 30 minutes after booking, even in the last 24 hours', async () => {
    const { serviceId } = await buildService(platform)
    const now = platform.clock.now()
    platform.clock.set(later(-3 * hourMs))
    const soon = await book({ serviceId })
    platform.clock.advance(30 * minuteMs)
    const inTime = await cancelAppointment(platform, { ...soon, appointmentId: soon.appointment.id })
    expect(inTime.refundPercent).toBe(100)
    const secondBooking = await book({ serviceId })
    platform.clock.advance(30 * minuteMs + 1)
    const late = await cancelAppointment(platform, { ...secondBooking, appointmentId: secondBooking.appointment.id })
    expect(late.refundPercent).toBe(50)
    platform.clock.set(now)
  })

  it('is not free for 30 more minutes after the patient moves an older booking', async () => {
    const { serviceId } = await buildService(platform)
    const now = platform.clock.now()
    const { caller, appointment } = await book({ serviceId, startsAt: later(24 * hourMs) })
    platform.clock.set(later(-2 * hourMs))
    const moved = await moveAppointment(platform, { caller, appointmentId: appointment.id, startsAt: monday })
    expect(moved.lateSince).toBeNull()
    const cancelled = await cancelAppointment(platform, { caller, appointmentId: appointment.id })
    expect(cancelled.refundPercent).toBe(50)
    platform.clock.set(now)
  })

  it('refunds what the centre had promised when the time was held, whatever it promises now and however often it is moved', async () => {
    const now = platform.clock.now()
    for (const [agreed, edited] of [
      [100, 0],
      [0, 100],
    ] as const) {
      const { serviceId, centerId } = await buildService(platform)
      const setRule = (percent: number) =>
        platform.db
          .updateTable('center_profiles')
          .set({ late_refund_percent: percent })
          .where('id', '=', centerId)
          .execute()
      await setRule(agreed)
      const { caller, appointment } = await book({ serviceId })
      const { id: appointmentId } = appointment
      await setRule(edited)
      platform.clock.set(later(-2 * hourMs))
      await moveAppointment(platform, { caller, appointmentId, startsAt: later(24 * hourMs) })
      const late = await cancelAppointment(platform, { caller, appointmentId })
      expect(late).toMatchObject({ lateRefundPercent: agreed, refundPercent: agreed })
      platform.clock.set(now)
      const change = platform.db.updateTable('appointments').set({ late_refund_percent: edited })
      await expect(change.where('id', '=', appointmentId).execute()).rejects.toThrow('keeps the rule')
      expect((await book({ serviceId })).appointment.lateRefundPercent).toBe(edited)
    }
  })

  it('mails the refund: none when nothing was paid, and the centre’s percentage when it was', async () => {
    const { serviceId, centerId } = await buildService(platform)
    const now = platform.clock.now()
    const mails = async () => {
      const first = await book({ serviceId })
      const paid = await book({ serviceId, startsAt: later(hourMs) })
      await platform.db
        .insertInto('payments')
        .values({
          appointment_id: paid.appointment.id,
          center_id: centerId,
          amount: 150_000,
          method: 'efectivo',
          collected_at: now,
        })
        .execute()
      platform.clock.set(later(-2 * hourMs))
      for (const { caller, appointment } of [first, paid]) {
        await cancelAppointment(platform, { caller, appointmentId: appointment.id })
      }
      const sent = await listAllMails(platform, { limit: 1000 })
      const textTo = ({ userId }: { userId: string }) => {
        const to = `${userId}@prueba.uy`
        return sent.find((mail) => mail.to === to && mail.kind === 'appointments.cancelled')?.text
      }
      return [textTo(first.caller), textTo(paid.caller)]
    }
    const [unpaid, paid] = await mails()
    expect(unpaid).toContain('No habías pagado, así que no hay nada que devolver.')
    expect(paid).toContain('el centro devuelve el 50\u00a0% de lo que pagaste.')
    platform.clock.set(now)
  })

  it('is refused once the appointment has begun, and for the appointment of another patient', async () => {
    const { caller, appointment } = await book(await buildService(platform))
    const stranger = await patient()
    await expect(cancelAppointment(platform, { caller: stranger, appointmentId: appointment.id })).rejects.toEqual(
      withCode('appointments.not_found'),
    )
    const now = platform.clock.now()
    platform.clock.set(monday)
    await expect(cancelAppointment(platform, { caller, appointmentId: appointment.id })).rejects.toEqual(
      withCode('appointments.not_changeable'),
    )
    platform.clock.set(now)
  })
})
