import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { legalVersions } from '#contract/brand.ts'
import { pictureAddress, pictureKinds } from '#contract/pictures.ts'
import { createAuthService } from '#server/features/auth/endpoints/auth-service.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { accountResets } from '#server/processes/reset-account.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { buildAccount } from '#server/testing/builders.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { countRows, expectNothing, register, registrationFiles } from '#server/testing/registrations.ts'
import { listStoredFiles, pdf, type RegistrationForm, registrationForm, type Upload } from '#server/testing/uploads.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await testPlatform()
})
const email = 'elena@ejemplo.uy'

/** The form with one of its steps changed. */
function formWith<Step extends keyof RegistrationForm>(step: Step, values: Partial<RegistrationForm[Step]>) {
  const form = registrationForm({ email })
  return { ...form, [step]: { ...form[step], ...values } }
}

test.for([{ requireEmailConfirmation: false }, { requireEmailConfirmation: true }])(
  'the mailed link goes on by itself in the browser that registered the centre, and asks in every other (%j)',
  async (settings) => {
    const strict = await testPlatform({ settings })
    const authService = createAuthService(strict, { resets: accountResets })
    const { url } = await startTestServer({ platform: strict, authService })
    const { cookie } = await register(strict, { url })
    const [mail] = await listMails(strict, { limit: 1 })
    const path = /\/auth\/v1\/verify\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const titleIn = async (headers: Record<string, string>) =>
      /<h1>([^<]*)/.exec(await (await fetch(url + path, { headers })).text())?.[1]
    expect(await titleIn({ cookie })).toBe('Confirmamos tu correo')
    expect(await titleIn({})).toBe('¿Creaste tú esta cuenta?')
  },
)

describe('the location and the names of a registered centre', () => {
  test.for<[string, Partial<RegistrationForm['centerInfo']>, object]>([
    [
      'a city without a department gets the department of the city',
      { department: '', neighborhood: 'Punta del Este', address: 'Calle 20 1234' },
      { department: 'Maldonado', latitude: expect.closeTo(-34.96, 1) },
    ],
    [
      'an address in no known place gets Montevideo',
      { department: '', neighborhood: '', address: 'Benito Blanco 1234' },
      { department: 'Montevideo' },
    ],
    [
      'a centre without a name gets the name of its professional',
      { centerName: ' ' },
      { center_name: 'Elena Bidegain' },
    ],
    ['a centre’s name of one letter is accepted', { centerName: 'O' }, { center_name: 'Centro O' }],
  ])('%s', async ([, centerInfo, stored]) => {
    const { status } = await register(platform, { form: formWith('centerInfo', centerInfo) })
    expect(status).toBe(201)
    const center = await platform.db.selectFrom('center_profiles').selectAll().executeTakeFirstOrThrow()
    expect(center).toMatchObject(stored)
  })

  test('the pin that was set on the map is exact, and without one it is that of the address', async () => {
    await register(platform, { form: formWith('centerInfo', { pin: '-34.91122,-56.14877' }) })
    const read = () =>
      platform.db
        .selectFrom('center_profiles')
        .select(['latitude', 'longitude', 'is_pin_exact'])
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    expect(await read()).toEqual({ latitude: -34.91122, longitude: -56.14877, is_pin_exact: true })
  })

  test.for([
    ['a pin in the river', '-34.93,-56.14', 'Ese punto queda en el agua'],
    ['a pin in another department', '-31.3833,-57.96', 'Ese punto queda lejos de Montevideo'],
    ['a pin that was not moved', '-34.91,-56.15', 'Ese es el punto de tu barrio o ciudad'],
    ['a pin that is no point', 'javascript:alert(1)', 'Vuelve a poner el punto en el mapa'],
    ['a pin out of range', '-94,-56', 'Vuelve a poner el punto en el mapa'],
  ] as const)('%s is refused beside its field, and nothing is stored', async ([, pin, message]) => {
    const { status, body } = await register(platform, { form: formWith('centerInfo', { pin }) })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(message)
    expect(JSON.stringify(body)).toContain('centerInfo')
    await expectNothing(platform)
  })

  test.for([
    ['is stored for video calls', { videoLink: 'HTTPS://meet.ejemplo.uy/sala' }, 201, 'https://meet.ejemplo.uy/sala'],
    ['is left out without video calls', { videoLink: 'https://a.uy/b', modality: ['Presencial'] }, 201, null],
    ['is optional', { videoLink: '' }, 201, null],
    ['that is a script is refused', { videoLink: 'javascript:alert(1)' }, 422, undefined],
    ['that is data is refused', { videoLink: 'data:text/html,hola' }, 422, undefined],
    ['without encryption is refused', { videoLink: 'http://meet.ejemplo.uy/sala' }, 422, undefined],
  ] as [string, { videoLink: string; modality?: string[] }, number, string | null | undefined][])(
    'the link of a room %s',
    async ([, values, status, stored]) => {
      expect(await register(platform, { form: formWith('availability', values) })).toMatchObject({ status })
      const rows = await platform.db.selectFrom('professionals').select('video_link').execute()
      expect(rows.map((row) => row.video_link)).toEqual(stored === undefined ? [] : [stored])
    },
  )

  test('a form without the department, the pin and the link of a room is accepted', async () => {
    const form = registrationForm({ email })
    const { department: _, pin: _pin, ...centerInfo } = form.centerInfo
    const { videoLink: _link, ...availability } = form.availability
    expect(await register(platform, { form: { ...form, centerInfo, availability } })).toMatchObject({ status: 201 })
  })
})

describe('a registration', () => {
  test('creates account, centre, professional, hours, services and the required documents', async () => {
    const { status, body } = await register(platform, { files: await registrationFiles() })
    expect([status, body]).toMatchObject([201, { needsConfirmation: false }])
    const { db } = platform
    const centerId = body.centerId ?? ''
    expect(await db.selectFrom('users').selectAll().where('id', '=', centerId).executeTakeFirstOrThrow()).toMatchObject(
      { email, email_verified_at: null, encrypted_password: expect.stringMatching(/^\$argon2id\$/) },
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
    expect(await listStoredFiles(platform)).toHaveLength(7)
    expect(await platform.files.read(checks[0]?.file_name ?? '')).toEqual(new Uint8Array(pdf()))
    for (const [kind, url] of [
      ['photo', professional.photo_url],
      ['logo', center.logo_url],
    ] as const) {
      for (const width of pictureKinds[kind].widths) {
        const content = await platform.files.read(pictureAddress({ url: url ?? '', width }).replace('/files/', ''))
        const metadata = await sharp(content).metadata()
        expect(metadata).toMatchObject({ format: 'webp', width, height: width })
        expect(metadata.exif).toBeUndefined()
      }
    }
    const [mail] = await listMails(platform, { limit: 5 })
    expect(mail).toMatchObject({ to: email, kind: 'accounts.signup' })
  })

  test('of an independent professional without the optional fields succeeds', async () => {
    const form = formWith('centerInfo', {
      centerName: '',
      neighborhood: '',
      instagram: '',
      alternativeEmail: 'Otro@Ejemplo.uy',
    })
    const { status } = await register(platform, {
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
    expect(await listStoredFiles(platform)).toEqual([])
  })

  test('reports that the address must be confirmed where the settings require it', async () => {
    platform = await testPlatform({ settings: { requireEmailConfirmation: true } })
    const { status, body } = await register(platform, {})
    expect([status, body]).toMatchObject([201, { needsConfirmation: true }])
  })
})

describe('a registration with an address that has an account', () => {
  test('is refused whatever the capitals and spaces, and stores nothing', async () => {
    const { email: taken } = await buildAccount(platform)
    const before = await countRows(platform)
    const form = registrationForm({ email: ` ${taken.toUpperCase()} ` })
    const { status, body } = await register(platform, { form, files: await registrationFiles() })
    expect([status, body]).toMatchObject([
      409,
      { code: 'centers.email_taken', message: expect.stringContaining('ya tiene una cuenta') },
    ])
    expect(await countRows(platform)).toEqual(before)
    expect(await listStoredFiles(platform)).toEqual([])
  })

  describe('where addresses must be confirmed', () => {
    const buildStrictPlatform = () => testPlatform({ settings: { requireEmailConfirmation: true } })
    const addresses = { unknown: 'nadie@ejemplo.uy', unverified: 'a-medias@ejemplo.uy', verified: 'duena@ejemplo.uy' }
    type State = keyof typeof addresses
    const states = Object.keys(addresses) as State[]

    async function prepare(): Promise<string> {
      platform = await buildStrictPlatform()
      const url = (await startTestServer({ platform })).url
      await createAccount(platform, {
        email: addresses.verified,
        fullName: 'Dueña',
        roles: ['patient'],
        password: 'Senda-2026!',
      })
      const { status } = await register(platform, { url, form: registrationForm({ email: addresses.unverified }) })
      expect(status).toBe(201)
      return url
    }

    test('the response does not reveal that the address has an account, and the registration stores nothing', async () => {
      const url = await prepare()
      const before = { rows: await countRows(platform), files: await listStoredFiles(platform) }
      for (const state of ['verified', 'unverified'] as const) {
        const form = registrationForm({ email: addresses[state].toUpperCase() })
        const { status, body } = await register(platform, { url, form, files: await registrationFiles() })
        expect([state, status, body]).toEqual([
          state,
          201,
          { centerId: expect.stringMatching(/^[0-9a-f-]{36}$/), needsConfirmation: true },
        ])
      }
      // The unconfirmed address gets a link to confirm this registration, besides the link it already had.
      const { one_time_tokens: tokens = 0, outbound_mails: mails = 0 } = before.rows
      expect(await countRows(platform)).toEqual({
        ...before.rows,
        one_time_tokens: tokens + 1,
        outbound_mails: mails + 1,
      })
      expect(await listStoredFiles(platform)).toEqual(before.files)
      const [newest] = await listMails(platform, { limit: 1 })
      expect([newest?.to, newest?.kind]).toEqual([addresses.unverified, 'accounts.signup'])
    })

    test.for([
      [
        'a weak password',
        (form: RegistrationForm) => ({
          ...form,
          accessData: { ...form.accessData, password: 'corta', confirmPassword: 'corta' },
        }),
        {},
      ],
      [
        'an invalid telephone number',
        (form: RegistrationForm) => ({ ...form, centerInfo: { ...form.centerInfo, contactPhone: '12' } }),
        {},
      ],
      [
        'a logo that is not a picture',
        (form: RegistrationForm) => form,
        { logo: { content: pdf(), name: 'logo.png' } },
      ],
      [
        'a certification that is not a PDF',
        (form: RegistrationForm) => form,
        { certifications: { content: new Uint8Array([1, 2, 3]), name: 'titulo.pdf' } },
      ],
    ] as const)('%s gets the same refusal for every address', async ([, change, files]) => {
      const url = await prepare()
      const responses: unknown[] = []
      for (const state of states) {
        const form = change(registrationForm({ email: addresses[state] }))
        const { status, body } = await register(platform, { url, form, files: files as Record<string, Upload> })
        responses.push({ status, body: { ...body, requestId: '' } })
        expect(status).toBeGreaterThanOrEqual(400)
      }
      expect(responses[1]).toEqual(responses[0])
      expect(responses[2]).toEqual(responses[0])
    })

    test('a registration that is sent again, later or at the same time, gets the same response', async () => {
      const url = await prepare()
      const form = registrationForm({ email: addresses.unknown })
      const both = await Promise.all([register(platform, { url, form }), register(platform, { url, form })])
      const third = await register(platform, { url, form })
      for (const { status, body } of [...both, third]) {
        expect([status, Object.keys(body).toSorted()]).toEqual([201, ['centerId', 'needsConfirmation']])
      }
    })
  })

  test('of four registrations with one address at the same time, one succeeds and the others store nothing', async () => {
    const { url } = await startTestServer({ platform })
    const files = await registrationFiles()
    const responses = await Promise.all(Array.from({ length: 4 }, () => register(platform, { url, files })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    expect(await countRows(platform)).toEqual({
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
    expect(await listStoredFiles(platform)).toHaveLength(7)
  })
})

describe('a refused registration stores nothing when it has', () => {
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
    ['a text as its logo', 'logo', { content: 'hola', name: 'logo.jpg', type: 'image/jpeg' }, 'files.not_an_image'],
    ['a PDF as its logo', 'logo', { content: pdf(), name: 'logo.jpg' }, 'files.not_an_image'],
    ['a program named as a PDF', 'certifications', { content: program, name: 'a.pdf' }, 'files.not_a_pdf'],
    ['an archive that contains a PDF', 'certifications', { content: archive, name: 'a.pdf' }, 'files.not_a_pdf'],
    ['half a PDF', 'certifications', { content: pdf({ ending: '' }), name: 'a.pdf' }, 'files.pdf_cut_off'],
    ['a photo named as a PDF', 'certifications', { content: '\x89PNG\r\n', name: 'a.pdf' }, 'files.not_a_pdf'],
    ['an empty file as a PDF', 'certifications', { content: '', name: 'a.pdf' }, 'files.not_a_pdf'],
  ])('%s', async ([, field, upload, code]) => {
    const { status, body } = await register(platform, { files: { ...(await registrationFiles()), [field]: upload } })
    expect([status, body]).toMatchObject([
      422,
      { code, data: { field }, message: expect.stringMatching(/^(Ese archivo|El PDF) /) },
    ])
    await expectNothing(platform)
  })

  test.for<[string, string, object, string]>([
    ['hours that end before they begin', 'availability', { mondayStart: '18:00' }, 'availability.mondayEnd'],
    ['an end of the day without a start', 'availability', { tuesdayEnd: '18:00' }, 'availability.tuesdayStart'],
    [
      'a time between the five-minute steps that the hours’ form allows',
      'availability',
      { mondayStart: '09:07' },
      'availability.mondayStart',
    ],
    ['a time that does not exist', 'availability', { mondayStart: '25:30' }, 'availability.mondayStart'],
    ['a pause without an end', 'availability', { breakStart: '13:00' }, 'availability.breakEnd'],
    ['a full name of one letter between spaces', 'personalInfo', { fullName: ' E ' }, 'personalInfo.fullName'],
    ['a department that does not exist', 'centerInfo', { department: 'Atlántida' }, 'centerInfo.department'],
    ['a telephone number without enough digits', 'centerInfo', { contactPhone: '2900 123' }, 'centerInfo.contactPhone'],
    [
      'a foreign number that cannot exist',
      'centerInfo',
      { contactPhone: '+1 000 000 0000' },
      'centerInfo.contactPhone',
    ],
    ['a link as its name', 'centerInfo', { centerName: 'Fisio.uy' }, 'centerInfo.centerName'],
    [
      'a specialty that is too long to store',
      'personalInfo',
      { specialties: 'a'.repeat(61) },
      'personalInfo.specialties',
    ],
    ['video calls without a platform', 'availability', { platform: '' }, 'availability.platform'],
    ['a weak password', 'accessData', { password: 'sendero', confirmPassword: 'sendero' }, 'accessData.password'],
    ['two different passwords', 'accessData', { confirmPassword: 'Sendero-2027!' }, 'accessData.confirmPassword'],
    ['only commas as specialties', 'personalInfo', { specialties: ', ,' }, 'personalInfo.specialties'],
    ['terms that are not accepted', 'terms', { acceptTerms: false }, 'terms.acceptTerms'],
    [
      'an unpaired surrogate in its password',
      'accessData',
      { password: 'Sendero-2026!\ud800', confirmPassword: 'Sendero-2026!\ud800' },
      '',
    ],
  ])('%s', async ([, step, values, path]) => {
    const form = formWith(step as keyof RegistrationForm, values)
    const { status, body } = await register(platform, { form, files: await registrationFiles() })
    expect([status, body.code]).toEqual([422, 'request.invalid'])
    expect(JSON.stringify(body.data)).toContain(`"path":"form.${path}`)
    await expectNothing(platform)
  })

  test.for(['', 'nada', '[]', 'null', '{"accessData":'])('%j as its form', async (text) => {
    const { url } = await startTestServer({ platform })
    const body = new FormData()
    body.set('form', text)
    const response = await fetch(`${url}/api/v1/centers`, { method: 'POST', body })
    expect(response.status).toBe(422)
    await expectNothing(platform)
  })

  test('an unexpected error after its files were written', async () => {
    // Without the table, the last insert fails.
    await platform.db.schema.alterTable('compliance_checks').renameTo('elsewhere').execute()
    const { status, body } = await register(platform, { files: await registrationFiles() })
    expect([status, body.code]).toEqual([500, 'service.failure'])
    expect(await platform.db.selectFrom('users').select('id').execute()).toEqual([])
    expect(await listStoredFiles(platform)).toEqual([])
  })
})
