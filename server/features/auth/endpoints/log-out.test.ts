import { expect, test } from 'vitest'

import { signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()
const { publicUrl } = service.platform.settings

/** A user with a mailed link of each kind, and a browser with a code. */
async function personWithLinks() {
  const person = await signUp(service)
  const { email } = person
  await service.press(await service.linkTo(email))
  const inBrowser = service.client({ flowType: 'pkce' })
  await inBrowser.signInWithOtp({ email, options: { emailRedirectTo: `${publicUrl}/dashboard` } })
  const { to } = await service.press(await service.linkTo(email))
  const code = new URL(to).searchParams.get('code') ?? ''
  expect(code).not.toBe('')
  await service.resetLimits()
  await service.client().signInWithOtp({ email })
  const magic = await service.linkTo(email)
  await service.client().resetPasswordForEmail(email)
  const recovery = await service.linkTo(email)
  expect([magic.type, recovery.type]).toEqual(['magiclink', 'recovery'])
  return { ...person, inBrowser, code, links: [magic, recovery] }
}

test('signing out everywhere ends the mailed sign-in links and the codes that a browser could exchange', async () => {
  const { client, inBrowser, code, links } = await personWithLinks()
  expect((await client.signOut({ scope: 'global' })).error).toBeNull()
  for (const link of links) expect((await service.press(link)).values.get('error_code')).toBe('otp_expired')
  expect((await inBrowser.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')
})

test('signing out everywhere leaves a pending change of address', async () => {
  const { client, email } = await signUp(service)
  await client.updateUser({ email: `nueva-${email}` })
  expect((await client.signOut({ scope: 'global' })).error).toBeNull()
  await service.press(await service.linkTo(email))
  const { values } = await service.press(await service.linkTo(`nueva-${email}`))
  expect(values.get('type')).toBe('email_change')
})

test.for(['local', 'others'] as const)('signing out with scope %s leaves mailed links', async (scope) => {
  const { client, inBrowser, code, links } = await personWithLinks()
  expect((await client.signOut({ scope })).error).toBeNull()
  expect((await inBrowser.exchangeCodeForSession(code)).error).toBeNull()
  for (const link of links) expect((await service.press(link)).values.has('access_token')).toBe(true)
})
