import { connect } from 'node:net'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'

import { legalVersions } from '#contract/brand.ts'
import { pictureAddress, pictureKinds } from '#contract/pictures.ts'
import { startTestServer } from '#server/http/test-server.ts'
import { listMails } from '#server/platform/mail.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import {
  keptFiles,
  pdf,
  photo,
  type RegistrationForm,
  registrationBody,
  registrationForm,
  type Upload,
} from '#server/testing/uploads.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform()
})

const email = 'elena@ejemplo.uy'
type Answer = { status: number; body: { code?: string; message?: string; centerId?: string; data?: unknown } }

async function register(o: {
  form?: unknown
  files?: Record<string, Upload>
  url?: string
}): Promise<Answer & { url: string }> {
  const url = o.url ?? (await startTestServer({ platform })).url
  const body = registrationBody({ form: o.form ?? registrationForm({ email }), files: o.files ?? {} })
  const answer = await fetch(`${url}/api/v1/center-registrations`, { method: 'POST', body })
  return { status: answer.status, body: (await answer.json()) as Answer['body'], url }
}

/** The form with one of its steps changed. */
function formWith<Step extends keyof RegistrationForm>(step: Step, values: Partial<RegistrationForm[Step]>) {
  const form = registrationForm({ email })
  return { ...form, [step]: { ...form[step], ...values } }
}

async function countRows(): Promise<Record<string, number>> {
  const tables = ['users', 'profiles', 'center_profiles', 'professionals', 'weekly_hours', 'services'] as const
  const counts: Record<string, number> = {}
  for (const table of [...tables, 'compliance_checks', 'one_time_tokens', 'outbound_mails'] as const) {
    const row = await platform.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(row.count)
  }
  return counts
}

async function expectNothing(): Promise<void> {
  expect(Object.values(await countRows()).every((count) => count === 0)).toBe(true)
  expect(await keptFiles(platform)).toEqual([])
}

const files = async () => ({
  profilePhoto: { content: await photo(), name: 'yo.jpg' },
  logo: { content: await photo({ background: '#fbf8f3' }), name: 'logo.png' },
  certification: { content: pdf(), name: 'Título de grado.pdf' },
})

describe('a whole registration', () => {
  test('makes account, centre, professional, week, services and what is to be proved', async () => {
    const { status, body } = await register({ files: await files() })
    expect([status, body]).toMatchObject([201, { needsConfirmation: false }])
    const { db } = platform
    const centerId = body.centerId ?? ''
    expect(await db.selectFrom('users').selectAll().where('id', '=', centerId).executeTakeFirstOrThrow()).toMatchObject(
      { email, email_confirmed_at: null, encrypted_password: expect.stringMatching(/^\$argon2id\$/) },
    )
    expect(
      await db.selectFrom('profiles').selectAll().where('id', '=', centerId).executeTakeFirstOrThrow(),
    ).toMatchObject({ user_type: 'center', full_name: 'Elena Bidegain', phone: '+598 99 123 456' })
    const acceptances = await db.selectFrom('terms_acceptances').select(['document', 'version']).execute()
    expect(Object.fromEntries(acceptances.map(({ document, version }) => [document, version]))).toEqual(legalVersions)
    const center = await db.selectFrom('center_profiles').selectAll().executeTakeFirstOrThrow()
    expect(center).toMatchObject({
      id: centerId,
      center_name: 'Centro Ombú',
      full_name: 'Elena Bidegain',
      email,
      alternative_email: email,
      phone: '+598 99 123 456',
      address: 'Benito Blanco 1234',
      neighborhood: 'Pocitos',
      latitude: expect.closeTo(-34.91, 1),
      instagram: '@centro.ombu',
      facebook: null,
      description: 'Psicoterapia individual y de pareja, para adultos.',
      specialties: ['Psicología', 'Terapia de pareja'],
      services: ['psicoterapia'],
      modalities: ['Presencial', 'Online'],
      languages: ['español', 'inglés'],
      session_duration: 50,
      cancellation_policy: 'Avisar con un día.',
      approved_at: null,
      is_public: true,
      verified: false,
    })
    const professional = await db.selectFrom('professionals').selectAll().executeTakeFirstOrThrow()
    expect(professional).toMatchObject({
      center_id: centerId,
      user_id: centerId,
      full_name: 'Elena Bidegain',
      specialties: ['Psicología', 'Terapia de pareja'],
      video_platform: 'Zoom',
    })
    expect(
      await db
        .selectFrom('weekly_hours')
        .select(['weekday', 'start_minute', 'end_minute'])
        .orderBy('weekday')
        .execute(),
    ).toEqual([
      { weekday: 1, start_minute: 540, end_minute: 810 },
      { weekday: 3, start_minute: 840, end_minute: 1200 },
    ])
    expect(await db.selectFrom('services').selectAll().execute()).toMatchObject([
      { name: 'Sesión individual', price: 180_000, duration_minutes: 50, professional_id: professional.id },
    ])
    const checks = await db.selectFrom('compliance_checks').selectAll().orderBy('check_type').execute()
    expect(checks).toMatchObject([
      { check_type: 'certification', status: 'pending', original_name: 'Título de grado.pdf' },
      { check_type: 'insurance', status: 'pending', file_name: null },
      { check_type: 'license', status: 'pending', file_name: null },
    ])
    expect(await keptFiles(platform)).toHaveLength(7)
    expect(await platform.files.read(checks[0]?.file_name ?? '')).toEqual(new Uint8Array(pdf()))
    for (const [kind, url] of [
      ['photo', professional.photo_url],
      ['logo', center.logo_url],
    ] as const) {
      for (const width of pictureKinds[kind].widths) {
        const content = await platform.files.read(pictureAddress({ url: url ?? '', width }).replace('/files/', ''))
        const about = await sharp(content).metadata()
        expect(about).toMatchObject({ format: 'webp', width, height: width })
        expect(about.exif).toBeUndefined()
      }
    }
    const [mail] = await listMails(platform.db, { limit: 5 })
    expect(mail).toMatchObject({ to: email, kind: 'accounts.signup' })
  })

  test('of somebody who works alone, with what may be left out left out', async () => {
    const form = formWith('centerInfo', {
      centerName: '',
      neighborhood: '',
      instagram: '',
      alternativeEmail: 'Otro@Ejemplo.uy',
    })
    const { status } = await register({
      form: {
        ...form,
        availability: { ...form.availability, modality: ['Presencial'], platform: '' },
        services: { ...form.services, languages: '', priced: [] },
        terms: { ...form.terms, publicProfile: false },
      },
    })
    expect(status).toBe(201)
    expect(await platform.db.selectFrom('center_profiles').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      center_name: 'Elena Bidegain',
      neighborhood: null,
      instagram: null,
      alternative_email: 'otro@ejemplo.uy',
      languages: ['Español'],
      services: [],
      is_public: false,
      logo_url: null,
    })
    expect(await keptFiles(platform)).toEqual([])
  })

  test('where addresses have to be confirmed says so', async () => {
    platform = await testPlatform({ settings: { requireEmailConfirmation: true } })
    const { status, body } = await register({})
    expect([status, body]).toMatchObject([201, { needsConfirmation: true }])
  })
})

describe('an address that has an account', () => {
  test('is said so, however it is written, and nothing is stored', async () => {
    const { email: taken } = await buildAccount(platform)
    const before = await countRows()
    const form = registrationForm({ email: ` ${taken.toUpperCase()} ` })
    const { status, body } = await register({ form, files: await files() })
    expect([status, body]).toMatchObject([
      409,
      { code: 'center_registrations.email_taken', message: expect.stringContaining('ya tiene una cuenta') },
    ])
    expect(await countRows()).toEqual(before)
    expect(await keptFiles(platform)).toEqual([])
  })

  test('two at once: one wins, the other is told, and nothing is doubled', async () => {
    const { url } = await startTestServer({ platform })
    const sent = await files()
    const answers = await Promise.all(Array.from({ length: 4 }, () => register({ url, files: sent })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    expect(await countRows()).toEqual({
      users: 1,
      profiles: 1,
      center_profiles: 1,
      professionals: 1,
      weekly_hours: 2,
      services: 1,
      compliance_checks: 3,
      one_time_tokens: 1,
      outbound_mails: 1,
    })
    expect(await keptFiles(platform)).toHaveLength(7)
  })
})

describe('what is refused leaves nothing behind:', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const program = Buffer.concat([Buffer.from('MZ\x90\0'), pdf()])
  const archive = Buffer.concat([Buffer.from('PK\x03\x04'), pdf()])

  test.for<[string, string, Upload, string]>([
    [
      'a drawing with a script',
      'profilePhoto',
      { content: svg, name: 'yo.png', type: 'image/png' },
      'files.not_an_image',
    ],
    ['a text as logo', 'logo', { content: 'hola', name: 'logo.jpg', type: 'image/jpeg' }, 'files.not_an_image'],
    ['a PDF as logo', 'logo', { content: pdf(), name: 'logo.jpg' }, 'files.not_an_image'],
    ['a program named as a PDF', 'certification', { content: program, name: 'a.pdf' }, 'files.not_a_pdf'],
    ['an archive that holds one', 'certification', { content: archive, name: 'a.pdf' }, 'files.not_a_pdf'],
    ['half a PDF', 'certification', { content: pdf({ ending: '' }), name: 'a.pdf' }, 'files.not_a_pdf'],
    ['a photo as PDF', 'certification', { content: '\x89PNG\r\n', name: 'a.pdf' }, 'files.not_a_pdf'],
    ['nothing as PDF', 'certification', { content: '', name: 'a.pdf' }, 'files.not_a_pdf'],
  ])('%s', async ([, field, upload, code]) => {
    const { status, body } = await register({ files: { ...(await files()), [field]: upload } })
    expect([status, body]).toMatchObject([
      422,
      { code, data: { field }, message: expect.stringMatching(/^Ese archivo/) },
    ])
    await expectNothing()
  })

  test.for<[string, string, object, string]>([
    ['hours that end before they begin', 'availability', { mondayStart: '18:00' }, 'availability.mondayEnd'],
    ['an end without a beginning', 'availability', { tuesdayEnd: '18:00' }, 'availability.tuesdayStart'],
    [
      'an hour that the week can’t be saved with later',
      'availability',
      { mondayStart: '09:07' },
      'availability.mondayStart',
    ],
    ['half past twenty-five', 'availability', { mondayStart: '25:30' }, 'availability.mondayStart'],
    ['video without a platform', 'availability', { platform: '' }, 'availability.platform'],
    ['a weak password', 'accessData', { password: 'sendero', confirmPassword: 'sendero' }, 'accessData.password'],
    ['another password', 'accessData', { confirmPassword: 'Sendero-2027!' }, 'accessData.confirmPassword'],
    ['only commas as specialties', 'personalInfo', { specialties: ', ,' }, 'personalInfo.specialties'],
    ['terms that were not accepted', 'terms', { acceptTerms: false }, 'terms.acceptTerms'],
    ['half a letter', 'accessData', { password: 'Sendero-2026!\ud800', confirmPassword: 'Sendero-2026!\ud800' }, ''],
  ])('%s', async ([, step, values, path]) => {
    const form = formWith(step as keyof RegistrationForm, values)
    const { status, body } = await register({ form, files: await files() })
    expect([status, body.code]).toEqual([422, 'request.invalid'])
    expect(JSON.stringify(body.data)).toContain(`"path":"form.${path}`)
    await expectNothing()
  })

  test.for(['', 'nada', '[]', 'null', '{"accessData":'])('%j as form', async (text) => {
    const { url } = await startTestServer({ platform })
    const body = new FormData()
    body.set('form', text)
    const answer = await fetch(`${url}/api/v1/center-registrations`, { method: 'POST', body })
    expect(answer.status).toBe(422)
    await expectNothing()
  })

  test('what the database refuses in the end', async () => {
    // As when something nobody foresaw fails after the files were written.
    await platform.db.schema.alterTable('compliance_checks').renameTo('elsewhere').execute()
    const { status, body } = await register({ files: await files() })
    expect([status, body.code]).toEqual([500, 'service.failure'])
    expect(await platform.db.selectFrom('users').select('id').execute()).toEqual([])
    expect(await keptFiles(platform)).toEqual([])
  })
})

describe('every field answers what no honest screen sends with nothing worse than a refusal', () => {
  const nasty: unknown[] = [
    'x',
    '🧘',
    '👩‍👩‍👧',
    'مرحبا \u202e\u200f',
    'ñandú 🌿 '.repeat(1250),
    'ﬀ'.repeat(200),
    'a\0b',
    '\ud800',
    "'; drop table users; --",
    '%_%\\',
    '-1',
    1e308,
    -1,
    1.5,
    null,
    true,
    ['Presencial', { a: 1 }],
    [{ serviceType: 'reiki', name: '🧘', priceCents: 0, durationMinutes: 15 }],
    [{ serviceType: 'reiki', name: 'Reiki', priceCents: 1e8 + 1, durationMinutes: 15 }],
    [{ serviceType: 'constructor', name: 'Reiki', priceCents: 1, durationMinutes: 14.5 }],
    JSON.parse('{"__proto__":{"admin":true},"constructor":1}'),
  ]
  let people = 0
  const fresh = () => {
    people += 1
    return registrationForm({ email: `persona-${people}@ejemplo.uy` })
  }
  const steps = Object.entries(registrationForm({ email })).map(
    ([step, values]) => [step, Object.keys(values)] as const,
  )

  test.for(steps)('in %s', { timeout: 60_000 }, async ([step, fields]) => {
    const { url } = await startTestServer({ platform })
    let accepted = 0
    for (const field of ['', ...fields]) {
      for (const value of nasty) {
        await platform.db.deleteFrom('rate_limits').execute()
        const form: Record<string, unknown> = fresh()
        form[step] = field === '' ? value : { ...(form[step] as object), [field]: value }
        const { status, body } = await register({ url, form })
        expect(status, `${step}.${field} is ${JSON.stringify(value)}: ${JSON.stringify(body)}`).toBeLessThan(500)
        if (status === 201) accepted += 1
        else expect(body.message).toMatch(/^[A-ZÁÉÍÓÚ¿].*[.?]$/)
      }
    }
    // Whatever was taken is there as a whole.
    const rows = await countRows()
    expect([rows.users, rows.center_profiles, rows.professionals]).toEqual([accepted, accepted, accepted])
    expect(rows.compliance_checks).toBe(accepted * 3)
  })
})

describe('what is too large', () => {
  test('is refused by what it says of itself, before it is sent', async () => {
    const { url } = await startTestServer({ platform })
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    const begin = performance.now()
    socket.write(
      `POST /api/v1/center-registrations HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: multipart/form-data; boundary=x\r\n` +
        'content-length: 52428800\r\n\r\n--x\r\n',
    )
    const answer = await new Promise<string>((resolve, reject) => {
      socket.once('data', (data) => resolve(String(data)))
      socket.once('error', reject)
    })
    expect(performance.now() - begin).toBeLessThan(2_000)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('Lo que intentas enviar es demasiado grande.')
    socket.destroy()
    await expectNothing()
  })

  test('is refused, too, when it says nothing of itself', async () => {
    const { url } = await startTestServer({ platform })
    const chunk = new Uint8Array(1024 * 1024)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > 50) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const request = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }
    const answer = await fetch(`${url}/api/v1/center-registrations`, request as RequestInit)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'request.too_large'])
    await expectNothing()
  })

  test('is refused, too, for somebody who goes on sending it', async () => {
    const photo50 = { content: new Uint8Array(50 * 1024 * 1024), name: 'yo.jpg' }
    const { status, body } = await register({ files: { profilePhoto: photo50 } })
    expect([status, body]).toMatchObject([
      413,
      { code: 'request.too_large', message: 'Lo que intentas enviar es demasiado grande.' },
    ])
    await expectNothing()
  })

  test('for its own field is named', async () => {
    const large = { content: new Uint8Array(3_000_001), name: 'yo.jpg' }
    const { status, body } = await register({ files: { profilePhoto: large } })
    expect([status, body.data]).toEqual([
      422,
      { fields: [{ path: 'profilePhoto', message: 'La imagen es demasiado grande' }] },
    ])
    await expectNothing()
  })
})

test('an upload that is cut half-way leaves nothing behind', async () => {
  const { url } = await startTestServer({ platform })
  const { hostname, port } = new URL(url)
  const whole = new Request(`${url}/x`, {
    method: 'POST',
    body: registrationBody({ form: registrationForm({ email }), files: await files() }),
  })
  const content = Buffer.from(await whole.arrayBuffer())
  for (const share of [0.3, 0.9]) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(
      `POST /api/v1/center-registrations HTTP/1.1\r\nhost: ${hostname}\r\n` +
        `content-type: ${whole.headers.get('content-type')}\r\ncontent-length: ${content.length}\r\n\r\n`,
    )
    await new Promise((resolve) => socket.write(content.subarray(0, content.length * share), resolve))
    await new Promise((resolve) => setTimeout(resolve, 200))
    socket.resetAndDestroy()
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expectNothing()
  // And the person tries again.
  expect((await register({ url, files: await files() })).status).toBe(201)
})
