import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { maxProfessionals, maxServices, maxServicesOfCenter } from '#contract/team.ts'
import { bookedMinutes } from '#server/features/appointments/rules/lifecycle.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { listAgendaAppointments } from '#server/features/appointments/usecases/read-agenda.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { acceptInvitationRoutes } from '#server/processes/accept-invitation.ts'
import {
  buildAccount,
  buildAppointment,
  buildCenter,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { practiceRoutes } from './practice.ts'
import { teamRoutes } from './team.ts'

const platform = await testPlatform()

const as = (userId: string | undefined) =>
  justRead(
    platform,
    clientOf(
      platform,
      { ...teamRoutes, ...acceptInvitationRoutes.team, memberships: practiceRoutes.memberships },
      userId,
    ),
  )

/** A centre whose team is the owner, a receptionist and a professional. */
async function buildTeam() {
  const { centerId, professionalId, serviceId } = await buildService(platform)
  const reception = await buildMember(platform, { centerId, role: 'reception' })
  const professional = await buildMember(platform, { centerId, role: 'professional', professionalId })
  await platform.db
    .updateTable('professionals')
    .set({ user_id: professional.userId })
    .where('id', '=', professionalId)
    .execute()
  return { centerId, professionalId, serviceId, reception, professional }
}

describe('a removed member', () => {
  test('loses access from the next request on, and the professional stays listed without an account', async () => {
    const { centerId, professional, professionalId } = await buildTeam()
    await platform.db
      .insertInto('calendar_feeds')
      .values({
        id: newId(),
        user_id: professional.userId,
        center_id: centerId,
        professional_id: professionalId,
        token_hash: newId(),
        created_at: platform.clock.now(),
      })
      .execute()
    const team = await as(centerId).removeMember({ centerId, userId: professional.userId })
    expect(team.members).toHaveLength(2)
    expect(team.professionals).toMatchObject([{ id: professionalId, isActive: true, hasAccount: false }])
    expect(await as(professional.userId).memberships()).toMatchObject({
      items: [],
      ended: { title: 'Saliste de un equipo' },
    })
    expect(
      await platform.db.selectFrom('calendar_feeds').select('id').where('center_id', '=', centerId).execute(),
    ).toEqual([])
    await expect(as(centerId).removeMember({ centerId, userId: professional.userId })).rejects.toMatchObject({
      code: 'team.member_not_found',
    })
  })

  test('is never the owner: only the other members can be removed', async () => {
    const { centerId, reception, professional } = await buildTeam()
    const { members } = await as(centerId).get({ centerId })
    expect(Object.fromEntries(members.map(({ userId, can }) => [userId, can.remove]))).toEqual({
      [centerId]: false,
      [reception.userId]: true,
      [professional.userId]: true,
    })
    await expect(as(centerId).removeMember({ centerId, userId: centerId })).rejects.toMatchObject({
      code: 'team.owner_stays',
    })
  })
})

const edit = {
  name: 'Bruno Díaz',
  title: 'Licenciado',
  specialties: ['Reiki'],
  modalities: ['Online' as const],
  ages: ['children' as const, 'adults' as const],
  gender: 'man' as const,
  videoPlatform: 'Meet',
  videoLink: '',
  registrationNumber: '',
  bio: '',
}
const priced = {
  serviceType: 'reiki' as const,
  name: 'Reiki',
  priceCents: 120_000,
  durationMinutes: 45,
  vatPercent: 22 as const,
}

const centerRow = (centerId: string) =>
  platform.db
    .selectFrom('center_profiles')
    .select(['specialties', 'services'])
    .where('id', '=', centerId)
    .executeTakeFirstOrThrow()

describe('professionals and their services', () => {
  test('are refused beyond the limits of a centre and of a professional', async () => {
    const { centerId } = await buildCenter(platform)
    await sql`insert into professionals (id, center_id, full_name, is_active)
      select gen_random_uuid(), ${centerId}, 'Persona', false from generate_series(1, ${maxProfessionals - 1})`.execute(
      platform.db,
    )
    const { professionals } = await as(centerId).addProfessional({ centerId, ...edit })
    await expect(as(centerId).addProfessional({ centerId, ...edit })).rejects.toMatchObject({
      code: 'team.too_many_professionals',
    })

    const professionalId = professionals.find(({ isActive }) => isActive)?.id ?? ''
    await sql`insert into services (id, center_id, professional_id, service_type, name, price, duration_minutes)
      select gen_random_uuid(), ${centerId}, ${professionalId}, 'reiki', 'Reiki', 100, 60
      from generate_series(1, ${maxServices - 1})`.execute(platform.db)
    await as(centerId).addService({ centerId, professionalId, ...priced })
    await expect(as(centerId).addService({ centerId, professionalId, ...priced })).rejects.toMatchObject({
      code: 'team.too_many_services',
    })

    const { professionalId: colleagueId } = await buildService(platform, { centerId })
    await sql`insert into services (id, center_id, professional_id, service_type, name, price, duration_minutes)
      select gen_random_uuid(), ${centerId}, id, 'reiki', 'Reiki', 100, 60
      from professionals, generate_series(1, 10)
      where center_id = ${centerId} and id <> ${colleagueId} limit ${maxServicesOfCenter}`.execute(platform.db)
    await expect(as(centerId).addService({ centerId, professionalId: colleagueId, ...priced })).rejects.toMatchObject({
      code: 'team.too_many_services_of_center',
    })
  })

  test('add their specialties and services to the centre’s lists', async () => {
    const { centerId } = await buildCenter(platform, { specialties: ['Fisioterapia'] })
    const added = (await as(centerId).addProfessional({ centerId, ...edit })).professionals[0]
    expect(added).toMatchObject({
      ...edit,
      registrationNumber: null,
      videoLink: null,
      hasHours: false,
      hasAccount: false,
      services: [],
    })
    const professionalId = added?.id ?? ''
    const offered = await as(centerId).addService({ centerId, professionalId, ...priced })
    expect(offered.professionals[0]?.services).toMatchObject([{ ...priced, isActive: true, currency: 'UYU' }])
    expect(await centerRow(centerId)).toEqual({ specialties: ['Fisioterapia', 'Reiki'], services: ['reiki'] })

    await as(centerId).updateProfessional({ centerId, professionalId, ...edit, specialties: ['Masajes'] })
    expect((await centerRow(centerId)).specialties).toEqual(['Fisioterapia', 'Masajes'])
    const serviceId = offered.professionals[0]?.services[0]?.id ?? ''
    await as(centerId).updateService({ centerId, serviceId, ...priced, serviceType: 'masajistas', isActive: true })
    expect((await centerRow(centerId)).services).toEqual(['masajistas'])
    await as(centerId).updateService({ centerId, serviceId, ...priced, isActive: false })
    expect((await centerRow(centerId)).services).toEqual([])
  })

  test('are removed from the centre’s lists when they are deactivated, and added again when they are activated', async () => {
    const { centerId } = await buildService(platform)
    const other = await buildProfessional(platform, { centerId, specialties: ['Reiki', 'Masajes'] })
    await buildService(platform, { ...other, serviceType: 'reiki' })
    await buildProfessional(platform, { centerId, specialties: ['MASAJES'] })
    const setActive = (isActive: boolean) =>
      as(centerId).setProfessionalActive({ centerId, professionalId: other.professionalId, isActive })
    const { professionals } = await setActive(false)
    expect(professionals.at(-1)).toMatchObject({ id: other.professionalId, isActive: false })
    expect(await centerRow(centerId)).toEqual({ specialties: ['Masajes'], services: ['fisioterapia'] })
    await setActive(true)
    expect(await centerRow(centerId)).toEqual({
      specialties: ['Masajes', 'Reiki'],
      services: ['fisioterapia', 'reiki'],
    })
  })

  test('cannot be deactivated while they have upcoming appointments', async () => {
    const { centerId, professionalId, serviceId } = await buildService(platform)
    const at = (hours: number) => new Date(platform.clock.now().getTime() + hours * hourMs)
    await buildAppointment(platform, { centerId, professionalId, serviceId, startsAt: at(-48), status: 'completed' })
    await buildAppointment(platform, { centerId, professionalId, serviceId, startsAt: at(24), status: 'cancelled' })
    const open = await buildAppointment(platform, { centerId, professionalId, serviceId, startsAt: at(48) })
    const deactivate = () => as(centerId).setProfessionalActive({ centerId, professionalId, isActive: false })
    await expect(deactivate()).rejects.toMatchObject({ code: 'team.professional_busy', data: { appointments: 1 } })
    await platform.db
      .updateTable('appointments')
      .set({ status: 'cancelled', cancelled_at: platform.clock.now(), cancelled_by: 'patient' })
      .where('id', '=', open.appointmentId)
      .execute()
    expect((await deactivate()).professionals).toMatchObject([{ isActive: false }])
  })

  test('are either booked or deactivated when both happen at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const { centerId, professionalId, serviceId } = await buildService(platform)
      const { patientId } = await buildPatient(platform)
      const caller = { userId: patientId, visitorKey: undefined }
      const book = async () => {
        const startsAt = new Date('2026-11-23T13:00:00Z')
        const held = await holdAppointment(platform, { caller, address: 'a', serviceId, startsAt, place: 'center' })
        await confirmAppointment(platform, { caller, appointmentId: held.id })
      }
      const deactivate = () => as(centerId).setProfessionalActive({ centerId, professionalId, isActive: false })
      const [booked, deactivated] = await Promise.allSettled([book(), deactivate()])
      const isFree = booked.status === 'rejected'
      expect(deactivated.status).toBe(isFree ? 'fulfilled' : 'rejected')
      const reason: unknown = isFree ? booked.reason : deactivated.status === 'rejected' && deactivated.reason
      expect(reason).toMatchObject({ code: isFree ? 'appointments.not_bookable' : 'team.professional_busy' })
    }
  })

  test('leave the duration and the price of existing appointments unchanged when a service changes', async () => {
    const { centerId, serviceId, professionalId } = await buildService(platform)
    const { appointmentId } = await buildAppointment(platform, { centerId, serviceId, professionalId })
    const row = () =>
      platform.db.selectFrom('appointments').selectAll().where('id', '=', appointmentId).executeTakeFirstOrThrow()
    const before = await row()
    await as(centerId).updateService({ centerId, serviceId, ...priced, durationMinutes: 180, isActive: true })
    expect(await row()).toEqual(before)
    const member = { centerId, userId: centerId, role: 'owner' as const, professionalId: null }
    const [listed] = await listAgendaAppointments(platform.db, { member, limit: 1, newest: true })
    expect(listed).toMatchObject({ priceCents: 150_000, serviceName: 'Reiki' })
    expect(listed && bookedMinutes(listed)).toBe(60)
  })

  test('of another centre are not found', async () => {
    const { centerId } = await buildCenter(platform)
    const other = await buildService(platform)
    const { professionalId, serviceId } = other
    const asOwner = as(centerId)
    const notFound = { code: 'team.professional_not_found' }
    await expect(asOwner.updateProfessional({ centerId, professionalId, ...edit })).rejects.toMatchObject(notFound)
    await expect(asOwner.setProfessionalActive({ centerId, professionalId, isActive: false })).rejects.toMatchObject(
      notFound,
    )
    await expect(asOwner.addService({ centerId, professionalId, ...priced })).rejects.toMatchObject(notFound)
    await expect(asOwner.updateService({ centerId, serviceId, ...priced, isActive: false })).rejects.toMatchObject({
      code: 'team.service_not_found',
    })
    expect((await as(other.centerId).get({ centerId: other.centerId })).professionals).toMatchObject([
      { name: 'Ana Suárez', isActive: true, services: [{ name: 'Sesión de fisioterapia', isActive: true }] },
    ])
  })

  test.for([['Online'], ['Mixta'], ['Presencial', 'Online']] as const)(
    'with the modalities %j need a video platform, both when they are added and when they are edited',
    async (modalities) => {
      const { centerId, professionalId } = await buildProfessional(platform)
      const before = await as(centerId).get({ centerId })
      const online = { ...edit, modalities: [...modalities] }
      const missing = {
        data: {
          issues: [{ path: ['videoPlatform'], message: 'Por favor especifica la plataforma para videollamadas' }],
        },
      }
      for (const videoPlatform of ['', '  ']) {
        const wrong = { centerId, ...online, videoPlatform }
        await expect(as(centerId).addProfessional(wrong)).rejects.toMatchObject(missing)
        await expect(as(centerId).updateProfessional({ ...wrong, professionalId })).rejects.toMatchObject(missing)
      }
      expect(await as(centerId).get({ centerId })).toEqual(before)
      const saved = await as(centerId).updateProfessional({
        centerId,
        professionalId,
        ...online,
        videoPlatform: 'Zoom',
        videoLink: '',
      })
      expect(saved.professionals).toMatchObject([{ modalities: [...modalities], videoPlatform: 'Zoom' }])
    },
  )

  test('with invalid values are refused, with an error at each of those fields', async () => {
    const { centerId, professionalId } = await buildProfessional(platform)
    const issues = async (request: Promise<unknown>) =>
      request.then(
        () => [],
        (error: { data?: { issues?: { path: string[] }[] } }) => error.data?.issues?.map(({ path }) => path.join('.')),
      )
    const wrong = { ...edit, name: 'A', modalities: [] }
    expect(await issues(as(centerId).addProfessional({ centerId, ...wrong }))).toEqual(['name', 'modalities'])
    expect(
      await issues(
        as(centerId).addService({ centerId, professionalId, ...priced, priceCents: -1, durationMinutes: 5 }),
      ),
    ).toEqual(['priceCents', 'durationMinutes'])
  })
})

test('only the owner reads and updates the team: other members are refused, and strangers get «not found»', async () => {
  const { centerId, professionalId, serviceId, reception, professional } = await buildTeam()
  const stranger = await buildAccount(platform)
  const otherOwner = await buildCenter(platform)
  const people = [
    [reception.userId, 'centers.owner_only'],
    [professional.userId, 'centers.owner_only'],
    [stranger.userId, 'centers.not_found'],
    [otherOwner.centerId, 'centers.not_found'],
  ] as const
  const before = await as(centerId).get({ centerId })
  for (const [userId, code] of people) {
    const client = as(userId)
    const attempts = [
      () => client.get({ centerId }),
      () => client.invite({ centerId, email: 'x@prueba.uy', role: 'reception', professionalId: null }),
      () => client.withdrawInvitation({ centerId, invitationId: newId() }),
      () => client.removeMember({ centerId, userId: reception.userId }),
      () => client.addProfessional({ centerId, ...edit }),
      () => client.updateProfessional({ centerId, professionalId, ...edit }),
      () => client.setProfessionalActive({ centerId, professionalId, isActive: false }),
      () => client.addService({ centerId, professionalId, ...priced }),
      () => client.updateService({ centerId, serviceId, ...priced, isActive: false }),
      () => client.setPhoto({ centerId, professionalId, image: new File(['x'], 'a.png') }),
      () => client.removePhoto({ centerId, professionalId }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code })
  }
  expect(await as(centerId).get({ centerId })).toEqual(before)
})
