import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { buildMember } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { fileOf, photo } from '#server/testing/uploads.ts'
import type { ForeignRow, ForeignRows } from './foreign-row.ts'
import { owner } from './own-practice.ts'

const professional = {
  name: 'Bruno Díaz',
  title: '',
  specialties: [],
  modalities: ['Presencial'],
  ages: ['adults'],
  gender: '',
  videoPlatform: '',
  videoLink: '',
  registrationNumber: '',
  bio: '',
}
const priced = { serviceType: 'reiki', name: 'Reiki', priceCents: 120_000, durationMinutes: 45, vatPercent: 10 }

export const team: ForeignRows<'team'> = {
  'team.get': owner(() => ({})),
  'team.invite': newInvitation,
  'team.withdrawInvitation': owner(async ({ centerId }, platform) => ({
    invitationId: await openInvitation(platform, { centerId }),
  })),
  'team.removeMember': owner(async ({ centerId }, platform) => ({
    userId: (await buildMember(platform, { centerId, role: 'reception' })).userId,
  })),
  'team.addProfessional': owner(() => professional),
  'team.updateProfessional': owner(({ professionalId }) => ({ professionalId, ...professional })),
  'team.setProfessionalActive': owner(({ professionalId }) => ({ professionalId, isActive: false })),
  'team.setPhoto': owner(async ({ professionalId }) => ({
    professionalId,
    image: fileOf({ content: await photo(), name: 'foto.jpg' }),
  })),
  'team.removePhoto': owner(({ professionalId }) => ({ professionalId })),
  'team.addService': owner(({ professionalId }) => ({ professionalId, ...priced })),
  'team.updateService': owner(({ serviceId }) => ({ serviceId, ...priced, isActive: false })),
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
      expires_at: new Date(now.getTime() + dayMs),
      created_at: now,
    })
    .execute()
  return id
}

async function newInvitation(platform: TestPlatform): Promise<ForeignRow> {
  const invitation = { email: `${newId()}@prueba.uy`, role: 'reception', professionalId: null }
  const row = await owner(() => invitation)(platform)
  const { id: sessionId } = await openSession(platform, row.owner.userId)
  return { ...row, owner: { ...row.owner, sessionId } }
}
