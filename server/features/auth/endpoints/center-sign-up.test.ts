import { expect, test } from 'vitest'
import { newAddress, type Service, signUp, startService } from '#server/testing/auth-service.ts'
import { buildApproval } from '#server/testing/builders.ts'

const password = 'Senda-2026!'
const asCenter = {
  user_type: 'center',
  centerName: 'Centro del Cerro',
  specialty: 'Psicología',
  responsible: 'Rita Prueba',
  whatsapp: '+598 99 333 444',
}

async function centerOf({ platform }: Service, email: string) {
  return platform.db
    .selectFrom('profiles')
    .leftJoin('center_profiles', 'center_profiles.id', 'profiles.id')
    .leftJoin('center_members', 'center_members.center_id', 'profiles.id')
    .select([
      'profiles.user_type',
      'profiles.full_name',
      'profiles.phone',
      'center_name',
      'specialties',
      'approved_at',
      'is_public',
    ])
    .select([
      'center_profiles.full_name as responsible',
      'center_profiles.phone as centerPhone',
      'whatsapp',
      'member_role',
    ])
    .where('profiles.email', '=', email)
    .executeTakeFirstOrThrow()
}

const open = await startService()
const strict = await startService({ settings: { requireEmailConfirmation: true } })

test('a sign-up as a centre creates a pending centre with the form’s data', async () => {
  const { email } = await signUp(open, { password, data: asCenter })
  expect(await centerOf(open, email)).toEqual({
    user_type: 'center',
    full_name: 'Rita Prueba',
    phone: '+598 99 333 444',
    center_name: 'Centro del Cerro',
    responsible: 'Rita Prueba',
    centerPhone: '+598 99 333 444',
    whatsapp: '+59899333444',
    specialties: ['Psicología'],
    member_role: 'owner',
    approved_at: null,
    is_public: false,
  })
})

test('metadata may call the kind of account `role`, and a patient gets no centre', async () => {
  const { email } = await signUp(open, { password, data: { role: 'center', full_name: 'Raúl Prueba' } })
  expect(await centerOf(open, email)).toMatchObject({ center_name: 'Raúl Prueba', specialties: [] })
  const patient = await signUp(open, { data: { ...asCenter, user_type: 'patient' } })
  expect(await centerOf(open, patient.email)).toMatchObject({ user_type: 'patient', center_name: null })
})

test.for([
  [{}, 'Centro'],
  [{ centerName: ' R ' }, 'Centro R'],
  [{ responsible: 'Rita' }, 'Rita'],
  [{ centerName: { name: 'x' }, specialty: ['x'] }, 'Centro'],
] as const)('the metadata %j give the name %j', async ([data, name]) => {
  const { email } = await signUp(open, { password, data: { user_type: 'center', ...data } })
  expect(await centerOf(open, email)).toMatchObject({ center_name: name, specialties: [] })
})

/** Signs up without a session, and returns the mailed link. */
async function attempt(service: Service, email: string, data: object) {
  await service.client().signUp({ email, password, options: { data } })
  await service.resetLimits()
  return service.linkTo(email)
}

test('of several sign-ups the confirmed one decides whether there is a centre, and which', async () => {
  const firstEmail = newAddress()
  const asPatient = { user_type: 'patient', full_name: 'Sara Prueba' }
  await attempt(strict, firstEmail, asCenter)
  await strict.press(await attempt(strict, firstEmail, asPatient))
  expect(await centerOf(strict, firstEmail)).toMatchObject({
    user_type: 'patient',
    full_name: 'Sara Prueba',
    center_name: null,
    member_role: null,
  })

  const secondEmail = newAddress()
  await attempt(strict, secondEmail, asPatient)
  await strict.press(await attempt(strict, secondEmail, asCenter))
  expect(await centerOf(strict, secondEmail)).toMatchObject({
    user_type: 'center',
    center_name: 'Centro del Cerro',
    member_role: 'owner',
  })

  const thirdEmail = newAddress()
  const first = await attempt(strict, thirdEmail, asCenter)
  await attempt(strict, thirdEmail, { ...asCenter, centerName: 'Centro Ajeno' })
  await strict.press(first)
  expect(await centerOf(strict, thirdEmail)).toMatchObject({ center_name: 'Centro del Cerro' })
})

test('a centre that staff approved stays, whichever sign-up is confirmed', async () => {
  const email = newAddress()
  await attempt(strict, email, asCenter)
  const { id } = await strict.platform.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await buildApproval(strict.platform, { centerId: id, verified: false })
  await strict.press(await attempt(strict, email, { ...asCenter, centerName: 'Centro Nuevo' }))
  expect(await centerOf(strict, email)).toMatchObject({ center_name: 'Centro del Cerro' })
})
