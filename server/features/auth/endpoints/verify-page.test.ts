import { expect, test } from 'vitest'

import { newAddress, type Service, signUp, startService } from '#server/testing/auth-service.ts'

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

test('the page of any other mail has one button', async () => {
  const { email } = await signUp(service)
  await service.press(await service.linkTo(email))
  await service.client().signInWithOtp({ email })
  expect(await buttonsOf(await pageOf(service, email))).toEqual([['Entrar', '']])
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
