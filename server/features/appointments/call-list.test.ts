import { describe, expect, it } from 'vitest'
import { deskTasks } from '#contract/desk-tasks.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildProfessional, buildService } from '#server/testing/builders.ts'
import { buildDesk, type Desk } from '#server/testing/desk.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { presentDeskTasks } from './routes/present-agenda.ts'
import { cancelAtDesk } from './usecases/cancel-at-desk.ts'
import { moveDay } from './usecases/change-day.ts'
import { readDeskTasks, setCalled } from './usecases/desk-tasks.ts'
import { moveAtDesk } from './usecases/move-at-desk.ts'

const platform = await testPlatform()
/** Local time on a day of that month in Montevideo, which is three hours behind. */
const at = (day: number, hours: number) => new Date(Date.UTC(2026, 10, day, hours + 3))
const reason = 'La profesional está enferma'

describe('the call list of a centre', () => {
  const tasks = async (desk: Desk, userId = desk.reception) => {
    const member = await requireMember(platform.db, { centerId: desk.centerId, userId })
    return deskTasks.parse(presentDeskTasks({ member, ...(await readDeskTasks(platform, { member })) }))
  }
  const bookWithoutMail = async (desk: Desk, hours: number) => (await desk.book({ startsAt: at(24, hours) })).row.id

  it('shows every member the people whom no mail notified, with the old time, the new one and whether they were called', async () => {
    const desk = await buildDesk(platform)
    const id = await bookWithoutMail(desk, 10)
    await buildAppointment(platform, { ...desk, startsAt: at(24, 12) })
    await moveDay(platform, {
      userId: desk.reception,
      centerId: desk.centerId,
      professionalId: desk.professionalId,
      date: '2026-11-24',
      toDate: '2026-11-26',
      blockRest: true,
      reason,
    })
    const call = { appointmentId: id, name: 'Rosa Luna', phone: '+598 99 123 456', calledAt: null }
    const moved = { ...call, wasAt: at(24, 10).toISOString(), startsAt: at(26, 10).toISOString() }
    expect((await tasks(desk)).calls).toMatchObject([moved])
    await setCalled(platform, { ...desk.at(id), called: true })
    expect((await tasks(desk, desk.owner)).calls).toMatchObject([
      { ...moved, calledAt: platform.clock.now().toISOString() },
    ])
    await setCalled(platform, { ...desk.at(id), called: false })
    expect((await tasks(desk)).calls).toMatchObject([moved])
  })

  it('has no call for a move that the patient asked for, and none of an earlier one is left', async () => {
    const desk = await buildDesk(platform)
    const id = await bookWithoutMail(desk, 10)
    const moved = await moveAtDesk(platform, { ...desk.at(id), startsAt: at(25, 10), by: 'patient' })
    expect(moved.notified).toBe(false)
    expect((await tasks(desk)).calls).toEqual([])
    await moveAtDesk(platform, { ...desk.at(id), startsAt: at(26, 10) })
    expect((await tasks(desk)).calls).toHaveLength(1)
    await moveAtDesk(platform, { ...desk.at(id), startsAt: at(27, 10), by: 'patient' })
    expect((await tasks(desk)).calls).toEqual([])
  })

  it('has one call for two changes, and none once the appointment is back at the time that the person knows', async () => {
    const desk = await buildDesk(platform)
    const id = await bookWithoutMail(desk, 10)
    const move = (startsAt: Date) => moveAtDesk(platform, { ...desk.at(id), startsAt })
    await move(at(25, 10))
    await move(at(26, 10))
    expect((await tasks(desk)).calls).toMatchObject([
      { wasAt: at(24, 10).toISOString(), startsAt: at(26, 10).toISOString() },
    ])
    await move(at(24, 10))
    expect((await tasks(desk)).calls).toEqual([])
    await move(at(25, 10))
    await cancelAtDesk(platform, { ...desk.at(id), by: 'center', reason })
    expect((await tasks(desk)).calls).toMatchObject([{ wasAt: at(24, 10).toISOString(), startsAt: null }])
  })

  it('has no call about a cancellation that the person requested', async () => {
    const desk = await buildDesk(platform)
    const id = await bookWithoutMail(desk, 10)
    await cancelAtDesk(platform, { ...desk.at(id), by: 'patient', reason: '' })
    expect((await tasks(desk)).calls).toEqual([])
  })

  it('shows a professional only their own calls, and no calls that were made yesterday', async () => {
    const desk = await buildDesk(platform)
    const { professionalId } = await buildProfessional(platform, { centerId: desk.centerId })
    const { serviceId } = await buildService(platform, { centerId: desk.centerId, professionalId })
    const { row } = await desk.book({ startsAt: at(24, 9), serviceId })
    const ownAppointment = await bookWithoutMail(desk, 15)
    for (const id of [row.id, ownAppointment]) await cancelAtDesk(platform, { ...desk.at(id), by: 'center', reason })
    expect((await tasks(desk)).calls).toHaveLength(2)
    expect((await tasks(desk, desk.professional)).calls).toMatchObject([{ appointmentId: ownAppointment }])
    await setCalled(platform, { ...desk.at(ownAppointment), called: true })
    const now = platform.clock.now()
    platform.clock.advance(24 * hourMs)
    expect((await tasks(desk)).calls).toMatchObject([{ appointmentId: row.id }])
    platform.clock.set(now)
  })
})
