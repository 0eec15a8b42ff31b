import { describe, expect, test } from 'vitest'

import { goodPassword, newAddress, type Service, signUp, startService } from '#server/testing/auth-service.ts'
import { buildAppointment, buildService } from '#server/testing/builders.ts'

const service = await startService()

async function pageOf(someService: Service, email: string) {
  const { token, type, redirectTo } = await someService.linkTo(email)
  return someService.send('GET', `/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`)
}

/** The buttons' labels, and the field that each adds to the form. */
async function buttonsOf(page: Response): Promise<string[][]> {
  const html = await page.text()
  return [...html.matchAll(/<button([^>]*)>([^<]*)<\/button>/g)].map(([, attributes = '', text = '']) => [
    text,
    /name="mine" value="([^"]*)"/.exec(attributes)?.[1] ?? '',
  ])
}

test('the page of a sign-up has one button for the visitor who signed up, and one for an owner who did not', async () => {
  const { email } = await signUp(service)
  const page = await pageOf(service, email)
  expect(await page.clone().text()).toMatch(/<h1>¿Creaste tú esta cuenta\?<\/h1>/)
  expect(await buttonsOf(page)).toEqual([
    ['Sí, confirmar mi correo', ''],
    ['No fui yo: quiero una contraseña nueva', 'no'],
  ])
})

describe('in the browser that signed up', () => {
  const fromOurForm = { 'sec-fetch-site': 'same-origin' }
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const post = async (someService: Service, { email, headers }: { email: string; headers: Record<string, string> }) =>
    someService.send('POST', '/signup', { body: { email, password: goodPassword }, headers })

  async function openLink(someService: Service, { email, cookie }: { email: string; cookie: string }) {
    const { token, type, redirectTo } = await someService.linkTo(email)
    const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
    return someService.send('GET', `/verify?${query}`, { headers: { cookie } })
  }

  test.for([{ requireEmailConfirmation: false }, { requireEmailConfirmation: true }])(
    'the page of its sign-up goes on by itself, and the page alone confirms nothing (%j)',
    async (settings) => {
      const other = await startService({ settings })
      const email = newAddress()
      const cookie = cookieOf(await post(other, { email, headers: fromOurForm }))
      expect(cookie).toMatch(/^senda_sign_up=[0-9a-f]{64}$/)
      const page = await openLink(other, { email, cookie })
      const html = await page.text()
      expect(html).toContain('<h1>Confirmamos tu correo</h1>')
      expect(html).toContain('<script>document.forms[0].submit()</script>')
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
      const verified = other.platform.db.selectFrom('users').select('email_verified_at').where('email', '=', email)
      expect((await verified.executeTakeFirst())?.email_verified_at).toBeNull()
      await other.press(await other.linkTo(email), { cookie })
      expect((await verified.executeTakeFirst())?.email_verified_at).not.toBeNull()
    },
  )

  test('so does that of a first sign-in without a password', async () => {
    const email = newAddress()
    const cookie = cookieOf(await service.send('POST', '/otp', { body: { email }, headers: fromOurForm }))
    expect(await (await openLink(service, { email, cookie })).text()).toContain('<h1>Confirmamos tu correo</h1>')
  })

  test('a page of another site sets no such cookie, and that of another sign-up is asked', async () => {
    const [mine, theirs] = [newAddress(), newAddress()]
    expect(cookieOf(await post(service, { email: mine, headers: { 'sec-fetch-site': 'cross-site' } }))).toBe('')
    const cookie = cookieOf(await post(service, { email: theirs, headers: fromOurForm }))
    const page = await openLink(service, { email: mine, cookie })
    expect(await page.clone().text()).not.toContain('<script>')
    expect(await page.text()).toContain('<h1>¿Creaste tú esta cuenta?</h1>')
  })

  test('a second sign-up for the address is asked about, whichever link is opened', async () => {
    const strict = await startService({ settings: { requireEmailConfirmation: true } })
    const email = newAddress()
    const cookie = cookieOf(await post(strict, { email, headers: fromOurForm }))
    await strict.resetLimits()
    await post(strict, { email, headers: fromOurForm })
    expect(await (await openLink(strict, { email, cookie })).text()).toContain('<h1>¿Creaste tú esta cuenta?</h1>')
  })
})

test('the page of any other mail has one button', async () => {
  const { email } = await signUp(service)
  await service.press(await service.linkTo(email))
  await service.client().signInWithOtp({ email })
  expect(await buttonsOf(await pageOf(service, email))).toEqual([['Entrar', '']])
})

test('the page of a link that was used in another browser says so, and asks nothing', async () => {
  const { email } = await signUp(service)
  const link = await service.linkTo(email)
  await service.press(link)
  const { token, type, redirectTo } = link
  const page = await service.send('GET', `/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`)
  expect(await page.clone().text()).toContain('<h1>El enlace ya se usó o venció</h1>')
  expect(await buttonsOf(page)).toEqual([['Ir a Senda', '']])
})

test('the page’s policy lets the form redirect to every allowed site, and to no other', async () => {
  const allowedRedirects = ['https://app.example/dentro', 'https://app.example/otra', 'http://127.0.0.1:4000']
  const other = await startService({ settings: { allowedRedirects, publicUrl: 'https://senda.example' } })
  const email = newAddress()
  await other.client().signInWithOtp({ email, options: { emailRedirectTo: 'https://app.example/dentro/hola' } })
  expect((await other.linkTo(email)).redirectTo).toBe('https://app.example/dentro/hola')
  const policy = (await pageOf(other, email)).headers.get('content-security-policy') ?? ''
  expect(policy.match(/form-action ([^;]*)/)?.[1]?.split(' ')).toEqual([
    "'self'",
    'https://senda.example',
    'https://app.example',
    'http://127.0.0.1:4000',
  ])
})

describe('«No fui yo» about an account in use', () => {
  async function pressNo(someService: Service, email: string) {
    const { token, type, redirectTo } = await someService.linkTo(email)
    const form = new URLSearchParams({ token, type, redirect_to: redirectTo, mine: 'no' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return someService.send('POST', '/verify', { body: form.toString(), headers })
  }

  test('asks first, names what it would delete, and has deleted nothing when the owner returns and says yes', async () => {
    const { email, user } = await signUp(service, { data: { full_name: 'Ana' } })
    const { db, clock } = service.platform
    const practice = await buildService(service.platform)
    const startsAt = new Date(clock.now().getTime() + 3 * 86_400_000)
    const { appointmentId } = await buildAppointment(service.platform, { ...practice, patientId: user.id, startsAt })
    const child = { guardian_id: user.id, full_name: 'Benja', birth_date: '2020-01-01', relation: 'Hijo' }
    await db
      .insertInto('dependants')
      .values({ id: crypto.randomUUID(), ...child })
      .execute()

    const page = await pressNo(service, email)
    expect(page.status).toBe(200)
    const text = await page.clone().text()
    expect(text).toContain('<h1>¿Borramos esta cuenta?</h1>')
    expect(text).toContain('1 cita próxima, que cancelamos')
    expect(text).toContain('1 persona a cargo')
    expect(text).not.toContain('Benja')
    expect(await buttonsOf(page)).toEqual([['No es mía: borrar la cuenta', 'delete']])
    const back = /class="button" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const first = await service.send('GET', back.slice('/auth/v1'.length))
    expect(await first.text()).toContain('¿Creaste tú esta cuenta?')

    const { values } = await service.press(await service.linkTo(email))
    expect(values.get('type')).toBe('signup')
    const appointment = db.selectFrom('appointments').select(['status', 'patient_id']).where('id', '=', appointmentId)
    expect(await appointment.executeTakeFirst()).toEqual({ status: 'confirmed', patient_id: user.id })
    expect((await service.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  })

  test('deletes after the second question', async () => {
    const { email, user } = await signUp(service)
    expect((await pressNo(service, email)).status).toBe(200)
    await service.press(await service.linkTo(email), { isMine: false })
    const account = service.platform.db.selectFrom('users').select('id').where('email', '=', email)
    expect((await account.executeTakeFirst())?.id).not.toBe(user.id)
  })

  test('asks nothing about an account that has never signed in and holds nothing', async () => {
    const strict = await startService({ settings: { requireEmailConfirmation: true } })
    const email = newAddress()
    await strict.client().signUp({ email, password: goodPassword })
    const response = await pressNo(strict, email)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toContain('/reset-password#')
  })
})
