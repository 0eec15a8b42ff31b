import { describe, expect, it } from 'vitest'
import { zone } from '#contract/calendar.ts'
import { packageExtensionDays } from '#contract/package-limits.ts'
import { setPaidByPackage } from '#server/features/appointments/repository/changes.ts'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import {
  completeAppointment,
  markNoShow,
  reopenAppointment,
} from '#server/features/appointments/usecases/mark-appointment.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { tillsRoutes } from '#server/features/tills/routes/tills.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs, localDay } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { verifyLedger } from '#server/processes/verify-ledger.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { expectScreensAgree } from '#server/testing/income.ts'
import { listAllMails } from '#server/testing/notices.ts'
import { buildOffer, sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { packagesRoutes } from './packages.routes.ts'
import { reserveFromPackage } from './usecases/reserve-from-package.ts'
import { warnOfEnds } from './usecases/warn-of-ends.ts'

const platform = await testPlatform()
const { hold } = booking(platform)
const start = platform.clock.now()

/** A centre with a patient who has an appointment there, and so is its contact. */
async function buildContact() {
  platform.clock.set(start)
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  await buildAppointment(platform, { ...desk, patientId, startsAt: new Date(start.getTime() + 60 * dayMs) })
  const reception = clientOf(platform, packagesRoutes, desk.reception)
  const patient = clientOf(platform, packagesRoutes, patientId)
  const { centerId } = desk
  const read = async () => {
    const { items } = await reception.ofPerson({ centerId, kind: 'patient', personId: patientId })
    return items[0]
  }
  const sold = (input: Partial<Parameters<typeof sellPackage>[1]> = {}) =>
    sellPackage(platform, { ...desk, personId: patientId, ...input })
  /** The patient books with the package, `hours` after Monday at ten. */
  const bookWith = async (packageId: string, hours = 0) => {
    const caller = { userId: patientId, visitorKey: undefined }
    const held = await hold({ serviceId: desk.serviceId, caller, startsAt: later(hours * hourMs) })
    return confirmAppointment(platform, { caller, appointmentId: held.id, packageId })
  }
  const cancel = (appointmentId: string) =>
    cancelAppointment(platform, { caller: { userId: patientId, visitorKey: undefined }, appointmentId })
  return { ...desk, desk, patientId, reception, patient, read, sold, bookWith, cancel }
}

const faults = () => verifyLedger(platform.db)

describe('offers', () => {
  it('are sold by every professional who gives the service, or by the chosen ones', async () => {
    const { centerId, serviceId, professionalId, patient } = await buildContact()
    const offer = await buildOffer(platform, { centerId, serviceId })
    expect(offer.professionals).toEqual([expect.objectContaining({ id: professionalId })])
    expect((await patient.published({ centerId })).items).toEqual([
      expect.objectContaining({ id: offer.id, sessions: 10, priceCents: 1_000_000 }),
    ])
    const owner = clientOf(platform, packagesRoutes, centerId)
    const paused = await owner.updateOffer({ ...offer, serviceId, centerId, offerId: offer.id, isActive: false })
    expect((await patient.published({ centerId })).items).toEqual([])
    // The form was open with the version from before.
    await expect(
      owner.updateOffer({ ...offer, serviceId, centerId, offerId: offer.id, priceCents: 5_000 }),
    ).rejects.toEqual(withCode('request.changed_meanwhile'))
    expect(paused.isActive).toBe(false)
    expect(await owner.removeOffer({ centerId, offerId: offer.id })).toEqual({ removed: true })
  })

  it('belong to the owner', async () => {
    const { centerId, serviceId, reception, patient } = await buildContact()
    const terms = { sessions: 5, priceCents: 5000, validityDays: 30, professionalIds: null, isActive: true }
    await expect(reception.createOffer({ centerId, serviceId, ...terms })).rejects.toEqual(
      withCode('centers.owner_only'),
    )
    await expect(patient.createOffer({ centerId, serviceId, ...terms })).rejects.toEqual(withCode('centers.not_found'))
  })
})

describe('a sale at the desk', () => {
  it('is not sold to a patient who blocked the centre', async () => {
    const { centerId, patientId, sold } = await buildContact()
    const { id } = await startConversation(platform, { userId: patientId, recipientId: centerId })
    const blocked = { patient_blocked_at: platform.clock.now() }
    await platform.db.updateTable('conversations').set(blocked).where('id', '=', id).execute()
    await expect(sold()).rejects.toEqual(withCode('packages.blocked'))
  })

  it('is paid in parts, keeps its terms, and its money is in the till', async () => {
    const { centerId, sold, reception, desk } = await buildContact()
    const { id: packageId, money } = await sold({ amountCents: 400_000 })
    expect(money).toMatchObject({ priceCents: 1_000_000, paidCents: 400_000, dueCents: 600_000 })
    const part = { centerId, packageId, method: 'debito', amountCents: 600_000, paidCents: 400_000 } as const
    await expect(reception.collect({ ...part, amountCents: 600_001 })).rejects.toEqual(
      withCode('packages.more_than_due'),
    )
    const outcomes = await Promise.all([reception.collect(part), reception.collect(part)])
    expect(outcomes.map((each) => each.money?.paidCents)).toEqual([1_000_000, 1_000_000])
    const till = await clientOf(platform, tillsRoutes, desk.reception).get({ centerId })
    expect(till.expected).toMatchObject({ efectivo: 400_000, debito: 600_000 })
    expect(till.movements[0]).toMatchObject({ serviceName: expect.stringMatching(/^Bono: /) })
    expect(await faults()).toEqual([])
    await expectScreensAgree(platform, { centerId })
  })

  it('of two desks at the same time happens once', async () => {
    const { centerId, serviceId, patientId, desk } = await buildContact()
    const { id: offerId, version: terms } = await buildOffer(platform, { centerId, serviceId })
    const sale = { centerId, offerId, terms, kind: 'patient', personId: patientId, soldCount: 0 } as const
    const sell = (userId: string) =>
      clientOf(platform, packagesRoutes, userId).sell({
        ...sale,
        amountCents: 1_000_000,
        method: 'efectivo',
        idempotencyKey: newId(),
      })
    const outcomes = await Promise.allSettled([sell(desk.reception), sell(desk.owner)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('is refused when the offer changed since it was read', async () => {
    const { centerId, serviceId, patientId, reception } = await buildContact()
    const { id: offerId } = await buildOffer(platform, { centerId, serviceId })
    const sale = { centerId, offerId, terms: 'otra', kind: 'patient', personId: patientId, soldCount: 0 } as const
    await expect(
      reception.sell({ ...sale, amountCents: 1000, method: 'efectivo', idempotencyKey: newId() }),
    ).rejects.toEqual(withCode('request.terms_changed'))
  })

  it('stays as sold when its offer is deleted and its service is no longer given', async () => {
    const { centerId, serviceId, sold, reception, read } = await buildContact()
    const { id: packageId } = await sold()
    await platform.db.deleteFrom('package_offers').where('center_id', '=', centerId).execute()
    await platform.db.updateTable('services').set({ is_active: false }).where('id', '=', serviceId).execute()
    expect(await read()).toMatchObject({ sessions: 10, leftSessions: 10, money: { refundableCents: 1_000_000 } })
    const refunded = await reception.refund({ centerId, packageId, refundCents: 1_000_000 })
    expect(refunded).toMatchObject({ state: 'refunded', money: { refundedCents: 1_000_000, refundableCents: 0 } })
  })
})

describe('a session', () => {
  it('is reserved by a booking, used by its completion, and reserved again when the visit is reopened', async () => {
    const { desk, sold, bookWith, read, centerId } = await buildContact()
    const { id: packageId } = await sold({ offer: { sessions: 3, priceCents: 100_000 } })
    const appointment = await bookWith(packageId)
    expect(appointment).toMatchObject({ priceCents: 33_333, discountCents: 33_333, isByPackage: true })
    expect(await read()).toMatchObject({ leftSessions: 2, reservedSessions: 1, usedSessions: 0 })
    platform.clock.set(later(2 * hourMs))
    await completeAppointment(platform, desk.at(appointment.id))
    expect(await read()).toMatchObject({ leftSessions: 2, reservedSessions: 0, usedSessions: 1 })
    const income = await expectScreensAgree(platform, { centerId })
    expect(income).toMatchObject({ packageCents: 33_333, soldCents: 100_000 })
    const { commission_amount } = await platform.db
      .selectFrom('commissions')
      .where('appointment_id', '=', appointment.id)
      .select('commission_amount')
      .executeTakeFirstOrThrow()
    expect(commission_amount).toBe(3333)
    await reopenAppointment(platform, desk.at(appointment.id))
    expect(await read()).toMatchObject({ reservedSessions: 1, usedSessions: 0 })
    await markNoShow(platform, desk.at(appointment.id))
    expect(await read()).toMatchObject({ reservedSessions: 0, usedSessions: 1 })
    expect(await faults()).toEqual([])
    await expectScreensAgree(platform, { centerId })
  })

  it('comes back on a free cancellation and on that of the centre, and is used by a late one', async () => {
    const { desk, sold, bookWith, read, cancel, centerId } = await buildContact()
    const { id: packageId } = await sold()
    const free = await bookWith(packageId)
    await cancel(free.id)
    expect(await read()).toMatchObject({ leftSessions: 10, visits: [] })
    const byCenter = await bookWith(packageId)
    platform.clock.set(later(-2 * hourMs))
    await cancelAtDesk(platform, { ...desk.at(byCenter.id), by: 'center', reason: 'La profesional se enfermó.' })
    expect(await read()).toMatchObject({ leftSessions: 10 })
    platform.clock.set(start)
    const late = await bookWith(packageId)
    platform.clock.set(later(-2 * hourMs))
    await cancel(late.id)
    expect(await read()).toMatchObject({ leftSessions: 9, usedSessions: 1 })
    expect(await faults()).toEqual([])
    const income = await expectScreensAgree(platform, { centerId })
    expect(income).toMatchObject({ retainedCents: 100_000, packageCents: 100_000 })
  })

  it('that the centre cancels near or after the end of the package can be used for 30 days more', async () => {
    const { desk, sold, bookWith, read, patientId } = await buildContact()
    await verifyEmail(platform, { userId: patientId })
    const { id: packageId, validUntil } = await sold({ offer: { validityDays: 10 } })
    const byPatient = await bookWith(packageId)
    await cancelAppointment(platform, {
      caller: { userId: patientId, visitorKey: undefined },
      appointmentId: byPatient.id,
    })
    expect(await read()).toMatchObject({ validUntil })
    const byCenter = await bookWith(packageId, 24)
    // It was moved to a day after the end.
    await platform.db
      .updateTable('packages')
      .set({ valid_until: later(-hourMs) })
      .where('id', '=', packageId)
      .execute()
    platform.clock.set(later(0))
    expect(await read()).toMatchObject({ state: 'expired', leftSessions: 0 })
    await cancelAtDesk(platform, { ...desk.at(byCenter.id), by: 'center', reason: 'La profesional se enfermó.' })
    const after = await read()
    expect(after).toMatchObject({ state: 'active', leftSessions: 1 })
    expect(after?.money?.refundableCents).toBe(100_000)
    expect(after?.validUntil).toBe(localDay({ instant: later(packageExtensionDays * dayMs), zone }))
    const mails = await listAllMails(platform, { limit: 500 })
    expect(
      mails.some(({ text }) => text.replaceAll('\u00a0', ' ').includes('Puedes usarla durante los próximos 30 días')),
    ).toBe(true)
    expect(await faults()).toEqual([])
  })

  it('is given to one of two bookings that need the last one', async () => {
    const { sold, desk, patientId, bookWith } = await buildContact()
    const { id: packageId } = await sold({ offer: { sessions: 2 } })
    await bookWith(packageId)
    const { centerId, serviceId } = desk
    const need = async (hours: number) => {
      const startsAt = later(hours * hourMs)
      const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
      const now = platform.clock.now()
      const use = { packageId, centerId, buyer: { patientId }, appointmentId, serviceId, startsAt, now }
      return platform.db.transaction().execute(async (tx) => {
        await setPaidByPackage(tx, { appointmentId, ...(await reserveFromPackage(tx, use)), now })
      })
    }
    const outcomes = await Promise.allSettled([need(2), need(4)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await faults()).toEqual([])
  })

  it('pays for no appointment of another patient, of another service or after the package ends', async () => {
    const { sold, bookWith } = await buildContact()
    const { id: packageId } = await sold({ offer: { validityDays: 7 } })
    const other = await buildContact()
    await expect(other.bookWith(packageId)).rejects.toEqual(withCode('packages.not_usable'))
    await expect(bookWith(packageId, 7 * 24)).rejects.toEqual(withCode('packages.not_usable'))
  })

  it('pays for a booking at the desk, also of a guest', async () => {
    const { desk, centerId, serviceId } = await buildContact()
    await desk.book({ startsAt: later(0) })
    const [guest] = await desk.guests()
    const personId = guest?.id ?? ''
    const { id: packageId } = await sellPackage(platform, { centerId, serviceId, kind: 'guest', personId })
    const { row } = await desk.book({
      startsAt: later(2 * hourMs),
      person: { kind: 'guest', id: personId },
      packageId,
    })
    expect(row).toMatchObject({ isByPackage: true, discountCents: 100_000 })
    await expectScreensAgree(platform, { centerId })
  })
})

describe('a refund', () => {
  it('gives back what was paid less the used sessions, once, and not while sessions are reserved', async () => {
    const { desk, sold, bookWith, cancel, reception, centerId, patientId } = await buildContact()
    const { id: packageId } = await sold()
    const used = await bookWith(packageId)
    platform.clock.set(later(2 * hourMs))
    await completeAppointment(platform, desk.at(used.id))
    const open = await bookWith(packageId, 4 * 24)
    const refund = { centerId, packageId, refundCents: 900_000 }
    await expect(reception.refund(refund)).rejects.toMatchObject({
      code: 'packages.reserved',
      data: { appointments: [{ id: open.id }] },
    })
    await cancel(open.id)
    await expect(reception.refund({ ...refund, refundCents: 1_000_000 })).rejects.toEqual(withCode('packages.changed'))
    const owner = clientOf(platform, packagesRoutes, centerId)
    const outcomes = await Promise.all([reception.refund(refund), owner.refund(refund)])
    expect(outcomes.map((each) => each.money?.refundedCents)).toEqual([900_000, 900_000])
    const till = await clientOf(platform, tillsRoutes, desk.reception).get({ centerId })
    expect(till.expected.efectivo).toBe(100_000)
    const mails = (await listMails(platform, { limit: 100 })).filter(({ to }) => to.includes(patientId))
    const subjects = mails.map(({ subject }) => subject)
    // The sale, and one refund of the two requests.
    expect(subjects.filter((subject) => subject === 'Se devolvió tu bono')).toHaveLength(1)
    expect(subjects).toContain('Tu bono está listo')
    await expect(bookWith(packageId, 4 * 24)).rejects.toEqual(withCode('packages.not_usable'))
    // The visit that was used stays used.
    await expect(reopenAppointment(platform, desk.at(used.id))).rejects.toEqual(withCode('appointments.not_changeable'))
    expect(await faults()).toEqual([])
    await expectScreensAgree(platform, { centerId })
  })

  it('and a booking at the same time have one effect', async () => {
    const { sold, bookWith, reception, centerId } = await buildContact()
    const { id: packageId } = await sold()
    const outcomes = await Promise.allSettled([
      bookWith(packageId),
      reception.refund({ centerId, packageId, refundCents: 1_000_000 }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await faults()).toEqual([])
  })
})

it('the database refuses more sessions, and more money, than were sold', async () => {
  const { sold, centerId } = await buildContact()
  const { id: packageId } = await sold()
  const session = { package_id: packageId, number: 11, value: 1 }
  await expect(platform.db.insertInto('package_sessions').values(session).execute()).rejects.toMatchObject({
    constraint: 'package_sessions_within',
  })
  const payment = { package_id: packageId, center_id: centerId, amount: 1, method: 'efectivo', collected_at: start }
  await expect(platform.db.insertInto('payments').values(payment).execute()).rejects.toMatchObject({
    constraint: 'packages_paid_within_price',
  })
  await expect(
    platform.db
      .insertInto('payments')
      .values({ ...payment, package_id: null })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'payments_one_thing' })
})

it('the patient is told once that a package ends within two weeks', async () => {
  const { sold, patientId } = await buildContact()
  await verifyEmail(platform, { userId: patientId })
  await sold({ offer: { validityDays: 30 } })
  await warnOfEnds(platform)
  platform.clock.set(new Date(start.getTime() + 17 * dayMs))
  await Promise.all([warnOfEnds(platform), warnOfEnds(platform)])
  const mails = (await listMails(platform, { limit: 500 })).filter(
    ({ subject }) => subject === 'Tu bono termina pronto',
  )
  expect(mails.filter(({ to }) => to.includes(patientId))).toHaveLength(1)
})
