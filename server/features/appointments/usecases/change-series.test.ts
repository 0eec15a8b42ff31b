import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { booking, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { bookSeries } from './book-series.ts'
import { cancelAtDesk } from './cancel-at-desk.ts'
import { cancelSeries, moveSeries } from './change-series.ts'

const platform = await testPlatform()
const week = (weeks: number) => new Date(monday.getTime() + weeks * 7 * dayMs)
const reason = 'El profesional se muda'

/** A patient of the centre. */
async function buildContact(desk: Desk) {
  const { patientId } = await buildPatient(platform)
  await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: week(-1) })
  return patientId
}

async function bookFive(
  desk: Desk,
  { patientId: known, ...request }: Partial<Parameters<typeof bookSeries>[1]> & { patientId?: string } = {},
) {
  const patientId = known ?? (await buildContact(desk))
  await bookSeries(platform, {
    userId: desk.reception,
    centerId: desk.centerId,
    idempotencyKey: newId(),
    serviceId: desk.serviceId,
    rhythm: 'weekly',
    starts: [0, 1, 2, 3, 4].map((weeks) => ({ startsAt: week(weeks) })),
    place: 'center',
    person: { kind: 'patient', id: patientId },
    ...request,
  })
  const rows = await list(desk)
  return { patientId, ids: rows.map(({ id }) => id) }
}

const list = (desk: Desk) =>
  platform.db
    .selectFrom('appointments')
    .where('center_id', '=', desk.centerId)
    .where('series_id', 'is not', null)
    .orderBy('series_place')
    .select(['id', 'status', 'starts_at as startsAt', 'cancellation_reason as reason'])
    .execute()

const statusesOf = async (desk: Desk) => (await list(desk)).map(({ status }) => status)
const startsOf = async (desk: Desk) => (await list(desk)).map(({ startsAt }) => new Date(startsAt ?? '').toISOString())

async function cancel(desk: Desk, appointmentId: string, input: Partial<Parameters<typeof cancelSeries>[1]> = {}) {
  const request = { ...desk.at(appointmentId), scope: 'following', by: 'center', reason, ...input } as const
  const { terms } = await cancelSeries(platform, { ...request, preview: true })
  return cancelSeries(platform, { ...request, terms })
}

async function move(desk: Desk, appointmentId: string, input: { startsAt: Date; scope?: 'following' | 'all' }) {
  const request = { ...desk.at(appointmentId), scope: 'following', by: 'center', reason: '', ...input } as const
  const { terms } = await moveSeries(platform, { ...request, preview: true })
  return moveSeries(platform, { ...request, terms })
}

const mailsTo = async (patientId: string) =>
  (await listAllMails(platform, { limit: 1000 })).filter(({ to }) => to === `${patientId}@prueba.uy`)

describe('cancelling a series at the desk', () => {
  it('cancels one and those after it with one reason, one mail and one notification', async () => {
    const desk = await buildDesk(platform)
    const { patientId, ids } = await bookFive(desk)
    const change = await cancel(desk, ids[2] ?? '')
    expect(change).toMatchObject({ changed: 3, toCall: [], unchanged: [] })
    expect(change.notified).toHaveLength(3)
    expect(await statusesOf(desk)).toEqual(['confirmed', 'confirmed', 'cancelled', 'cancelled', 'cancelled'])
    expect((await list(desk))[4]?.reason).toBe(reason)
    const mails = (await mailsTo(patientId)).filter(({ kind }) => kind === 'appointments.series_cancelled')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('El centro canceló 3 citas de tu serie')
    expect(mails[0]?.text).toContain(reason)
    expect(mails[0]?.text).toContain('3. lunes, 21 de diciembre de 2026, 10:00')
    const notifications = platform.db.selectFrom('notifications').where('user_id', '=', patientId).select('title')
    expect((await notifications.execute()).map(({ title }) => title).toSorted()).toEqual([
      'El centro canceló 3 citas de tu serie',
      'Tus 5 citas están reservadas',
    ])
  })

  it('cancels all that are still to come, without those that were cancelled before', async () => {
    const desk = await buildDesk(platform)
    const { ids } = await bookFive(desk)
    await cancelAtDesk(platform, { ...desk.at(ids[1] ?? ''), by: 'center', reason })
    expect(await cancel(desk, ids[3] ?? '', { scope: 'all', by: 'patient', reason: '' })).toMatchObject({ changed: 4 })
    expect(new Set(await statusesOf(desk))).toEqual(new Set(['cancelled']))
  })

  it('changes nothing in a preview, and nothing when a session was cancelled since', async () => {
    const desk = await buildDesk(platform)
    const { ids } = await bookFive(desk)
    const request = { ...desk.at(ids[0] ?? ''), scope: 'all', by: 'center', reason } as const
    const { terms, changed } = await cancelSeries(platform, { ...request, preview: true })
    expect(changed).toBe(5)
    expect(await statusesOf(desk)).not.toContain('cancelled')
    await cancelAtDesk(platform, { ...desk.at(ids[4] ?? ''), by: 'center', reason })
    await expect(cancelSeries(platform, { ...request, terms })).rejects.toEqual(withCode('request.terms_changed'))
    expect((await statusesOf(desk)).filter((status) => status === 'cancelled')).toHaveLength(1)
  })

  it('gives the sessions of the package back', async () => {
    const desk = await buildDesk(platform)
    const patientId = await buildContact(desk)
    const sold = await sellPackage(platform, { ...desk, personId: patientId, offer: { sessions: 5 } })
    const { ids } = await bookFive(desk, {
      patientId,
      package: { id: sold.id, sessions: 5 },
    })
    await cancel(desk, ids[1] ?? '', { by: 'patient', reason: '' })
    const used = platform.db
      .selectFrom('package_sessions')
      .where('package_id', '=', sold.id)
      .where('appointment_id', 'is not', null)
    expect(await used.select('number').execute()).toHaveLength(1)
  })

  it('asks the desk to call a guest without an address once, and only when the centre cancels', async () => {
    const desk = await buildDesk(platform)
    const { ids } = await bookFive(desk, { person: newGuest('Rosa Luna', '099 123 456') })
    const calls = () =>
      platform.db.selectFrom('desk_calls').where('center_id', '=', desk.centerId).selectAll().execute()
    expect(await cancel(desk, ids[4] ?? '', { by: 'patient', reason: '' })).toMatchObject({ changed: 1, toCall: [] })
    expect(await calls()).toEqual([])
    expect((await cancel(desk, ids[0] ?? '', { scope: 'all' })).toCall).toHaveLength(4)
    expect(await calls()).toHaveLength(1)
  })

  it('is refused for an appointment that is in no series, and for another centre', async () => {
    const desk = await buildDesk(platform)
    const { ids } = await bookFive(desk)
    const other = await buildDesk(platform)
    const { row } = await other.book({ startsAt: monday })
    await expect(cancel(other, row.id)).rejects.toEqual(withCode('appointments.not_found'))
    await expect(cancel(other, ids[0] ?? '')).rejects.toEqual(withCode('appointments.not_found'))
  })
})

describe('moving a series at the desk', () => {
  it('moves one and those after it to another weekday and hour, with one mail', async () => {
    const desk = await buildDesk(platform)
    const { patientId, ids } = await bookFive(desk)
    const change = await move(desk, ids[3] ?? '', { startsAt: new Date(week(3).getTime() + dayMs + hourMs) })
    expect(change).toMatchObject({ changed: 2, unchanged: [], toCall: [] })
    expect((await startsOf(desk)).slice(2)).toEqual([
      week(2).toISOString(),
      new Date(week(3).getTime() + dayMs + hourMs).toISOString(),
      new Date(week(4).getTime() + dayMs + hourMs).toISOString(),
    ])
    const mails = (await mailsTo(patientId)).filter(({ kind }) => kind === 'appointments.series_moved')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Antes era: lunes, 21 de diciembre de 2026, 10:00')
  })

  it.each([
    ['later', 1],
    ['earlier', -1],
  ])('moves all of them one week %s, each to the time that another one leaves', async (_, weeks) => {
    const desk = await buildDesk(platform)
    platform.clock.set(new Date('2026-11-20T12:00:00Z'))
    const { ids } = await bookFive(desk, {
      starts: [2, 3, 4, 5, 6].map((each) => ({ startsAt: week(each) })),
    })
    const change = await move(desk, ids[0] ?? '', { startsAt: week(2 + weeks), scope: 'all' })
    expect(change).toMatchObject({ changed: 5, unchanged: [] })
    expect(await startsOf(desk)).toEqual([2, 3, 4, 5, 6].map((each) => week(each + weeks).toISOString()))
  })

  it('leaves what does not fit where it is, and says why, before and after', async () => {
    const desk = await buildDesk(platform)
    const { ids } = await bookFive(desk)
    const at = (weeks: number) => new Date(week(weeks).getTime() + dayMs)
    await desk.book({ startsAt: at(2), person: newGuest('Juan Paz') })
    const request = { ...desk.at(ids[0] ?? ''), scope: 'all', by: 'center', reason: '', startsAt: at(0) } as const
    const preview = await moveSeries(platform, { ...request, preview: true })
    expect(preview).toMatchObject({ changed: 4, unchanged: [{ appointmentId: ids[2] }] })
    await expect(moveSeries(platform, { ...request, terms: preview.terms })).resolves.toMatchObject({ changed: 4 })
    expect((await startsOf(desk))[2]).toBe(week(2).toISOString())
  })

  it('is refused past 18 months', async () => {
    const desk = await buildDesk(platform)
    const { ids } = await bookFive(desk)
    await expect(move(desk, ids[0] ?? '', { startsAt: week(90) })).rejects.toEqual(withCode('request.invalid'))
  })
})

describe('a series of a professional who leaves', () => {
  it('takes no more sessions, stays where it is, and can be cancelled whole', async () => {
    const desk = await buildDesk(platform)
    const { patientId, ids } = await bookFive(desk)
    const left = { is_active: false }
    await platform.db.updateTable('professionals').set(left).where('id', '=', desk.professionalId).execute()
    await expect(bookFive(desk, { patientId })).rejects.toEqual(withCode('agenda.unknown_service'))
    const startsAt = new Date(monday.getTime() + dayMs)
    const request = { ...desk.at(ids[0] ?? ''), scope: 'all', by: 'center', reason: '', startsAt } as const
    const { changed, unchanged } = await moveSeries(platform, { ...request, preview: true })
    expect([changed, unchanged.length]).toEqual([0, 5])
    expect(new Set(unchanged.map((each) => each.reason))).toEqual(new Set(['Ese profesional ya no atiende']))
    expect(await cancel(desk, ids[0] ?? '', { scope: 'all' })).toMatchObject({ changed: 5 })
  })
})

describe('a change of a series in a race', () => {
  it('cancels each appointment once, with one mail, when two receptionists press', async () => {
    const desk = await buildDesk(platform)
    const { patientId, ids } = await bookFive(desk)
    const request = { ...desk.at(ids[0] ?? ''), scope: 'all', by: 'center', reason } as const
    const { terms } = await cancelSeries(platform, { ...request, preview: true })
    const outcomes = await Promise.all([
      cancelSeries(platform, { ...request, terms }),
      cancelSeries(platform, { ...request, terms }),
    ])
    expect(outcomes.map(({ changed }) => changed).toSorted((a, b) => a - b)).toEqual([0, 5])
    expect((await mailsTo(patientId)).map(({ kind }) => kind).toSorted()).toEqual([
      'appointments.series_booked',
      'appointments.series_cancelled',
    ])
  })

  it('cancels or moves the whole series when one receptionist cancels it and another one moves it', async () => {
    const desk = await buildDesk(platform)
    const { ids } = await bookFive(desk)
    const startsAt = new Date(monday.getTime() + dayMs)
    const outcomes = await Promise.allSettled([
      cancel(desk, ids[0] ?? '', { scope: 'all' }),
      move(desk, ids[0] ?? '', { startsAt, scope: 'all' }),
    ])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(new Set(await statusesOf(desk)).size).toBe(1)
    const days = new Set((await startsOf(desk)).map((start) => new Date(start).getUTCDay()))
    expect(days.size).toBe(1)
  })

  it('and a visitor who holds one of the new times: it has one owner', async () => {
    const desk = await buildDesk(platform)
    const { ids } = await bookFive(desk)
    const newTime = (weeks: number) => new Date(week(weeks).getTime() + dayMs)
    const request = { ...desk.at(ids[0] ?? ''), scope: 'all', by: 'center', reason: '', startsAt: newTime(0) } as const
    const { terms } = await moveSeries(platform, { ...request, preview: true })
    const hold = booking(platform).hold({ serviceId: desk.serviceId, startsAt: newTime(2) })
    const [moved, held] = await Promise.allSettled([moveSeries(platform, { ...request, terms }), hold])
    const starts = await startsOf(desk)
    if (held.status === 'rejected') expect(starts).toEqual([0, 1, 2, 3, 4].map((weeks) => newTime(weeks).toISOString()))
    else if (moved.status === 'rejected') expect(moved.reason).toEqual(withCode('request.terms_changed'))
    expect(starts.includes(newTime(2).toISOString())).toBe(held.status === 'rejected')
  })
})
