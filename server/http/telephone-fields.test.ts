import { describe, expect, test } from 'vitest'
import { invalidPhone } from '#contract/phone-pattern.ts'
import { fieldPaths } from '#contract/testing/field-paths.ts'
import { newId } from '#server/platform/ids.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { openTestServer } from '#server/testing/app-server.ts'
import { signUp, startService } from '#server/testing/auth-service.ts'
import { buildAccount, buildCenter } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { readBefore } from '#server/testing/just-read.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { register } from '#server/testing/registrations.ts'
import { onCleanup } from '#server/testing/resources.ts'
import { authenticateWithSession } from '#server/testing/signed-in.ts'
import { registrationForm } from '#server/testing/uploads.ts'
import { termsAtDesk } from '#server/testing/versions.ts'
import { listRoutes } from './openapi.ts'

const platform = await testPlatform()
const { db } = platform
const { url, close } = await openTestServer({
  platform,
  authenticate: async (bearer) => ({
    ...(await authenticateWithSession(platform)(bearer)),
    registrationPending: await isPending(bearer),
  }),
})
onCleanup(close)

async function isPending(userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('registration_pending').where('id', '=', userId).executeTakeFirst()
  return user?.registration_pending ?? false
}

type Received = { status: number; body: unknown }
type Case = {
  /** Sends the otherwise valid request with this telephone. */
  send: (phone: string) => Promise<Received>
  /** The stored number. */
  stored: () => Promise<string | null | undefined>
  /** The stored number has no spaces. */
  isE164?: boolean
}

type Request = { route: string; who?: string; input: Record<string, unknown> }

async function call({ route: routeName, who, input }: Request): Promise<Received> {
  const route = listRoutes().find(({ name }) => name === routeName)
  if (!route) throw new Error(`no route ${routeName}`)
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name]))
  const response = await fetch(`${url}${path}`, {
    method: route.method,
    headers: { 'content-type': 'application/json', ...(who && { authorization: `Bearer ${who}` }) },
    body: JSON.stringify({ ...(await readBefore(platform, { route: routeName, input, userId: who })), ...input }),
  })
  return { status: response.status, body: await response.json() }
}

const phoneOf = async (userId: string) =>
  (await db.selectFrom('profiles').select('phone').where('id', '=', userId).executeTakeFirst())?.phone

const monday = '2026-11-23T13:00:00.000Z'

/** The desk books for a new guest, whose number it types. */
async function newGuestCase(route: string, times: Record<string, unknown>): Promise<Case> {
  const desk = await buildDesk(platform)
  const person = { kind: 'newGuest', fullName: 'Rosa Luna', email: '' }
  const { centerId, serviceId } = desk
  const terms = await termsAtDesk(platform, { centerId, serviceId })
  const input = { centerId, serviceId, idempotencyKey: newId(), terms, place: 'center', ...times }
  return {
    send: (phone) => call({ route, who: desk.reception, input: { ...input, person: { ...person, phone } } }),
    stored: async () => (await desk.guests())[0]?.phone,
  }
}

async function profileCase(field: 'phone' | 'whatsapp'): Promise<Case> {
  const { centerId } = await buildCenter(platform)
  const input = {
    centerId,
    name: 'Centro Brisa',
    description: '',
    specialties: [],
    languages: [],
    covers: [],
    modalities: ['Presencial'],
    address: 'Av. Brasil 2500',
    neighborhood: '',
    department: 'Montevideo',
    contactEmail: 'hola@brisa.uy',
    alternativeEmail: '',
    phone: '',
    whatsapp: '',
    website: '',
    instagram: '',
    facebook: '',
    sessionDuration: 50,
    confirmsManually: true,
    lateRefundPercent: 100,
    cancellationPolicy: '',
  }
  return {
    send: (typed) => call({ route: 'practice.update', who: centerId, input: { ...input, [field]: typed } }),
    stored: async () =>
      (await db.selectFrom('center_profiles').select(field).where('id', '=', centerId).executeTakeFirst())?.[field],
  }
}

const cases: Record<string, () => Promise<Case>> = {
  'accounts.updateProfile phone': async () => {
    const { userId } = await buildAccount(platform)
    const rest = { fullName: 'Ana Ríos', address: null, emergencyContact: null }
    return {
      send: (phone) => call({ route: 'accounts.updateProfile', who: userId, input: { ...rest, phone } }),
      stored: () => phoneOf(userId),
    }
  },
  'accounts.completeRegistration phone': async () => {
    const { userId } = await buildAccount(platform)
    await db.updateTable('users').set({ registration_pending: true }).where('id', '=', userId).execute()
    const rest = { userType: 'patient', fullName: 'Ana Ríos', centerName: '', specialty: null, acceptTerms: true }
    return {
      send: (phone) => call({ route: 'accounts.completeRegistration', who: userId, input: { ...rest, phone } }),
      stored: () => phoneOf(userId),
    }
  },
  'centers.register form.centerInfo.contactPhone': async () => {
    const form = registrationForm({ email: `${newId()}@prueba.uy` })
    await db.deleteFrom('rate_limits').execute()
    return {
      send: (contactPhone) =>
        register(platform, { url, form: { ...form, centerInfo: { ...form.centerInfo, contactPhone } } }),
      stored: async () => {
        const center = db.selectFrom('center_profiles').where('email', '=', form.accessData.email)
        return (await center.select('phone').executeTakeFirst())?.phone
      },
    }
  },
  'practice.update phone': () => profileCase('phone'),
  'practice.update whatsapp': async () => ({ ...(await profileCase('whatsapp')), isE164: true }),
  'contacts.updateGuest phone': async () => {
    const desk = await buildDesk(platform)
    const { row } = await desk.book({ startsAt: new Date('2026-11-23T13:00:00Z') })
    const input = { centerId: desk.centerId, guestId: row.guestId, fullName: 'Rosa Luna', email: '', note: '' }
    return {
      send: (phone) => call({ route: 'contacts.updateGuest', who: desk.reception, input: { ...input, phone } }),
      stored: async () => (await desk.guests())[0]?.phone,
    }
  },
  'agenda.book person.phone': () => newGuestCase('agenda.book', { startsAt: monday }),
  'agenda.bookSeries person.phone': () =>
    newGuestCase('agenda.bookSeries', {
      rhythm: 'weekly',
      starts: [{ startsAt: monday }, { startsAt: '2026-11-30T13:00:00.000Z' }],
    }),
  'team.registerInvited phone': async () => {
    const { centerId } = await buildCenter(platform)
    const email = `${newId()}@prueba.uy`
    await call({
      route: 'team.invite',
      who: centerId,
      input: { centerId, email, role: 'reception', professionalId: null },
    })
    const mail = (await listMails(platform, { limit: 1000 })).find(({ to }) => to === email)
    const token = /\/center\/invitation\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    const rest = { token, fullName: 'Alma Ríos', password: 'sendero', acceptTerms: true }
    return {
      send: (phone) => call({ route: 'team.registerInvited', input: { ...rest, phone } }),
      stored: async () => {
        const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
        return user && (await phoneOf(user.id))
      },
    }
  },
}

test('the list covers every telephone field of the API', () => {
  const name = /phone|tel[eé]?f|whatsapp|celular|mobile/i
  const found = listRoutes().flatMap((route) =>
    fieldPaths(route.procedure['~orpc'].inputSchema, name).map((path) => `${route.name} ${path}`),
  )
  // The operator's own number, which only administrators type: operator-words.test.ts.
  const typed = found.filter((field) => field !== 'operator.updateWords words.phone')
  expect([...new Set(typed)].toSorted()).toEqual(Object.keys(cases).toSorted())
})

const typed = [
  ['099 123 456', '+598 99 123 456'],
  ['2710 1234', '+598 2710 1234'],
  ['+598 99 123 456', '+598 99 123 456'],
] as const

describe.each(Object.entries(cases))('%s', (name, build) => {
  test.each(typed)('typed as %s is stored as %s', async (phone, stored) => {
    const field = await build()
    const { status, body } = await field.send(phone)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    expect(await field.stored()).toBe(field.isE164 ? stored.replaceAll(' ', '') : stored)
  })

  test.each(['no tengo', '099 123', '2710 12', '+1 000 000 0000'])(
    'typed as %s is refused at the field',
    async (phone) => {
      const field = await build()
      const before = await field.stored()
      const { status, body } = await field.send(phone)
      const path = name.split(' ')[1]
      expect([status, body]).toMatchObject([422, { data: { fields: [{ path, message: invalidPhone }] } }])
      expect(await field.stored()).toBe(before)
    },
  )
})

describe('the telephone of a sign-up at /auth/v1', async () => {
  const service = await startService()
  const stored = async (id: string) =>
    (await service.platform.db.selectFrom('profiles').select('phone').where('id', '=', id).executeTakeFirst())?.phone

  test.each(typed)('typed as %s is stored as %s, under both of its names', async (phone, expected) => {
    for (const key of ['phone', 'whatsapp']) {
      expect(await stored((await signUp(service, { data: { [key]: phone } })).user.id), key).toBe(expected)
    }
  })

  test.each(['no tengo', '099 123'])('typed as %s is refused, also in an update of the account', async (phone) => {
    const refused = { error: { status: 400, code: 'validation_failed' } }
    const { client, user } = await signUp(service, { data: { phone: '099 123 456' } })
    for (const key of ['phone', 'whatsapp']) {
      expect(await client.updateUser({ data: { [key]: phone } })).toMatchObject(refused)
      const options = { data: { [key]: phone } }
      expect(
        await service.client().signUp({ email: `${newId()}@prueba.uy`, password: 'Sendero-2026!', options }),
      ).toMatchObject(refused)
    }
    expect(await stored(user.id)).toBe('+598 99 123 456')
  })
})
