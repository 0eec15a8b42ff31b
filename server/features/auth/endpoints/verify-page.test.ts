import { expect, test } from 'vitest'

import { newAddress, type Service, signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()

async function pageOf(of: Service, email: string) {
  const { token, type, redirectTo } = await of.linkTo(email)
  return of.send('GET', `/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`)
}

/** The texts of its buttons, and what each of them sends beside the link. */
async function buttonsOf(page: Response): Promise<string[][]> {
  const html = await page.text()
  return [...html.matchAll(/<button([^>]*)>([^<]*)<\/button>/g)].map(([, said = '', text = '']) => [
    text,
    /name="mine" value="([^"]*)"/.exec(said)?.[1] ?? '',
  ])
}

test('the page of a sign-up asks whether it was them, and has a way for those who did not sign up', async () => {
  const { email } = await signUp(service)
  const page = await pageOf(service, email)
  expect(await page.clone().text()).toMatch(/<h1>¿Creaste tú esta cuenta\?<\/h1>/)
  expect(await buttonsOf(page)).toEqual([
    ['Sí, confirmar mi correo', ''],
    ['No fui yo: quiero una contraseña nueva', 'no'],
  ])
})

test('the pages of other mails have one button', async () => {
  const { email } = await signUp(service)
  await service.press(await service.linkTo(email))
  await service.client().signInWithOtp({ email })
  expect(await buttonsOf(await pageOf(service, email))).toEqual([['Entrar', '']])
})

test("the form's answer may lead to every site that a link may lead to, and to no other", async () => {
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
