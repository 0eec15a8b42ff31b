import { expect, it } from 'vitest'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { checkoutsRoutes } from './checkouts.routes.ts'

const platform = await testPlatform()

it('a desk booking that moves while its patient pays is neither paid nor accepted until the patient has read its time', async () => {
  const desk = await buildDesk(platform)
  const past = { status: 'completed', startsAt: later(-30 * dayMs) } as const
  const { patientId } = await buildAppointment(platform, { ...desk, ...past })
  await verifyEmail(platform, { userId: patientId })
  const { row } = await desk.book({ startsAt: monday, person: { kind: 'patient', id: patientId } })
  const patient = clientOf(platform, checkoutsRoutes, patientId)
  const appointment = { appointmentId: row.id }
  const { startsAt, totalCents } = await patient.quote(appointment)
  expect(startsAt).toBe(monday.toISOString())
  const moved = later(2 * hourMs)
  await moveAtDesk(platform, { ...desk.at(row.id), startsAt: moved })
  const pay = async (time: Date) => {
    const token = await cardToken(platform, 'approved')
    const order = { ...appointment, method: 'card', token, totalCents, idempotencyKey: newId() } as const
    return patient.start({ ...order, startsAt: time.toISOString() })
  }
  await expect(pay(monday)).rejects.toEqual(withCode('request.terms_changed'))
  const stored = () =>
    platform.db
      .selectFrom('appointments')
      .where('id', '=', row.id)
      .select(['accepted_at', 'paid_amount'])
      .executeTakeFirstOrThrow()
  expect(await stored()).toEqual({ accepted_at: null, paid_amount: 0 })
  expect((await pay(moved)).checkout.status).toBe('approved')
  expect(await stored()).toEqual({ accepted_at: platform.clock.now(), paid_amount: totalCents })
})
