import { describe, expect, it } from 'vitest'
import { bookingAllowance } from '#contract/appointments.ts'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { connectDatabase, isDatabaseUnavailable } from '#server/platform/postgres/database.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'
import { moveAppointment } from './move-appointment.ts'

const platform = await testPlatform()
const { hold } = booking(platform)

async function patient({ isVerified }: { isVerified: boolean }) {
  const { patientId: userId } = await buildPatient(platform)
  if (isVerified) await verifyEmail(platform, { userId })
  return { userId, visitorKey: undefined }
}
type Caller = Awaited<ReturnType<typeof patient>>

/** Books ten o'clock on the n-th working day, counted from Monday. */
async function book({
  n,
  serviceId,
  caller,
  dependantId,
}: {
  caller: Caller
  serviceId: string
  n: number
  dependantId?: string
}) {
  const startsAt = later(((n % 5) + Math.floor(n / 5) * 7) * dayMs)
  const held = await hold({ serviceId, caller, startsAt })
  return confirmAppointment(platform, { caller, appointmentId: held.id, dependantId })
}

const attend = (appointmentId: string, dependantId: string) =>
  platform.db.updateTable('appointments').set({ dependant_id: dependantId }).where('id', '=', appointmentId).execute()

async function buildServices(count: number): Promise<string[]> {
  const services: string[] = []
  for (let n = 0; n < count; n++) services.push((await buildService(platform)).serviceId)
  return services
}

/** Holds of visitors without an account, as an attacker makes them before one account confirms them all. */
async function holdAsVisitors(count: number, serviceOf: (n: number) => string) {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const visitorKey = newId()
      const startsAt = later(((n % 5) + Math.floor(n / 5) * 7) * dayMs)
      const held = await hold({ serviceId: serviceOf(n), caller: { userId: undefined, visitorKey }, startsAt })
      return { visitorKey, appointmentId: held.id }
    }),
  )
}

/** On a slow machine the last of many simultaneous confirmations waits for the account's lock in vain. */
function expectRefusal(error: unknown, code: string): void {
  if (!isDatabaseUnavailable(error)) expect(error).toEqual(withCode(code))
}

describe('an account whose address is unverified', () => {
  it('books two appointments, and holding a third is refused with the allowance and the telephone number to call', async () => {
    const caller = await patient({ isVerified: false })
    const { serviceId, centerId } = await buildService(platform)
    await platform.db
      .updateTable('center_profiles')
      .set({ phone: '+598 2710 1234' })
      .where('id', '=', centerId)
      .execute()
    await book({ caller, serviceId, n: 0 })
    await book({ caller, serviceId, n: 1 })
    const third = hold({ serviceId, caller, startsAt: later(2 * dayMs) })
    await expect(third).rejects.toMatchObject({
      code: 'appointments.too_many_unverified',
      message: expect.stringMatching(/correo esté sin confirmar, puedes tener hasta 2 citas/),
      data: { centerName: 'Centro Rambla', phone: '+598 2710 1234' },
    })
  })

  it('gets exactly two of thirty simultaneous confirmations across two processes', async () => {
    const { userId } = await patient({ isVerified: false })
    const serviceIds = await buildServices(3)
    const held = await holdAsVisitors(30, (n) => serviceIds[n % 3] ?? '')
    const second = await connectDatabase({ url: platform.databaseUrl, log: platform.log })
    const outcomes = await Promise.allSettled(
      held.map(({ visitorKey, appointmentId }, n) =>
        confirmAppointment(n % 2 ? { ...platform, ...second } : platform, {
          caller: { userId, visitorKey },
          appointmentId,
        }),
      ),
    )
    await second.close()
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(bookingAllowance.unverified)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expectRefusal(outcome.reason, 'appointments.too_many_unverified')
  })

  it('books two for each dependant, and no more than eight in all', async () => {
    const caller = await patient({ isVerified: false })
    const [first = '', second = ''] = await buildServices(2)
    const details = { fullName: 'Sofía', birthDate: '2019-05-04', relation: 'hija' }
    const dependants: string[] = []
    for (let n = 0; n < 4; n++)
      dependants.push((await createDependant(platform, { userId: caller.userId, details })).id)
    for (let n = 0; n < 8; n++) {
      const dependantId = dependants[Math.floor(n / 2)] as string
      await book({ caller, serviceId: n % 2 === 0 ? first : second, n, dependantId })
    }
    await expect(hold({ serviceId: first, caller, startsAt: later(14 * dayMs) })).rejects.toEqual(
      withCode('appointments.too_many_unverified'),
    )
  })

  it('holds a time for a dependant with allowance left when its owner has none, and cannot confirm it for its owner', async () => {
    const caller = await patient({ isVerified: false })
    const { serviceId } = await buildService(platform)
    const details = { fullName: 'Sofía', birthDate: '2019-05-04', relation: 'hija' }
    const { id: dependantId } = await createDependant(platform, { userId: caller.userId, details })
    await book({ caller, serviceId, n: 0 })
    await book({ caller, serviceId, n: 1 })
    const held = await hold({ serviceId, caller, startsAt: later(2 * dayMs) })
    const confirm = (input: { dependantId?: string }) =>
      confirmAppointment(platform, { caller, appointmentId: held.id, ...input })
    await expect(confirm({})).rejects.toEqual(withCode('appointments.too_many_unverified'))
    await expect(confirm({ dependantId })).resolves.toMatchObject({ status: 'confirmed' })
  })

  it('books again once an appointment is cancelled or over', async () => {
    const caller = await patient({ isVerified: false })
    const { serviceId, ...service } = await buildService(platform)
    const past = new Date(platform.clock.now().getTime() - dayMs)
    await buildAppointment(platform, { ...service, serviceId, patientId: caller.userId, startsAt: past })
    await book({ caller, serviceId, n: 0 })
    const { id: appointmentId } = await book({ caller, serviceId, n: 1 })
    await cancelAppointment(platform, { caller, appointmentId })
    await expect(book({ caller, serviceId, n: 2 })).resolves.toMatchObject({ status: 'confirmed' })
  })
})

describe('an account whose address is verified', () => {
  it('books four appointments with one professional, and the fifth elsewhere', async () => {
    const caller = await patient({ isVerified: true })
    const [first = '', second = ''] = await buildServices(2)
    for (let n = 0; n < bookingAllowance.withOneProfessional; n++) await book({ caller, serviceId: first, n })
    await expect(book({ caller, serviceId: first, n: 4 })).rejects.toEqual(
      withCode('appointments.too_many_with_professional'),
    )
    await expect(book({ caller, serviceId: second, n: 4 })).resolves.toMatchObject({ status: 'confirmed' })
  })

  it('gets exactly twelve of twenty simultaneous confirmations', async () => {
    const { userId } = await patient({ isVerified: true })
    const services = await buildServices(5)
    const held = await holdAsVisitors(20, (n) => services[n % 5] ?? '')
    const outcomes = await Promise.allSettled(
      held.map(({ visitorKey, appointmentId }) =>
        confirmAppointment(platform, { caller: { userId, visitorKey }, appointmentId }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(bookingAllowance.upcoming)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expectRefusal(outcome.reason, 'appointments.too_many_upcoming')
  })

  it('has six with one professional for all whom the centre has not attended, and four for each whom it has', async () => {
    const caller = await patient({ isVerified: true })
    const { serviceId, ...service } = await buildService(platform)
    const details = { fullName: 'Sofía', birthDate: '2019-05-04', relation: 'hija' }
    const { id: dependantId } = await createDependant(platform, { userId: caller.userId, details })
    const { id: otherId } = await createDependant(platform, { userId: caller.userId, details })
    for (let n = 0; n < 4; n++) await book({ caller, serviceId, n })
    for (let n = 4; n < 6; n++) await book({ caller, serviceId, n, dependantId })
    for (const id of [dependantId, otherId]) {
      await expect(book({ caller, serviceId, n: 6, dependantId: id })).rejects.toEqual(
        withCode('appointments.too_many_with_professional'),
      )
    }
    const past = { startsAt: new Date(platform.clock.now().getTime() - dayMs), status: 'completed' } as const
    const visit = await buildAppointment(platform, { ...service, serviceId, patientId: caller.userId, ...past })
    await attend(visit.appointmentId, dependantId)
    for (let n = 6; n < 8; n++) await book({ caller, serviceId, n, dependantId })
    await expect(book({ caller, serviceId, n: 8, dependantId })).rejects.toEqual(
      withCode('appointments.too_many_with_professional'),
    )
    // The account's own four count no longer with those of the attended child, so another one has two.
    await expect(book({ caller, serviceId, n: 8, dependantId: otherId })).resolves.toMatchObject({
      status: 'confirmed',
    })
  })
})

it('an account that a centre blocked books nothing there, and elsewhere as before', async () => {
  const caller = await patient({ isVerified: true })
  const { serviceId, centerId } = await buildService(platform)
  const { serviceId: other } = await buildService(platform)
  const { id: conversationId } = await startConversation(platform, { userId: caller.userId, recipientId: centerId })
  const held = await hold({ serviceId, caller, startsAt: later(0) })
  await platform.db
    .updateTable('conversations')
    .set({ center_blocked_at: platform.clock.now() })
    .where('id', '=', conversationId)
    .execute()
  const refused = withCode('appointments.not_bookable')
  await expect(confirmAppointment(platform, { caller, appointmentId: held.id })).rejects.toEqual(refused)
  await expect(hold({ serviceId, caller, startsAt: later(dayMs) })).rejects.toEqual(refused)
  await expect(book({ caller, serviceId: other, n: 2 })).resolves.toMatchObject({ status: 'confirmed' })
})

it('the desk’s bookings have no allowance, and do not count against the patient’s', async () => {
  const desk = await buildDesk(platform)
  const caller = await patient({ isVerified: false })
  await book({ caller, serviceId: desk.serviceId, n: 0 })
  const person = { kind: 'patient', id: caller.userId } as const
  for (let n = 1; n < 8; n++) await desk.book({ startsAt: later(n * dayMs), person, evenOutsideHours: true })
  await expect(book({ caller, serviceId: desk.serviceId, n: 6 })).resolves.toMatchObject({ status: 'confirmed' })
})

it('the database refuses a fifth appointment with one professional even when code skips the use case', async () => {
  const { patientId } = await buildPatient(platform)
  const { serviceId, ...service } = await buildService(platform)
  for (let n = 0; n < 4; n++)
    await buildAppointment(platform, { ...service, serviceId, patientId, startsAt: later((n + 1) * dayMs) })
  const caller = { userId: undefined, visitorKey: newId() }
  const held = await holdAppointment(platform, {
    caller,
    address: newId(),
    serviceId,
    startsAt: later(0),
    place: 'center',
  })
  const write = platform.db
    .updateTable('appointments')
    .set({ status: 'confirmed', patient_id: patientId, holder_key: null, hold_expires_at: null })
    .set({ updated_at: platform.clock.now() })
    .where('id', '=', held.id)
    .execute()
  await expect(write).rejects.toThrow(/too many upcoming appointments/)
})

it('the database refuses a seventh appointment with one professional for children whom the centre has not attended', async () => {
  const { patientId } = await buildPatient(platform)
  const { serviceId, ...service } = await buildService(platform)
  const details = { fullName: 'Sofía', birthDate: '2019-05-04', relation: 'hija' }
  const children: string[] = []
  for (let n = 0; n < 3; n++) children.push((await createDependant(platform, { userId: patientId, details })).id)
  for (let n = 0; n < 6; n++) {
    const startsAt = later(((n % 5) + Math.floor(n / 5) * 7) * dayMs)
    const { appointmentId } = await buildAppointment(platform, { ...service, serviceId, patientId, startsAt })
    await attend(appointmentId, children[n % 3] ?? '')
  }
  const startsAt = later(9 * dayMs)
  const held = await hold({ serviceId, caller: { userId: undefined, visitorKey: newId() }, startsAt })
  const write = platform.db
    .updateTable('appointments')
    .set({ status: 'confirmed', patient_id: patientId, dependant_id: children[0] ?? null })
    .set({ holder_key: null, hold_expires_at: null, updated_at: platform.clock.now() })
    .where('id', '=', held.id)
    .execute()
  await expect(write).rejects.toThrow(/too many upcoming appointments/)
})

it('an account that books and cancels in turn is refused its 41st booking of a day, and the centre gets no more mails', async () => {
  const caller = await patient({ isVerified: false })
  const { serviceId } = await buildService(platform)
  for (let n = 0; n < 40; n++) {
    const { id: appointmentId } = await book({ caller, serviceId, n: 0 })
    await cancelAppointment(platform, { caller, appointmentId })
  }
  const mailsToCenters = async () =>
    (await listMails(platform, { limit: 1000 })).filter(({ kind }) => kind === 'appointments.booked.center').length
  const before = await mailsToCenters()
  await expect(book({ caller, serviceId, n: 0 })).rejects.toMatchObject({ code: 'request.too_many' })
  expect(await mailsToCenters()).toBe(before)
})

it('an account that moves an appointment back and forth is refused after 120 moves in a day', async () => {
  const caller = await patient({ isVerified: true })
  const { serviceId } = await buildService(platform)
  const { id: appointmentId } = await book({ caller, serviceId, n: 0 })
  const move = (n: number) => moveAppointment(platform, { caller, appointmentId, startsAt: later((n % 2) * dayMs) })
  for (let n = 1; n <= 120; n++) await move(n)
  await expect(move(121)).rejects.toMatchObject({ code: 'request.too_many' })
})
