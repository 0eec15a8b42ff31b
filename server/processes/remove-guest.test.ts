import { describe, expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'

import { removeGuestRoutes } from './remove-guest.ts'

const platform = await testPlatform()
const { db } = platform
const monday = new Date('2026-11-23T13:00:00Z')
const later = (hours: number) => new Date(monday.getTime() + hours * hourMs)
const as = (userId: string) => clientOf(platform, removeGuestRoutes.contacts, userId)

describe('removing a guest', () => {
  const rowOf = (id: string) => db.selectFrom('guests').selectAll().where('id', '=', id).executeTakeFirst()
  const bookGuest = async (desk: Desk, { status }: { status?: string } = {}) => {
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
    const { appointmentId, ...guest } = await bookGuest(desk)
    await db.deleteFrom('appointments').where('id', '=', appointmentId).execute()
    expect(await as(desk.reception).removeGuest(guest)).toEqual({ removed: true })
    expect(await rowOf(guest.guestId)).toBeUndefined()
    await expect(as(desk.reception).removeGuest(guest)).rejects.toEqual(withCode('contacts.not_found'))
  })

  test('keeps the guest’s appointments without a name', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId, ...guest } = await bookGuest(desk, { status: 'cancelled' })
    await as(desk.reception).removeGuest(guest)
    expect(await rowOf(guest.guestId)).toMatchObject({ full_name: 'Paciente', phone: '', email: null, note: '' })
    const row = await db.selectFrom('appointments').selectAll().where('id', '=', appointmentId).executeTakeFirst()
    expect(row).toMatchObject({ status: 'cancelled', cancellation_reason: null, guest_id: guest.guestId })
  })

  test('is refused while the guest has an upcoming appointment', async () => {
    const desk = await buildDesk(platform)
    const { appointmentId: _, ...guest } = await bookGuest(desk)
    await expect(as(desk.reception).removeGuest(guest)).rejects.toEqual(withCode('contacts.expected'))
    expect(await rowOf(guest.guestId)).toMatchObject({ full_name: 'Rosa Luna' })
  })

  test('succeeds or makes a simultaneous booking for the guest fail, never both', async () => {
    const desk = await buildDesk(platform)
    for (let round = 1; round <= 8; round++) {
      const { appointmentId, ...guest } = await bookGuest(desk)
      await db.deleteFrom('appointments').where('id', '=', appointmentId).execute()
      const [removed, booked] = await Promise.allSettled([
        as(desk.reception).removeGuest(guest),
        desk.book({ startsAt: later(24 * 7 * round), person: { kind: 'guest', id: guest.guestId } }),
      ])
      expect([removed.status, booked.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const refusal = removed.status === 'rejected' ? removed.reason : booked.status === 'rejected' && booked.reason
      expect(refusal).toMatchObject({ code: expect.stringMatching(/^(contacts\.expected|.*not_found|agenda\..*)$/) })
    }
  })

  test('is refused to other centres', async () => {
    const [desk, other] = [await buildDesk(platform), await buildDesk(platform)]
    const { appointmentId: _, ...guest } = await bookGuest(desk, { status: 'cancelled' })
    await expect(as(other.owner).removeGuest(guest)).rejects.toEqual(withCode('centers.not_found'))
    await expect(as(other.owner).removeGuest({ ...guest, centerId: other.centerId })).rejects.toEqual(
      withCode('contacts.not_found'),
    )
    expect(await rowOf(guest.guestId)).toMatchObject({ full_name: 'Rosa Luna' })
  })
})
