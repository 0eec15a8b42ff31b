import { expect, test } from 'vitest'
import type { NextSession, Therapy } from '#contract/therapies.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { askDeposit } from '#server/testing/deposits.ts'
import { withCode } from '#server/testing/errors.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { appointmentsRoutes } from './appointments.ts'
import { remindersRoutes } from './reminders.ts'
import { therapiesRoutes } from './therapies.ts'

const platform = await testPlatform()

/** A patient with a therapy: sessions on the last Mondays at 10:00, two of them done. */
async function patientInTherapy({ verified = false } = {}) {
  const { patientId } = await buildPatient(platform, { verified })
  const service = await buildService(platform)
  for (const weeks of [1, 2]) {
    const startsAt = new Date(monday.getTime() - weeks * 7 * dayMs)
    await buildAppointment(platform, { ...service, patientId, status: 'completed', startsAt })
  }
  const key = { professionalId: service.professionalId, serviceId: service.serviceId, dependantId: null }
  const client = clientOf(platform, therapiesRoutes, patientId)
  return { patientId, service, key, client }
}

/** What the patient reads of the session that their only therapy proposes. */
async function proposed(client: { list: () => Promise<{ items: Pick<Therapy, 'proposal'>[] }> }) {
  const proposal = (await client.list()).items[0]?.proposal
  if (!proposal) throw new Error('nothing is proposed')
  return proposal
}

test('a therapy has one entry with its sessions, and proposes the next one on the same weekday and hour', async () => {
  const { client, key, patientId } = await patientInTherapy()
  await buildAppointment(platform, { patientId, status: 'cancelled', startsAt: new Date(monday.getTime() - 3 * dayMs) })
  const { items } = await client.list()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    ...key,
    since: new Date(monday.getTime() - 14 * dayMs).toISOString(),
    completed: 2,
    upcoming: 0,
    next: null,
    endedAt: null,
    proposal: { startsAt: monday.toISOString(), place: 'center' },
    can: { bookNext: true, payDirect: true, end: true, resume: false },
  })
})

test('the proposed session is booked in one step, and the following proposal is a week later', async () => {
  const { client, key } = await patientInTherapy()
  const { priceCents, ...read } = await proposed(client)
  const booked = await client.bookNext({ ...key, ...read })
  expect(booked).toMatchObject({ status: 'confirmed', startsAt: monday.toISOString(), priceCents })
  const { items } = await client.list()
  expect(items[0]).toMatchObject({
    upcoming: 1,
    next: { appointmentId: booked.id, startsAt: monday.toISOString() },
    proposal: { startsAt: new Date(monday.getTime() + 7 * dayMs).toISOString() },
    can: { bookNext: true, end: false },
  })
})

test('a booking that another centre entered and the patient has not accepted does not move the proposed session', async () => {
  const { client, patientId } = await patientInTherapy()
  const elsewhere = await buildAppointment(platform, { patientId, startsAt: monday })
  await platform.db
    .updateTable('appointments')
    .set({ booked_by: 'center' })
    .where('id', '=', elsewhere.appointmentId)
    .execute()
  const therapy = (await client.list()).items.find(({ completed }) => completed === 2)
  expect(therapy?.proposal?.startsAt).toBe(monday.toISOString())
})

test('a session under other terms than the patient read is refused with the new ones, and the time stays free', async () => {
  const { client, key, patientId, service } = await patientInTherapy()
  const { db } = platform
  const holds = async () => (await clientOf(platform, appointmentsRoutes, patientId).currentHold()).appointment
  const ofCenter = (change: object) =>
    db.updateTable('center_profiles').set(change).where('id', '=', service.centerId).execute()
  const ofService = (change: object) =>
    db.updateTable('services').set(change).where('id', '=', service.serviceId).execute()
  const changes: [() => Promise<unknown>, object][] = [
    [() => ofService({ price: 180_000 }), { priceCents: 180_000 }],
    [() => ofService({ duration_minutes: 45 }), { durationMinutes: 45 }],
    [() => ofCenter({ late_refund_percent: 0 }), { cancellation: { lateRefundPercent: 0 } }],
    [() => ofCenter({ confirms_manually: true }), { confirmsManually: true }],
  ]
  for (const [change, now] of changes) {
    const { startsAt, terms } = await proposed(client)
    await change()
    const data = { startsAt, ...now }
    const refused = client.bookNext({ ...key, startsAt, terms })
    await expect(refused, JSON.stringify(now)).rejects.toMatchObject({ code: 'therapies.terms_changed', data })
    expect(await holds()).toBeNull()
  }
  const refusal = await client.bookNext({ ...key, startsAt: monday.toISOString(), terms: 'x' }).catch((e: unknown) => e)
  const { terms } = (refusal as { data: { terms: string } }).data
  expect(await proposed(client)).toMatchObject({ terms })
  const booked = client.bookNext({ ...key, startsAt: monday.toISOString(), terms })
  await expect(booked).resolves.toMatchObject({ status: 'pending', priceCents: 180_000 })
})

test('without a free time on that weekday, nothing is proposed or booked', async () => {
  const { client, key, service } = await patientInTherapy()
  await platform.db
    .deleteFrom('weekly_hours')
    .where('professional_id', '=', service.professionalId)
    .where('weekday', '=', 1)
    .execute()
  expect((await client.list()).items[0]).toMatchObject({ proposal: null, can: { bookNext: true } })
  await expect(client.bookNext({ ...key, startsAt: monday.toISOString(), terms: 'x' })).rejects.toEqual(
    withCode('therapies.no_time'),
  )
})

test('a therapy ends and is resumed; an upcoming appointment keeps it open, and a new booking continues it', async () => {
  const { client, key } = await patientInTherapy()
  const { startsAt, terms } = await proposed(client)
  expect((await client.end(key)).items[0]).toMatchObject({ can: { end: false, resume: true }, proposal: null })
  expect((await client.resume(key)).items[0]).toMatchObject({ endedAt: null, can: { end: true } })
  await client.end(key)
  await client.resume(key)
  await client.bookNext({ ...key, startsAt, terms })
  await expect(client.end(key)).rejects.toEqual(withCode('therapies.not_over'))
})

test("a stranger cannot see, end or book another patient's therapy", async () => {
  const { key } = await patientInTherapy()
  const { patientId } = await buildPatient(platform)
  const stranger = clientOf(platform, therapiesRoutes, patientId)
  expect(await stranger.list()).toEqual({ items: [] })
  const notFound = withCode('therapies.not_found')
  await expect(stranger.end(key)).rejects.toEqual(notFound)
  await expect(stranger.resume(key)).rejects.toEqual(notFound)
  await expect(stranger.bookNext({ ...key, startsAt: monday.toISOString(), terms: 'x' })).rejects.toEqual(notFound)
})

test('a past appointment is booked again on its weekday and hour, and a second press books the week after', async () => {
  const { patientId } = await buildPatient(platform)
  const startsAt = new Date(monday.getTime() - 7 * dayMs)
  const past = await buildAppointment(platform, { patientId, status: 'completed', startsAt })
  const client = clientOf(platform, therapiesRoutes, patientId)
  const again = async () => client.bookAgain(await readBefore(patientId, past.appointmentId))
  const first = await again()
  const service = { id: past.serviceId }
  expect(first).toMatchObject({ status: 'confirmed', startsAt: monday.toISOString(), priceCents: 150_000, service })
  expect((await again()).startsAt).toBe(new Date(monday.getTime() + 7 * dayMs).toISOString())
})

/** The request of a patient who has read the past appointment. */
async function readBefore(patientId: string, appointmentId: string) {
  const { againTerms } = await clientOf(platform, appointmentsRoutes, patientId).get({ appointmentId })
  return { appointmentId, terms: againTerms }
}

test("a past appointment is not booked again under other terms, in a stranger's name, or without a free time", async () => {
  const { patientId } = await buildPatient(platform)
  const startsAt = new Date(monday.getTime() - 7 * dayMs)
  const { appointmentId, ...past } = await buildAppointment(platform, { patientId, status: 'completed', startsAt })
  const client = clientOf(platform, therapiesRoutes, patientId)
  const request = await readBefore(patientId, appointmentId)
  await platform.db.updateTable('services').set({ price: 180_000 }).where('id', '=', past.serviceId).execute()
  const refusal = await client.bookAgain(request).catch((error: unknown) => error)
  const { data } = refusal as { data: NextSession }
  expect(refusal).toMatchObject({ code: 'therapies.terms_changed' })
  expect(data).toMatchObject({ priceCents: 180_000, startsAt: monday.toISOString(), place: 'center' })
  const confirmation = { appointmentId, startsAt: data.startsAt, terms: data.terms }
  expect(await client.bookAgain(confirmation)).toMatchObject({ priceCents: 180_000, startsAt: monday.toISOString() })

  const stranger = clientOf(platform, therapiesRoutes, (await buildPatient(platform)).patientId)
  await expect(stranger.bookAgain(request)).rejects.toEqual(withCode('appointments.not_found'))
  const { professionalId } = past
  await platform.db.deleteFrom('weekly_hours').where('professional_id', '=', professionalId).execute()
  await expect(client.bookAgain(request)).rejects.toEqual(withCode('therapies.no_time'))
  await platform.db.updateTable('professionals').set({ is_active: false }).where('id', '=', professionalId).execute()
  await expect(client.bookAgain(request)).rejects.toEqual(withCode('appointments.not_bookable'))
})

test('a past appointment whose next time is less than a day ahead asks first, because it is free to cancel only briefly', async () => {
  const { patientId } = await buildPatient(platform)
  const soon = new Date(platform.clock.now().getTime() + 4 * hourMs)
  const startsAt = new Date(soon.getTime() - 7 * dayMs)
  const { appointmentId } = await buildAppointment(platform, { patientId, status: 'completed', startsAt })
  const client = clientOf(platform, therapiesRoutes, patientId)
  const refusal = await client.bookAgain(await readBefore(patientId, appointmentId)).catch((error: unknown) => error)
  const data = { cancellation: { phase: 'unconfirmed' } }
  expect(refusal).toMatchObject({ code: 'therapies.terms_changed', data })
})

test('reminders name the appointments of the next 48 hours and the missing reviews, until each is dismissed', async () => {
  const { patientId, service } = await patientInTherapy()
  const soon = new Date(platform.clock.now().getTime() + 30 * hourMs)
  const far = new Date(platform.clock.now().getTime() + 60 * hourMs)
  const near = await buildAppointment(platform, { ...service, patientId, status: 'confirmed', startsAt: soon })
  await buildAppointment(platform, { ...service, patientId, status: 'confirmed', startsAt: far })
  const client = clientOf(platform, remindersRoutes, patientId)
  const { items } = await client.list()
  expect(items.map(({ kind }) => kind)).toEqual(['appointment', 'review', 'review'])
  expect(items[0]).toMatchObject({ appointmentId: near.appointmentId, startsAt: soon.toISOString() })

  const dismissed = await client.dismiss({ kind: 'appointment', appointmentId: near.appointmentId })
  expect(dismissed.items.map(({ kind }) => kind)).toEqual(['review', 'review'])
  const restored = await client.restore({ kind: 'appointment', appointmentId: near.appointmentId })
  expect(restored.items).toHaveLength(3)
})

test("a stranger cannot dismiss another patient's reminder", async () => {
  const { patientId, service } = await patientInTherapy()
  const startsAt = new Date(platform.clock.now().getTime() + 30 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, status: 'confirmed', startsAt })
  const stranger = clientOf(platform, remindersRoutes, (await buildPatient(platform)).patientId)
  await expect(stranger.dismiss({ kind: 'appointment', appointmentId })).rejects.toEqual(
    withCode('appointments.not_found'),
  )
  expect((await clientOf(platform, remindersRoutes, patientId).list()).items).toHaveLength(3)
})

test('a package pays for the next session and for one that is booked again, at today’s price and without a deposit', async () => {
  const { client, key, patientId, service } = await patientInTherapy({ verified: true })
  const { id: packageId } = await sellPackage(platform, { ...service, personId: patientId })
  await askDeposit(platform, { ...service, cents: 50_000 })
  const { priceCents: _price, ...read } = await proposed(client)
  const next = await client.bookNext({ ...key, ...read, packageId })
  expect(next).toMatchObject({ status: 'confirmed', isByPackage: true, dueCents: 0, deposit: null })

  await platform.db.updateTable('services').set({ price: 200_000 }).where('id', '=', service.serviceId).execute()
  const again = await client.bookAgain({ appointmentId: next.id, terms: next.againTerms, packageId })
  expect(again).toMatchObject({ status: 'confirmed', isByPackage: true, dueCents: 0, priceCents: 100_000 })
  await expect(
    client.bookAgain({ appointmentId: next.id, terms: next.againTerms, packageId: newId() }),
  ).rejects.toEqual(withCode('packages.not_usable'))
  expect((await clientOf(platform, appointmentsRoutes, patientId).currentHold()).appointment).toBeNull()
})
