import { describe, expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { contactsRoutes } from '../contacts.routes.ts'

const platform = await testPlatform()
const { db } = platform
const monday = new Date('2026-11-23T13:00:00Z')
const later = (hours: number) => new Date(monday.getTime() + hours * hourMs)
const as = (userId: string) => clientOf(platform, contactsRoutes, userId)

describe('deleting a guest', () => {
  const rowOf = (id: string) => db.selectFrom('guests').selectAll().where('id', '=', id).executeTakeFirst()
  const written = async (desk: Desk, { status }: { status?: string } = {}) => {
    const { row } = await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '098 333 444') })
    if (status !== undefined) {
      await db
        .updateTable('appointments')
        .set({ status, cancellation_reason: 'Está enferma', cancelled_at: monday, cancelled_by: 'center' })
        .where('id', '=', row.id)
        .execute()
    }
    return { centerId: desk.centerId, guestId: row.guestId ?? '', appointmentId: row.id }
  }

  test('deletes the row when no appointment names the guest', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, ...who } = await written(desk)
    await db.deleteFrom('appointments').where('id', '=', appointmentId).execute()
    expect(await as(desk.reception).removeGuest(who)).toEqual({ removed: true })
    expect(await rowOf(who.guestId)).toBeUndefined()
    await expect(as(desk.reception).removeGuest(who)).rejects.toEqual(withCode('contacts.not_found'))
  })

  test('keeps their appointments without a name', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, ...who } = await written(desk, { status: 'cancelled' })
    await as(desk.reception).removeGuest(who)
    expect(await rowOf(who.guestId)).toMatchObject({ full_name: 'Paciente', phone: '', email: null, note: '' })
    const row = await db.selectFrom('appointments').selectAll().where('id', '=', appointmentId).executeTakeFirst()
    expect(row).toMatchObject({ status: 'cancelled', cancellation_reason: null, guest_id: who.guestId })
  })

  test('is refused while the guest has an upcoming appointment', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId: _, ...who } = await written(desk)
    await expect(as(desk.reception).removeGuest(who)).rejects.toEqual(withCode('contacts.expected'))
    expect(await rowOf(who.guestId)).toMatchObject({ full_name: 'Rosa Luna' })
  })

  test('in a race with booking for the guest, exactly one of the two succeeds', async () => {
    const desk = await buildDesk(platform)
    for (let round = 1; round <= 8; round++) {
      const { appointmentId, ...who } = await written(desk)
      await db.deleteFrom('appointments').where('id', '=', appointmentId).execute()
      const [removed, booked] = await Promise.allSettled([
        as(desk.reception).removeGuest(who),
        desk.book({ startsAt: later(24 * 7 * round), person: { kind: 'guest', id: who.guestId } }),
      ])
      expect([removed.status, booked.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const refusal = removed.status === 'rejected' ? removed.reason : booked.status === 'rejected' && booked.reason
      expect(refusal).toMatchObject({ code: expect.stringMatching(/^(contacts\.expected|.*not_found|agenda\..*)$/) })
    }
  })

  test('is refused to other centres and to strangers', async () => {
    const [desk, other] = [await buildDesk(platform), await buildDesk(platform)]
    const { appointmentId: _, ...who } = await written(desk, { status: 'cancelled' })
    await expect(as(other.owner).removeGuest(who)).rejects.toEqual(withCode('centers.not_found'))
    await expect(as(other.owner).removeGuest({ ...who, centerId: other.centerId })).rejects.toEqual(
      withCode('contacts.not_found'),
    )
    expect(await rowOf(who.guestId)).toMatchObject({ full_name: 'Rosa Luna' })
  })
})
