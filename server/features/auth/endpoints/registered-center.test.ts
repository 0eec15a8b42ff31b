import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { centerRegistrationForm } from '#contract/center-registration.ts'
import { bookAtDesk } from '#server/features/appointments/usecases/book-at-desk.ts'
import { createFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import { inviteMember } from '#server/features/centers/usecases/invite-member.ts'
import { addService } from '#server/features/centers/usecases/update-services.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { registerCenter } from '#server/processes/register-center.ts'
import { newAddress, type Service, startService } from '#server/testing/auth-service.ts'
import { buildApproval, buildMember } from '#server/testing/builders.ts'
import { runJobs } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { fileOf, listStoredFiles, pdf, registrationForm } from '#server/testing/uploads.ts'
import { purgeAbandoned } from '../usecases/purge-abandoned.ts'

const open = await startService()
const strict = await startService({ settings: { requireEmailConfirmation: true } })
const password = 'Sendero-2026!'

afterEach(() => {
  strict.platform.clock.set(new Date())
})

type CenterForm = { captchaToken?: string; captchaUrl?: string; specialties?: string }

async function register({ platform }: Service, { specialties, ...rest }: CenterForm = {}) {
  const email = newAddress()
  const form = centerRegistrationForm.parse(registrationForm({ email }))
  if (specialties !== undefined) form.personalInfo.specialties = specialties
  const uploads = { certifications: fileOf({ content: pdf(), name: 'título.pdf' }) }
  const { centerId } = await registerCenter(platform, {
    form,
    uploads,
    captchaToken: '',
    address: '192.0.2.1',
    ...rest,
  })
  return { email, centerId }
}

async function findCenter({ platform: { db } }: Service, centerId: string) {
  return db.selectFrom('center_profiles').select('center_name').where('id', '=', centerId).executeTakeFirst()
}

async function membersOf({ platform: { db } }: Service, centerId: string) {
  const rows = await db.selectFrom('center_members').select('user_id').where('center_id', '=', centerId).execute()
  return rows.map((row) => row.user_id)
}

async function professionalOf({ platform: { db } }: Service, centerId: string) {
  const row = await db
    .selectFrom('professionals')
    .select('id')
    .where('center_id', '=', centerId)
    .executeTakeFirstOrThrow()
  return row.id
}

/** What a visitor who registered with a stranger's address can do immediately: everything except appearing in search. */
async function useCenter(service: Service, centerId: string) {
  const { platform } = service
  const professionalId = await professionalOf(service, centerId)
  const { id: sessionId } = await openSession(platform, centerId)
  const ownCenter = { userId: centerId, sessionId, centerId }
  await createFeed(platform, { ...ownCenter, professionalId })
  await createFeed(platform, { ...ownCenter, professionalId: null })
  await buildMember(platform, { centerId, role: 'reception' })
  const { serviceId } = await addService(platform, {
    userId: centerId,
    service: {
      centerId,
      professionalId,
      serviceType: 'psicoterapia',
      name: 'Visita',
      priceCents: 100_000,
      durationMinutes: 45,
    },
  })
  const startsAt = new Date(Math.ceil(platform.clock.now().getTime() / hourMs) * hourMs + 48 * hourMs)
  await bookAtDesk(platform, {
    userId: centerId,
    centerId,
    idempotencyKey: newId(),
    serviceId,
    startsAt,
    place: 'center',
    person: { kind: 'newGuest', fullName: 'Rosa Luna', phone: '099 123 456', email: '' },
    evenOutsideHours: true,
  })
}

const signIn = (service: Service, email: string) => service.client().signInWithPassword({ email, password })

test('an owner who registered a centre signs in with the chosen password', async () => {
  const { email, centerId } = await register(open)
  const { data, error } = await signIn(open, email)
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id: centerId, user_metadata: { user_type: 'center', full_name: 'Elena Bidegain' } })
})

describe('where addresses must be confirmed, the visitor who registered a centre', () => {
  test('signs in with the mailed link, and finds everything that they typed', async () => {
    const { email, centerId } = await register(strict)
    expect((await signIn(strict, email)).error).toMatchObject({ code: 'email_not_confirmed' })
    const { values } = await strict.press(await strict.linkTo(email))
    expect(values.has('access_token')).toBe(true)
    expect((await signIn(strict, email)).error).toBeNull()
    expect(await findCenter(strict, centerId)).toEqual({ center_name: 'Centro Ombú' })
    const { db } = strict.platform
    const services = await db.selectFrom('services').select('name').where('center_id', '=', centerId).execute()
    expect(services).toHaveLength(1)
  })

  test('loses it when the owner of the address says that they did not register', async () => {
    const { email, centerId } = await register(strict)
    await strict.press(await strict.linkTo(email), { isMine: false })
    expect(await findCenter(strict, centerId)).toBeUndefined()
    expect((await signIn(strict, email)).error).not.toBeNull()
  })

  test('loses it also after having worked there, so that the owner gets no other people’s data', async () => {
    const { email, centerId } = await register(strict)
    const link = await strict.linkTo(email)
    await useCenter(strict, centerId)
    const documents = strict.platform.db.selectFrom('compliance_checks').where('center_id', '=', centerId)
    const file = await documents.select('file_name').where('file_name', 'is not', null).executeTakeFirst()
    await strict.press(link, { isMine: false })
    const { db } = strict.platform
    expect(await findCenter(strict, centerId)).toBeUndefined()
    for (const table of ['guests', 'appointments', 'compliance_checks', 'professionals', 'center_members'] as const) {
      const rows = await db.selectFrom(table).select('center_id').where('center_id', '=', centerId).execute()
      expect({ table, rows }).toEqual({ table, rows: [] })
    }
    expect(
      await db.selectFrom('profiles').select(['user_type', 'status']).where('email', '=', email).execute(),
    ).toEqual([{ user_type: 'patient', status: 'active' }])
    await runJobs(strict.platform)
    expect(await listStoredFiles(strict.platform)).not.toContain(file?.file_name)
  })

  test.each([
    { approval: 'stands', isWithheld: false },
    { approval: 'is withheld while its owner is suspended', isWithheld: true },
  ])(
    'keeps it after staff approved it, as patients may depend on it: the approval $approval',
    async ({ isWithheld }) => {
      const { email, centerId } = await register(strict)
      const link = await strict.linkTo(email)
      await useCenter(strict, centerId)
      await buildApproval(strict.platform, { centerId, verified: false })
      const now = strict.platform.clock.now()
      if (isWithheld) {
        const withheld = { approved_at: null, withheld_approval_at: now }
        await strict.platform.db.updateTable('center_profiles').set(withheld).where('id', '=', centerId).execute()
      }
      await strict.press(link, { isMine: false })
      expect(await findCenter(strict, centerId)).toBeDefined()
      expect(await membersOf(strict, centerId)).toEqual([centerId])
    },
  )

  test('keeps it after recovering the account before confirming, but without the members whom they added', async () => {
    const { email, centerId } = await register(strict)
    await buildMember(strict.platform, { centerId, role: 'reception' })
    await strict.client().resetPasswordForEmail(email)
    await strict.press(await strict.linkTo(email))
    expect(await findCenter(strict, centerId)).toEqual({ center_name: 'Centro Ombú' })
    expect(await membersOf(strict, centerId)).toEqual([centerId])
  })

  test('can add a professional again after recovering the account', async () => {
    const { email, centerId } = await register(strict)
    const { platform } = strict
    const professionalId = await professionalOf(strict, centerId)
    const { userId } = await buildMember(platform, { centerId, role: 'professional', professionalId })
    await platform.db.updateTable('professionals').set({ user_id: userId }).where('id', '=', professionalId).execute()
    await strict.client().resetPasswordForEmail(email)
    await strict.press(await strict.linkTo(email))
    const { id: sessionId } = await openSession(platform, centerId)
    const invitation = { email: newAddress(), role: 'professional', professionalId } as const
    await expect(
      inviteMember(platform, { userId: centerId, sessionId, centerId, ...invitation }),
    ).resolves.toBeUndefined()
  })

  test('and never confirmed is deleted after thirty days, centre included', async () => {
    const { platform } = strict
    const { centerId } = await register(strict)
    const purge = async (days: number) => {
      platform.clock.advance(days * dayMs)
      await purgeAbandoned(platform)
    }
    await purge(29)
    expect(await findCenter(strict, centerId)).toBeDefined()
    await purge(2)
    expect(await findCenter(strict, centerId)).toBeUndefined()
    const users = await platform.db.selectFrom('users').select('id').where('id', '=', centerId).execute()
    expect(users).toEqual([])
  })
})

test('a registration without a solved captcha is refused, and so is one while the captcha provider is down', async () => {
  const captcha = { provider: 'turnstile', siteKey: 'site', secret: 'hush' } as const
  const service = await startService({ settings: { captcha } })
  let requested = 0
  const provider = createServer((request, response) => {
    requested++
    request.on('data', (text) => response.end(JSON.stringify({ success: String(text).includes('person') })))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void provider.close())
  const captchaUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`
  for (const captchaToken of ['', 'robot']) {
    await expect(register(service, { captchaToken, captchaUrl })).rejects.toMatchObject({
      code: 'centers.captcha_failed',
    })
  }
  await expect(register(service, { captchaToken: 'person', captchaUrl: 'http://127.0.0.1:1/' })).rejects.toMatchObject({
    code: 'service.unavailable',
  })
  requested = 0
  // A mistake in the form must not use up the captcha: the visitor corrects it and submits again.
  await expect(register(service, { captchaToken: 'person', captchaUrl, specialties: ' , ' })).rejects.toMatchObject({
    code: 'request.invalid',
  })
  expect(requested).toBe(0)
  expect(await service.platform.db.selectFrom('users').select('id').execute()).toEqual([])
  const { centerId } = await register(service, { captchaToken: 'person', captchaUrl })
  expect(await findCenter(service, centerId)).toBeDefined()
})

test('the number of registrations from one network address is limited', async () => {
  const service = await startService()
  const tries = await Promise.allSettled(Array.from({ length: 62 }, () => register(service)))
  const codes = tries.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []))
  expect(codes.filter((code) => code === 'request.too_many')).toHaveLength(2)
}, 60_000)
