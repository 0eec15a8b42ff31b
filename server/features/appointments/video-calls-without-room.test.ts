import { beforeEach, expect, test } from 'vitest'
import { readPublication } from '#server/features/centers/usecases/read-publication.ts'
import { searchCenters } from '#server/features/search/usecases/search-centers.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { readCenterProfile } from '#server/processes/center-profile.ts'
import { booking, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildCenter, buildProfessional, buildService } from '#server/testing/builders.ts'
import { withCode } from '#server/testing/errors.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { countStaleWeeklyStarts } from './repository/stored-times.ts'
import { confirmAppointment } from './usecases/confirm-appointment.ts'
import { listFreeTimes } from './usecases/list-free-times.ts'
import { warnOfMissingRooms } from './usecases/warn-of-missing-rooms.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform()
})

const room = 'https://video.example.uy/sala'

async function setRoom(professionalId: string, link: string | null): Promise<void> {
  await platform.db.updateTable('professionals').set({ video_link: link }).where('id', '=', professionalId).execute()
}

async function buildOffer(modality: 'Online' | 'Mixta', videoLink = '') {
  const { centerId } = await buildCenter(platform, { modalities: [modality] })
  const professional = await buildProfessional(platform, { centerId, modalities: [modality], videoLink })
  return buildService(platform, professional)
}

const freeTimes = async ({ centerId, serviceId }: { centerId: string; serviceId: string }) => {
  const caller = { userId: undefined, visitorKey: undefined }
  const query = { caller, centerId, serviceIds: [serviceId], from: '2026-11-23', days: 1 }
  return (await listFreeTimes(platform, query)).days.flatMap(({ times }) => times)
}

test('a professional who attends only online offers no time until there is a room', async () => {
  const offer = await buildOffer('Online')
  const { hold } = booking(platform)
  await expect(freeTimes(offer)).rejects.toEqual(withCode('appointments.not_bookable'))
  await expect(hold({ ...offer, place: 'online' })).rejects.toEqual(withCode('appointments.not_bookable'))
  expect((await searchCenters(platform, { modality: 'online' })).items).toEqual([])
  expect(await searchCenters(platform, { q: 'fisio online' })).toMatchObject({ leftOut: ['modality'] })
  expect((await searchCenters(platform, { when: 'today' })).items).toEqual([])
  expect((await searchCenters(platform, {})).items).toMatchObject([{ offer: undefined, center: { servicesCount: 0 } }])
  expect(await readCenterProfile(platform, { ...offer, preview: false })).toMatchObject({
    row: { offersOnline: false, servicesCount: 0 },
    professionals: [{ modalities: [], services: [] }],
  })

  await setRoom(offer.professionalId, room)
  expect((await freeTimes(offer)).length).toBeGreaterThan(0)
  expect((await searchCenters(platform, { q: 'fisio online', when: 'today' })).items).toHaveLength(1)
  await expect(hold({ ...offer, place: 'online' })).resolves.toMatchObject({ status: 'held' })
  expect(await countStaleWeeklyStarts(platform.db)).toMatchObject({ stale: 0 })
})

test('a professional who attends in both ways offers only the centre until there is a room', async () => {
  const offer = await buildOffer('Mixta')
  const { hold } = booking(platform)
  await expect(hold({ ...offer, place: 'online' })).rejects.toEqual(withCode('appointments.not_offered'))
  await expect(hold({ ...offer, place: 'center' })).resolves.toMatchObject({ status: 'held' })
  expect((await searchCenters(platform, { modality: 'online' })).items).toEqual([])
  expect(await searchCenters(platform, { q: 'fisio online' })).toMatchObject({ leftOut: ['modality'] })
  expect((await searchCenters(platform, { q: 'fisio presencial' })).items).toHaveLength(1)
  expect(await readCenterProfile(platform, { ...offer, preview: false })).toMatchObject({
    row: { offersOnline: false, servicesCount: 1 },
    professionals: [{ modalities: ['Presencial'], services: [{ id: offer.serviceId }] }],
  })
})

test('a held video call is not confirmed after its room was removed', async () => {
  const offer = await buildOffer('Mixta', room)
  const { hold, patient } = booking(platform)
  const caller = await patient()
  const held = await hold({ ...offer, place: 'online', caller })
  await setRoom(offer.professionalId, null)
  const confirmation = confirmAppointment(platform, { caller, appointmentId: held.id })
  await expect(confirmation).rejects.toEqual(withCode('appointments.not_bookable'))
})

const subjects = async () => (await listMails(platform, { limit: 100 })).map(({ subject }) => subject)
const [atOnce, dayBefore] = [
  'Falta el enlace de una sala de videollamadas',
  'Hay una videollamada pronto y falta el enlace de la sala',
]

/** Two video calls of one professional, without a room. The owner has the centre's contact address. */
async function buildVideoCalls() {
  const offer = await buildOffer('Online', room)
  const { email } = await platform.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', offer.centerId)
    .executeTakeFirstOrThrow()
  await platform.db.updateTable('center_profiles').set({ email }).where('id', '=', offer.centerId).execute()
  for (const startsAt of [monday, new Date(monday.getTime() + 7 * dayMs)])
    await buildAppointment(platform, { ...offer, place: 'online', startsAt })
  await setRoom(offer.professionalId, null)
  return offer
}

test('a centre is warned of video calls without a room at once, and again on the day before each', async () => {
  const { centerId } = await buildVideoCalls()
  await Promise.all([warnOfMissingRooms(platform), warnOfMissingRooms(platform)])
  await warnOfMissingRooms(platform)
  expect(await subjects()).toEqual([atOnce])
  const [mail] = await listMails(platform, { limit: 1 })
  expect(mail?.text).toContain('hay 2 citas por videollamada')
  const stored = await platform.db
    .selectFrom('notifications')
    .select(['title', 'href'])
    .where('user_id', '=', centerId)
    .execute()
  expect(stored).toEqual([{ title: atOnce, href: '/center/dashboard?seccion=equipo' }])

  platform.clock.set(new Date(monday.getTime() - 24 * hourMs - 1))
  await warnOfMissingRooms(platform)
  expect(await subjects()).toEqual([atOnce])
  platform.clock.advance(1)
  await warnOfMissingRooms(platform)
  await warnOfMissingRooms(platform)
  expect(await subjects()).toEqual([dayBefore, atOnce])
  platform.clock.set(new Date(monday.getTime() + 6 * dayMs))
  await warnOfMissingRooms(platform)
  expect(await subjects()).toEqual([dayBefore, dayBefore, atOnce])
})

test('a centre with a room is not warned, and is warned again when the room is removed again', async () => {
  const { professionalId } = await buildVideoCalls()
  await setRoom(professionalId, room)
  await warnOfMissingRooms(platform)
  expect(await subjects()).toEqual([])
  for (const link of [null, room, null]) {
    await setRoom(professionalId, link)
    await warnOfMissingRooms(platform)
  }
  expect(await subjects()).toEqual([atOnce, atOnce])
})

test('what a centre lacks names the room for every booking only where nothing else can be booked', async () => {
  const partOf = async (centerId: string) => {
    const { parts } = await readPublication(platform.db, { centerId, now: platform.clock.now() })
    return parts.find(({ key }) => key === 'rooms')
  }
  const online = await buildOffer('Online')
  expect(await partOf(online.centerId)).toMatchObject({ neededFor: 'bookings', isDone: false })

  const mixed = await buildOffer('Mixta')
  expect(await partOf(mixed.centerId)).toMatchObject({ neededFor: 'online', isDone: false })
  await setRoom(mixed.professionalId, room)
  expect(await partOf(mixed.centerId)).toMatchObject({ isDone: true })

  // A colleague in person, who has no service yet, can't be booked either.
  const colleague = await buildProfessional(platform, { centerId: online.centerId, modalities: ['Presencial'] })
  expect(await partOf(online.centerId)).toMatchObject({ neededFor: 'bookings', isDone: false })
  await buildService(platform, colleague)
  expect(await partOf(online.centerId)).toMatchObject({ neededFor: 'online', isDone: false })

  const { centerId } = await buildProfessional(platform, { modalities: ['Presencial'] })
  expect(await partOf(centerId)).toBeUndefined()
  await buildProfessional(platform, { centerId, modalities: ['Online'], videoLink: '' })
  expect(await partOf(centerId)).toMatchObject({ neededFor: 'online', isDone: false })
})
