import sharp from 'sharp'
import type { Actor } from '#server/features/accounts/accounts.types.ts'
import { addTimeOff } from '#server/features/professionals/professionals.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import { buildAccount, buildCenter, buildMember, buildProfessional, buildService } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import type { ForeignRow, RouteName } from './foreign-rows.cases.ts'
import { actorOf } from './test-server.ts'

const profile = {
  name: 'Centro Brisa',
  description: '',
  specialties: [],
  languages: ['Español'],
  modalities: ['Presencial'],
  address: 'Av. Brasil 2500',
  neighborhood: 'Pocitos',
  department: 'Montevideo',
  phone: '',
  contactEmail: 'hola@brisa.uy',
  alternativeEmail: '',
  website: '',
  instagram: '',
  facebook: '',
  sessionDuration: 60,
  confirmsManually: false,
  lateRefundPercent: 50,
  cancellationPolicy: '',
}
const professional = {
  name: 'Bruno Díaz',
  title: '',
  specialties: [],
  modalities: ['Presencial'],
  videoPlatform: '',
  registrationNumber: '',
  bio: '',
}
const priced = { serviceType: 'reiki', name: 'Reiki', priceCents: 120_000, durationMinutes: 45 }
const morning = { startsAt: '2026-11-24T12:00:00.000Z', endsAt: '2026-11-24T15:00:00.000Z', reason: '' }

/** A centre, its people and its rows, and who must not reach them. */
type Practice = {
  centerId: string
  professionalId: string
  /** Of the same centre. */
  otherProfessionalId: string
  serviceId: string
  reception: Actor
  professional: Actor
}
type Case = (platform: TestPlatform) => Promise<ForeignRow>
type Input = (practice: Practice, platform: TestPlatform) => Record<string, unknown> | Promise<Record<string, unknown>>

/** What only strangers may not do. */
const members =
  (input: Input): Case =>
  (platform) =>
    prepare(platform, input, () => ({}))
/** What only the owner may do. */
const owner =
  (input: Input): Case =>
  (platform) =>
    prepare(platform, input, (practice) => ({
      'its reception': practice.reception,
      'its professional': practice.professional,
    }))
/** What a professional may do for themselves alone. */
const notColleagues =
  (input: Input): Case =>
  (platform) =>
    prepare(platform, input, (practice) => ({ 'a colleague': practice.professional }))

/** A centre's profile, its team, and when they work. */
export const foreignRowsOfPractice: Partial<Record<RouteName, Case>> = {
  'practice.figures': members(() => ({})),
  'practice.preview': members(() => ({})),
  'practice.profile': owner(() => ({})),
  'practice.update': owner(() => profile),
  'practice.setPublic': owner(() => ({ isPublic: false })),
  'practice.setPin': owner(() => ({ latitude: -34.9, longitude: -56.2 })),
  'practice.setPicture': owner(async () => ({ kind: 'logo', image: await picture() })),
  'practice.removePicture': owner(() => ({ kind: 'cover' })),
  'team.get': owner(() => ({})),
  'team.invite': owner(() => ({ email: `${newId()}@prueba.uy`, role: 'reception', professionalId: null })),
  'team.withdrawInvitation': owner(async ({ centerId }, platform) => ({
    invitationId: await openInvitation(platform, { centerId }),
  })),
  'team.removeMember': owner(async ({ centerId }, platform) => ({
    userId: (await buildMember(platform, { centerId, role: 'reception' })).userId,
  })),
  'team.addProfessional': owner(() => professional),
  'team.updateProfessional': owner(({ professionalId }) => ({ professionalId, ...professional })),
  'team.setProfessionalActive': owner(({ professionalId }) => ({ professionalId, isActive: false })),
  'team.setPhoto': owner(async ({ professionalId }) => ({ professionalId, image: await picture() })),
  'team.removePhoto': owner(({ professionalId }) => ({ professionalId })),
  'team.addService': owner(({ professionalId }) => ({ professionalId, ...priced })),
  'team.updateService': owner(({ serviceId }) => ({ serviceId, ...priced, isActive: false })),
  'availability.list': members(() => ({})),
  'availability.setHours': owner(({ otherProfessionalId }) => ({ professionalId: otherProfessionalId, hours: [] })),
  'availability.addTimeOff': notColleagues(({ otherProfessionalId }) => ({
    professionalIds: [otherProfessionalId],
    ...morning,
  })),
  'availability.removeTimeOff': notColleagues(async ({ otherProfessionalId }, platform) => ({
    timeOffId: await noteTimeOff(platform, { professionalId: otherProfessionalId }),
  })),
  'availability.closeOnHolidays': notColleagues(({ otherProfessionalId }) => ({
    professionalIds: [otherProfessionalId],
    dates: ['2026-12-25'],
  })),
}

async function prepare(
  platform: TestPlatform,
  input: Input,
  colleagues: (practice: Practice) => Record<string, Actor>,
): Promise<ForeignRow> {
  const { centerId, professionalId, serviceId } = await buildService(platform)
  const other = await buildProfessional(platform, { centerId })
  const asMember = async (o: { role: 'reception' | 'professional'; professionalId?: string }) =>
    actorOf(['patient'], (await buildMember(platform, { centerId, ...o })).userId)
  const practice: Practice = {
    centerId,
    professionalId,
    otherProfessionalId: other.professionalId,
    serviceId,
    reception: await asMember({ role: 'reception' }),
    professional: await asMember({ role: 'professional', professionalId }),
  }
  const account = async () => (await buildAccount(platform)).userId
  return {
    input: { centerId, ...(await input(practice, platform)) },
    owner: actorOf(['center'], centerId),
    strangers: {
      'a patient': actorOf(['patient'], await account()),
      'another centre': actorOf(['center'], (await buildCenter(platform)).centerId),
      'a moderator': actorOf(['moderator'], await account()),
      'an administrator': actorOf(['admin'], await account()),
      ...colleagues(practice),
    },
  }
}

async function picture(): Promise<File> {
  const content = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#1f6f54' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(content)], 'logo.png', { type: 'image/png' })
}

async function openInvitation(platform: TestPlatform, { centerId }: { centerId: string }): Promise<string> {
  const id = newId()
  const now = platform.clock.now()
  await platform.db
    .insertInto('center_invitations')
    .values({
      id,
      center_id: centerId,
      email: `${id}@prueba.uy`,
      member_role: 'reception',
      token_hash: newId(),
      sent_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
      created_at: now,
    })
    .execute()
  return id
}

async function noteTimeOff(platform: TestPlatform, o: { professionalId: string }): Promise<string> {
  const span = { startsAt: new Date(morning.startsAt), endsAt: new Date(morning.endsAt) }
  return (await addTimeOff(platform, { ...o, ...span })).timeOffId
}
