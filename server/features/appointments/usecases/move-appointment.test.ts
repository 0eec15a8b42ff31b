import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { appointmentsRoutes } from '../routes/appointments.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { closeAppointments } from './close-appointments.ts'
import { confirmAtDesk } from './mark-appointment.ts'
import { moveAppointment } from './move-appointment.ts'

const platform = await testPlatform()
const { patient, hold, book } = booking(platform)

describe('moving', () => {
  it('takes the new time, even one that overlaps the old time, and frees the old one', async () => {
    const { serviceId } = await buildService(platform)
    const { caller, appointment } = await book({ serviceId })
    const moved = await moveAppointment(platform, {
      caller,
      appointmentId: appointment.id,
      startsAt: later(30 * minuteMs),
    })
    expect(moved).toMatchObject({ id: appointment.id, startsAt: later(30 * minuteMs), status: 'confirmed' })
    await expect(hold({ serviceId, startsAt: later(-30 * minuteMs) })).resolves.toMatchObject({ status: 'held' })
    await expect(hold({ serviceId, startsAt: later(60 * minuteMs) })).rejects.toEqual(
      withCode('appointments.slot_taken'),
    )
  })

  it('follows the rules of a new booking', async () => {
    const { serviceId } = await buildService(platform)
    const { caller, appointment } = await book({ serviceId })
    await book({ serviceId, startsAt: later(2 * hourMs) })
    const move = (startsAt: Date) => moveAppointment(platform, { caller, appointmentId: appointment.id, startsAt })
    await expect(move(later(2 * hourMs))).rejects.toEqual(withCode('appointments.slot_taken'))
    await expect(move(later(3 * hourMs))).rejects.toEqual(withCode('appointments.not_offered'))
    await expect(move(new Date('2026-11-20T12:30:00Z'))).rejects.toEqual(withCode('appointments.too_soon'))
    const stranger = await patient()
    await expect(
      moveAppointment(platform, { caller: stranger, appointmentId: appointment.id, startsAt: later(hourMs) }),
    ).rejects.toEqual(withCode('appointments.not_found'))
  })

  it('late does not make cancelling free again; moving early keeps it free', async () => {
    const { serviceId } = await buildService(platform)
    const { caller, appointment } = await book({ serviceId })
    const now = platform.clock.now()
    platform.clock.set(later(-2 * hourMs))
    const moved = await moveAppointment(platform, {
      caller,
      appointmentId: appointment.id,
      startsAt: later(21 * 24 * hourMs),
    })
    expect(moved.lateSince).toEqual(later(-2 * hourMs))
    const cancelled = await cancelAppointment(platform, { caller, appointmentId: appointment.id })
    expect(cancelled.refundPercent).toBe(50)
    platform.clock.set(now)
    const early = await book({ serviceId })
    await moveAppointment(platform, { ...early, appointmentId: early.appointment.id, startsAt: later(24 * hourMs) })
    const free = await cancelAppointment(platform, { ...early, appointmentId: early.appointment.id })
    expect(free.refundPercent).toBe(100)
  })

  it('asks a centre that confirms by hand again; what it has confirmed and the patient moves late stays confirmed, with the late terms', async () => {
    const { serviceId, centerId } = await buildService(platform)
    const manual = platform.db.updateTable('center_profiles').set({ confirms_manually: true, late_refund_percent: 0 })
    await manual.where('id', '=', centerId).execute()
    const now = platform.clock.now()
    const bookAndMove = async ({ isConfirmed, movesAt }: { isConfirmed: boolean; movesAt: Date }) => {
      const { caller, appointment } = await book({ serviceId })
      const { id: appointmentId } = appointment
      if (isConfirmed) await confirmAtDesk(platform, { userId: centerId, centerId, appointmentId })
      platform.clock.set(movesAt)
      const { asksToMove } = await clientOf(platform, appointmentsRoutes, caller.userId).get({ appointmentId })
      const moved = await moveAppointment(platform, { caller, appointmentId, startsAt: later(4 * hourMs) })
      expect(asksToMove).toBe(moved.status === 'pending')
      return { caller, appointmentId, status: moved.status }
    }
    const late = later(-2 * hourMs)
    expect((await bookAndMove({ isConfirmed: true, movesAt: now })).status).toBe('pending')
    await platform.db.deleteFrom('appointments').where('center_id', '=', centerId).execute()
    platform.clock.set(now)
    expect((await bookAndMove({ isConfirmed: false, movesAt: late })).status).toBe('pending')
    await platform.db.deleteFrom('appointments').where('center_id', '=', centerId).execute()
    platform.clock.set(now)
    const { status, ...moved } = await bookAndMove({ isConfirmed: true, movesAt: late })
    expect(status).toBe('confirmed')
    platform.clock.set(later(3 * hourMs))
    await closeAppointments(platform)
    expect(await cancelAppointment(platform, moved)).toMatchObject({ cancelledBy: 'patient', refundPercent: 0 })
    platform.clock.set(now)
  })

  it('takes a time that the patient already holds', async () => {
    const { serviceId } = await buildService(platform)
    const { caller, appointment } = await book({ serviceId })
    await hold({ serviceId, caller, startsAt: later(24 * hourMs) })
    const moved = await moveAppointment(platform, {
      caller,
      appointmentId: appointment.id,
      startsAt: later(24 * hourMs),
    })
    expect(moved.startsAt).toEqual(later(24 * hourMs))
  })

  it('is refused without a deadlock when two patients take a part of each other’s time simultaneously', async () => {
    const { serviceId, professionalId } = await buildService(platform)
    for (let round = 0; round < 5; round++) {
      const day = 24 * hourMs * (round % 4)
      const first = await book({ serviceId, startsAt: later(day) })
      const second = await book({ serviceId, startsAt: later(day + hourMs) })
      const outcomes = await Promise.allSettled([
        moveAppointment(platform, {
          ...first,
          appointmentId: first.appointment.id,
          startsAt: later(day + 30 * minuteMs),
        }),
        moveAppointment(platform, {
          ...second,
          appointmentId: second.appointment.id,
          startsAt: later(day + 30 * minuteMs),
        }),
        hold({ serviceId, startsAt: later(day + 30 * minuteMs) }),
      ])
      expect(outcomes).toEqual(
        outcomes.map(() => ({ status: 'rejected', reason: withCode('appointments.slot_taken') })),
      )
      await platform.db.deleteFrom('appointments').where('professional_id', '=', professionalId).execute()
    }
  })

  it('succeeds for exactly one of a move and two holds that request one free time simultaneously', async () => {
    const { serviceId } = await buildService(platform)
    const { caller, appointment } = await book({ serviceId })
    const outcomes = await Promise.allSettled([
      moveAppointment(platform, { caller, appointmentId: appointment.id, startsAt: later(24 * hourMs) }),
      hold({ serviceId, startsAt: later(24 * hourMs) }),
      hold({ serviceId, startsAt: later(24 * hourMs) }),
    ])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('appointments.slot_taken'))
  })
})
