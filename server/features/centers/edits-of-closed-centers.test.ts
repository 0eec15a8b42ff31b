import { expect, test } from 'vitest'
import { closedCenterNotice } from '#contract/center-changes.ts'
import type { CenterEdit } from '#contract/centers.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { buildAccount, buildService } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { justRead } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { practiceRoutes } from './routes/practice.ts'
import { teamRoutes } from './routes/team.ts'
import { centerActions } from './usecases/act-on-centers.ts'

const platform = await testPlatform()
const lure = 'Transfiere la seña a otra cuenta'
const link = 'https://meet.ejemplo.uy/otra-sala'

async function revoke(centerId: string): Promise<void> {
  const { userId } = await buildAccount(platform)
  const outcomes = await actOnEach(platform, centerActions.revoke, {
    actor: { userId, roles: ['admin'] },
    targets: [{ id: centerId, lastActionId: null }],
    reason: 'Recibimos quejas.',
  })
  expect(outcomes).toEqual([{ id: centerId }])
}

test('the owner of a centre that staff closed changes nothing that patients with an appointment read, and reads why', async () => {
  const { centerId, professionalId } = await buildService(platform)
  const owner = justRead(platform, clientOf(platform, { ...practiceRoutes, ...teamRoutes }, centerId))
  const { isClosed, professionals } = await owner.get({ centerId })
  expect(isClosed).toBe(false)
  const service = professionals[0]?.services[0]
  if (service === undefined) throw new Error('The professional has a service.')
  const { id: serviceId, version: _ofService, ...priced } = service
  const { version: _ofProfile, ...read } = await owner.profile({ centerId })
  const profile: CenterEdit = {
    ...read,
    specialties: ['Yoga'],
    modalities: ['Presencial'],
    phone: '2900 1234',
    contactEmail: 'hola@ejemplo.uy',
    department: 'Montevideo',
  }
  await owner.update({ centerId, ...profile })
  const professional = {
    name: 'Bruno Sosa',
    title: 'Lic.',
    specialties: ['Yoga'],
    modalities: ['Mixta' as const],
    videoPlatform: 'Meet',
    videoLink: 'https://meet.ejemplo.uy/sala',
    registrationNumber: '',
    ages: [],
    gender: '' as const,
    bio: '',
  }
  await owner.updateProfessional({ centerId, professionalId, ...professional })

  await revoke(centerId)
  expect([(await owner.get({ centerId })).isClosed, (await owner.profile({ centerId })).isClosed]).toEqual([true, true])
  const ofCenter = (change: Partial<CenterEdit>) => owner.update({ centerId, ...profile, ...change })
  const ofProfessional = (change: Partial<typeof professional>) =>
    owner.updateProfessional({ centerId, professionalId, ...professional, ...change })
  const edits: [field: string, edit: () => Promise<unknown>][] = [
    ['name', () => ofCenter({ name: lure })],
    ['address', () => ofCenter({ address: lure })],
    ['address', () => ofCenter({ neighborhood: lure })],
    ['name', () => ofProfessional({ name: lure })],
    ['title', () => ofProfessional({ title: lure })],
    ['videoPlatform', () => ofProfessional({ videoPlatform: lure })],
    ['videoLink', () => ofProfessional({ videoLink: link })],
    ['name', () => owner.addProfessional({ centerId, ...professional, name: lure })],
    ['name', () => owner.updateService({ centerId, serviceId, ...priced, name: lure })],
    ['name', () => owner.addService({ centerId, ...priced, name: lure })],
  ]
  for (const [path, edit] of edits) {
    await expect(edit()).rejects.toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path, message: closedCenterNotice }] },
    })
  }

  // Other capitals are no other name, and patients read no other field.
  expect(await ofCenter({ name: profile.name.toUpperCase(), description: 'Otra.' })).toMatchObject({
    description: 'Otra.',
  })
  await ofProfessional({ bio: 'Otra.' })
  await owner.updateService({ centerId, serviceId, ...priced, priceCents: 100 })
})
