import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import {
  buildAppointment,
  buildCenter,
  buildProfessional,
  buildService,
  verifyEmail,
} from '#server/testing/builders.ts'
import { bookOnline, buildDesk, type Desk, type OnlineStatus } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { agendaAbilities } from '../appointments.policy.ts'
import { setMoved } from '../repository/changes.ts'
import { lockCalendars } from '../repository/locks.ts'
import { closeAppointments } from './close-appointments.ts'
import { collectPayment, undoCollection } from './collect-payment.ts'
import * as mark from './mark-appointment.ts'
import { moveAtDesk } from './move-at-desk.ts'

const platform = await testPlatform()
const start = platform.clock.now()
const inHours = (hours: number) => new Date(start.getTime() + hours * hourMs)

/** By a patient with a confirmed address. `hours`: from now. */
const book = async (desk: Desk, { hours, ...rest }: { hours: number; status?: OnlineStatus }) => {
  const appointmentId = await bookOnline(platform, { desk, startsAt: inHours(hours), ...rest })
  const { patient_id: userId } = await platform.db
    .selectFrom('appointments')
    .select('patient_id')
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  await verifyEmail(platform, { userId: userId ?? '' })
  return appointmentId
}

const commissionOf = async (appointmentId: string) =>
  (
    await platform.db
      .selectFrom('commissions')
      .select('status')
      .where('appointment_id', '=', appointmentId)
      .executeTakeFirst()
  )?.status

describe('a pending appointment', () => {
  it('is confirmed once, and its patient is notified', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: 48, status: 'pending' })
    expect((await mark.confirmAtDesk(platform, desk.at(id))).row.status).toBe('confirmed')
    expect((await mark.confirmAtDesk(platform, desk.at(id))).row.status).toBe('confirmed')
    const mails = (await listAllMails(platform, { limit: 1000 })).filter(
      ({ kind }) => kind === 'appointments.confirmed_by_center',
    )
    expect(mails).toMatchObject([{ subject: 'El centro confirmó tu cita' }])
  })

  it('cannot be confirmed after it was cancelled', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId } = await buildAppointment(platform, { ...desk, status: 'cancelled' })
    await expect(mark.confirmAtDesk(platform, desk.at(appointmentId))).rejects.toMatchObject({
      code: 'appointments.not_changeable',
      data: { status: 'cancelled' },
    })
  })
})

describe('«Llegó»', () => {
  it('can be marked on the day, undone, and marked again', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: 3 })
    expect((await mark.markArrived(platform, desk.at(id))).row.arrivedAt).toEqual(start)
    expect((await mark.markArrived(platform, desk.at(id))).row.arrivedAt).toEqual(start)
    expect((await mark.undoArrival(platform, desk.at(id))).row.arrivedAt).toBeNull()
    expect((await mark.undoArrival(platform, desk.at(id))).row.arrivedAt).toBeNull()
  })

  it('is refused before the day', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: 24 })
    await expect(mark.markArrived(platform, desk.at(id))).rejects.toEqual(withCode('appointments.not_yet'))
  })
})

describe('closing an appointment', () => {
  it('as completed is possible once it began, and charges a commission', async () => {
    const desk = await buildDesk(platform)
    const early = await book(desk, { hours: 2 })
    await expect(mark.completeAppointment(platform, desk.at(early))).rejects.toEqual(withCode('appointments.not_yet'))
    await expect(mark.markNoShow(platform, desk.at(early))).rejects.toEqual(withCode('appointments.not_yet'))
    const id = await book(desk, { hours: -0.5 })
    expect((await mark.completeAppointment(platform, desk.at(id))).row.status).toBe('completed')
    expect((await mark.completeAppointment(platform, desk.at(id))).row.status).toBe('completed')
    expect(await commissionOf(id)).toBe('pending')
  })

  it('that the desk booked charges no commission', async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: inHours(-0.25), evenOutsideHours: true })
    await mark.completeAppointment(platform, desk.at(row.id))
    expect(await commissionOf(row.id)).toBeUndefined()
  })

  it('as a no-show is possible after a job has completed it, and cancels the commission', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -26 })
    await closeAppointments(platform)
    expect(await commissionOf(id)).toBe('pending')
    expect((await mark.markNoShow(platform, desk.at(id))).row.status).toBe('no_show')
    expect(await commissionOf(id)).toBe('cancelled')
  })

  it('as a no-show is refused when the patient arrived', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -0.5 })
    await mark.markArrived(platform, desk.at(id))
    await expect(mark.markNoShow(platform, desk.at(id))).rejects.toEqual(withCode('appointments.not_changeable'))
  })

  it('can be undone for a week, and the reopened appointment stays open for a day', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -26 })
    await closeAppointments(platform)
    expect((await mark.reopenAppointment(platform, desk.at(id))).row.status).toBe('confirmed')
    expect(await commissionOf(id)).toBe('cancelled')
    await closeAppointments(platform)
    expect((await mark.reopenAppointment(platform, desk.at(id))).row.status).toBe('confirmed')
    platform.clock.set(inHours(24))
    await closeAppointments(platform)
    expect(await commissionOf(id)).toBe('pending')
    platform.clock.set(start)
    const old = await book(desk, { hours: -8 * 24, status: 'no_show' })
    await expect(mark.reopenAppointment(platform, desk.at(old))).rejects.toEqual(
      withCode('appointments.not_changeable'),
    )
  })

  it('cannot be undone once the patient reviewed it', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, patientId } = await buildAppointment(platform, {
      ...desk,
      startsAt: inHours(-3),
      status: 'completed',
    })
    await createReview(platform, { userId: patientId, appointmentId, rating: 5, comment: 'Bien' })
    await expect(mark.reopenAppointment(platform, desk.at(appointmentId))).rejects.toEqual(
      withCode('appointments.not_changeable'),
    )
    await expect(mark.markNoShow(platform, desk.at(appointmentId))).rejects.toEqual(
      withCode('appointments.not_changeable'),
    )
  })

  it('as a no-show can be undone only while its time is free', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -0.25, status: 'no_show' })
    await desk.book({ startsAt: inHours(-0.25), evenOutsideHours: true })
    await expect(mark.reopenAppointment(platform, desk.at(id))).rejects.toEqual(withCode('appointments.slot_taken'))
  })

  it('when several no-shows of one time are reopened simultaneously, exactly one succeeds, and the others are refused with the reason', async () => {
    for (let round = 0; round < 12; round++) {
      const desk = await buildDesk(platform)
      const ids: string[] = []
      for (const n of [1, 2, 3, 4, 5, 6]) ids.push(await book(desk, { hours: -n / 8, status: 'no_show' }))
      const outcomes = await Promise.allSettled(ids.map((id) => mark.reopenAppointment(platform, desk.at(id))))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toEqual(withCode('appointments.slot_taken'))
      }
    }
  })

  it('reopening waits for the transaction that changes the same calendar, and then sees that its time is taken', async () => {
    const desk = await buildDesk(platform)
    const absent = await book(desk, { hours: -0.25, status: 'no_show' })
    const { row } = await desk.book({ startsAt: inHours(48), evenOutsideHours: true })
    let reopened: Promise<unknown> = Promise.resolve()
    await platform.db.transaction().execute(async (tx) => {
      await lockCalendars(tx, [desk.professionalId])
      reopened = mark.reopenAppointment(platform, desk.at(absent))
      reopened.catch(() => undefined)
      const first = await Promise.race([reopened.then(() => 'reopened'), setTimeout(300, 'still waiting')])
      expect(first).toBe('still waiting')
      const span = { startsAt: inHours(-0.25), endsAt: inHours(0.75) }
      const moved = {
        status: 'confirmed',
        movedBy: 'center',
        reason: null,
        lateSince: null,
        proofDueAt: start,
        now: start,
      } as const
      await setMoved(tx, { appointmentId: row.id, ...span, ...moved })
    })
    await expect(reopened).rejects.toEqual(withCode('appointments.slot_taken'))
  })

  it('when reopening a no-show races with a move to its time, exactly one gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const desk = await buildDesk(platform)
      const absent = await book(desk, { hours: -0.25, status: 'no_show' })
      const { row } = await desk.book({ startsAt: inHours(48), evenOutsideHours: true })
      const move = { ...desk.at(row.id), startsAt: inHours(-0.25), evenOutsideHours: true }
      const outcomes = await Promise.allSettled([
        mark.reopenAppointment(platform, desk.at(absent)),
        moveAtDesk(platform, move),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toEqual(
        withCode('appointments.slot_taken'),
      )
    }
  })

  it('when a review races with a no-show, exactly one succeeds', async () => {
    for (let round = 0; round < 8; round++) {
      const desk = await buildDesk(platform)
      const booked = await buildAppointment(platform, { ...desk, startsAt: inHours(-3), status: 'completed' })
      const { appointmentId, patientId } = booked
      const outcomes = await Promise.allSettled([
        createReview(platform, { userId: patientId, appointmentId, rating: 5, comment: 'Bien' }),
        mark.markNoShow(platform, desk.at(appointmentId)),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  it('as a no-show is refused while it is paid', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -0.5 })
    await collectPayment(platform, { ...desk.at(id), amountCents: 100, method: 'efectivo' })
    await expect(mark.markNoShow(platform, desk.at(id))).rejects.toEqual(withCode('appointments.not_changeable'))
    await undoCollection(platform, desk.at(id))
    expect((await mark.markNoShow(platform, desk.at(id))).row.status).toBe('no_show')
  })

  it('when one member marks the arrival and another one a no-show, exactly one succeeds', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -0.5 })
    const outcomes = await Promise.allSettled([
      mark.markArrived(platform, desk.at(id)),
      mark.markNoShow(platform, desk.ask(desk.owner, id)),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('the desk of a centre', () => {
  it('reaches no appointment of another centre, and a professional none of a colleague', async () => {
    const desk = await buildDesk(platform)
    const id = await book(desk, { hours: -0.5 })
    const other = await buildDesk(platform)
    await expect(mark.completeAppointment(platform, { ...other.at(id) })).rejects.toEqual(
      withCode('appointments.not_found'),
    )
    await expect(mark.completeAppointment(platform, { ...desk.at(id), userId: other.reception })).rejects.toEqual(
      withCode('centers.not_found'),
    )
    await expect(mark.completeAppointment(platform, desk.at(newId()))).rejects.toEqual(
      withCode('appointments.not_found'),
    )
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { serviceId } = await buildService(platform, { centerId: desk.centerId, professionalId })
    const { appointmentId } = await buildAppointment(platform, {
      ...desk,
      professionalId,
      serviceId,
      startsAt: inHours(-0.5),
    })
    await expect(mark.completeAppointment(platform, desk.ask(desk.professional, appointmentId))).rejects.toEqual(
      withCode('appointments.not_found'),
    )
    expect((await mark.completeAppointment(platform, desk.ask(desk.professional, id))).row.status).toBe('completed')
  })

  it('can use exactly the verbs that its abilities list', async () => {
    const verbs = {
      confirm: mark.confirmAtDesk,
      arrive: mark.markArrived,
      complete: mark.completeAppointment,
      noShow: mark.markNoShow,
      reopen: mark.reopenAppointment,
    }
    for (const status of ['pending', 'confirmed', 'completed', 'no_show'] as const) {
      for (const hours of [-0.5, 30]) {
        for (const [verb, act] of Object.entries(verbs)) {
          // A separate centre for each case, so the times do not overlap.
          const desk = await buildDesk(platform, { centerId: (await buildCenter(platform)).centerId })
          const id = await book(desk, { hours, status })
          const { row, member } = await undoCollection(platform, desk.at(id))
          const can = agendaAbilities({ appointment: row, member, now: start })[verb as keyof typeof verbs]
          const done = await act(platform, desk.at(id)).then(
            (changed) => changed.row.status !== status || changed.row.arrivedAt !== null,
            () => false,
          )
          expect(done, `${verb} of ${status} in ${hours} h`).toBe(can)
        }
      }
    }
  })
})
