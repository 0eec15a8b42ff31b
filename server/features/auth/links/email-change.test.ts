import { describe, expect, test } from 'vitest'
import { mails as mailsPart } from '#server/features/accounts/data-export/account.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()
const { db, clock } = service.platform
const resend = (email: string) => service.client().resend({ type: 'email_change', email })

const changeOf = (userId: string) =>
  db.selectFrom('users').select(['new_email', 'email_change_sent_at']).where('id', '=', userId).executeTakeFirst()

/** A user with a change of address that neither address has confirmed. */
async function startChange() {
  const person = await signUp(service)
  const newEmail = newAddress()
  expect((await person.client.updateUser({ email: newEmail })).error).toBeNull()
  return { ...person, newEmail }
}

describe('a pending change of address', () => {
  test('ends with a new password, as an intruder may have requested it', async () => {
    const { client, email, newEmail, user } = await startChange()
    const link = await service.linkTo(newEmail)
    expect((await client.updateUser({ password: 'otra-sombra-2026' })).error).toBeNull()
    expect(await changeOf(user.id)).toEqual({ new_email: null, email_change_sent_at: null })
    expect((await client.getUser()).data.user?.new_email).toBeUndefined()

    expect((await resend(email)).error).toBeNull()
    expect(await service.mailsTo(newEmail)).toHaveLength(1)
    expect((await service.press(link)).values.get('error_code')).toBe('otp_expired')
  })

  test('stays when the same request sets the password', async () => {
    const { client, email } = await startChange()
    const second = newAddress()
    expect((await client.updateUser({ email: second, password: 'otra-sombra-2026' })).error).toBeNull()
    await service.press(await service.linkTo(second))
    await service.press(await service.linkTo(email))
    expect((await client.getUser()).data.user?.email).toBe(second)
  })

  test('is not mailed again once its links have expired', async () => {
    const { email, newEmail } = await startChange()
    clock.advance(24 * hourMs)
    expect((await resend(email)).error).toBeNull()
    expect(await service.mailsTo(newEmail)).toHaveLength(1)
    clock.set(new Date())
  })

  test('is mailed again before that, and the new links work', async () => {
    const { client, email, newEmail } = await startChange()
    clock.advance(23 * hourMs)
    expect((await resend(email)).error).toBeNull()
    clock.advance(2 * hourMs)
    await service.press(await service.linkTo(email))
    await service.press(await service.linkTo(newEmail))
    clock.set(new Date())
    expect((await client.refreshSession()).data.user?.email).toBe(newEmail)
  })

  test('is not mailed again when both addresses have confirmed', async () => {
    const { email, newEmail, user } = await startChange()
    await db.deleteFrom('one_time_tokens').where('user_id', '=', user.id).execute()
    expect((await resend(email)).error).toBeNull()
    expect(await service.mailsTo(newEmail)).toHaveLength(1)
  })
})

describe('the mail to the former address', () => {
  test('contains the new address when the former one is verified', async () => {
    const person = await signUp(service)
    await service.press(await service.linkTo(person.email))
    const newEmail = newAddress()
    await person.client.updateUser({ email: newEmail })
    const [mail] = await service.mailsTo(person.email)
    expect(mail).toMatchObject({ kind: 'accounts.email_change_current', text: expect.stringContaining(newEmail) })
  })

  test('contains no typed text while it is unverified, as it may be a stranger’s', async () => {
    const { email, newEmail } = await startChange()
    const [mail] = await service.mailsTo(email)
    expect(mail?.kind).toBe('accounts.email_change_current')
    expect(`${mail?.text} ${mail?.html}`).not.toContain(newEmail)
    expect(mail?.text).toContain('otra dirección')
  })
})

describe('a request for the current address', () => {
  test('cancels a pending change without another proof, and ends its links', async () => {
    const { client, email, newEmail, user } = await startChange()
    const links = [await service.linkTo(email), await service.linkTo(newEmail)]
    clock.advance(hourMs)
    const { data, error } = await client.updateUser({ email: email.toUpperCase() })
    clock.set(new Date())
    expect(error).toBeNull()
    expect(data.user?.new_email).toBeUndefined()
    expect(await changeOf(user.id)).toEqual({ new_email: null, email_change_sent_at: null })
    for (const link of links) expect((await service.press(link)).values.get('error_code')).toBe('otp_expired')
    expect((await client.getUser()).data.user?.email).toBe(email)
  })

  test('changes nothing when none is pending, and leaves other links', async () => {
    const { client, email } = await signUp(service)
    expect((await client.updateUser({ email })).error).toBeNull()
    expect(await service.mailsTo(email)).toHaveLength(1)
    expect((await service.press(await service.linkTo(email))).values.get('type')).toBe('signup')
  })

  test('together with other data does both', async () => {
    const { client, email, newEmail } = await startChange()
    const { data } = await client.updateUser({ email, data: { full_name: 'Otra Forma' } })
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Otra Forma' })
    expect((await service.press(await service.linkTo(newEmail))).values.get('error_code')).toBe('otp_expired')
  })
})

describe('the new address is confirmed by the account’s own person', () => {
  const stranger = '203.0.113.9'
  const pressFrom = async (email: string, headers: Record<string, string>) => {
    const { token, type, redirectTo } = await service.linkTo(email)
    return fetch(`${service.url}/verify`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-test-address': stranger, ...headers },
      body: new URLSearchParams({ token, type, redirect_to: redirectTo }),
    })
  }
  const typeCode = async (newEmail: string, headers: Record<string, string>) => {
    const body = { type: 'email_change', email: newEmail, token: await service.codeTo(newEmail) }
    return service.send('POST', '/verify', { body, headers: { 'x-test-address': stranger, ...headers } })
  }

  test('and by no stranger whom a mistyped address reaches, neither with the link nor with the code', async () => {
    const { client, email, newEmail } = await startChange()
    await service.press(await service.linkTo(email))
    const foreign = { authorization: `Bearer ${(await signUp(service)).session.access_token}` }
    for (const headers of [{}, foreign, { authorization: 'Bearer nonsense' }]) {
      const page = await pressFrom(newEmail, headers)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Termina el cambio en tu cuenta')])
      const typed = await typeCode(newEmail, headers)
      expect([typed.status, await typed.json()]).toEqual([403, expect.objectContaining({ error_code: 'otp_expired' })])
    }
    expect((await client.getUser()).data.user).toMatchObject({ email, new_email: newEmail })
    // The link is still the owner's.
    await service.press(await service.linkTo(newEmail))
    expect((await client.getUser()).data.user?.email).toBe(newEmail)
  })

  test('also from another network in its session, which goes on, and not because a browser has signed in to it', async () => {
    const { client, email, newEmail, session } = await startChange()
    await service.press(await service.linkTo(email))
    const typed = await typeCode(newEmail, { authorization: `Bearer ${session.access_token}` })
    expect([typed.status, await typed.json()]).toEqual([200, { code: 200, msg: 'Email address changed' }])
    expect((await client.getUser()).data.user?.email).toBe(newEmail)

    const body = { email: newEmail, password: goodPassword }
    const signIn = await service.send('POST', '/token?grant_type=password', { body })
    const cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect(cookie).toContain('senda_device')
    const third = newAddress()
    clock.advance(1000)
    expect((await client.updateUser({ email: third })).error).toBeNull()
    await service.press(await service.linkTo(newEmail))
    expect(await (await pressFrom(third, { cookie })).text()).toContain('Termina el cambio en tu cuenta')
    clock.set(new Date())
  })

  test('and not through a page of another site, which sends its own token or password from the browser of a visitor', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://malo.example' }
    const { email, user, session, password } = await signUp(service)
    await service.press(await service.linkTo(email))
    const newEmail = newAddress()
    const headers = { ...foreign, authorization: `Bearer ${session.access_token}`, 'x-test-address': stranger }
    expect((await service.send('PUT', '/user', { body: { email: newEmail }, headers })).status).toBe(200)
    expect(await changeOf(user.id)).toMatchObject({ new_email: newEmail })
    const credentials = { body: { email, password }, headers: { ...foreign, 'x-test-address': stranger } }
    const signIn = await service.send('POST', '/token?grant_type=password', credentials)
    expect([signIn.status, signIn.headers.get('set-cookie')]).toEqual([200, null])
    await service.press(await service.linkTo(email))
    expect(await (await pressFrom(newEmail, {})).text()).toContain('Termina el cambio en tu cuenta')
  })

  test('and mails that went to the address before it was the account’s stay another person’s', async () => {
    const { email, newEmail, user } = await startChange()
    const [current, own] = [await service.linkTo(email), await service.linkTo(newEmail)]
    const booked = { to: newEmail, kind: 'appointments.booked_at_desk' as const, subject: 'Tu cita está reservada' }
    await db
      .transaction()
      .execute((tx) => queueMail(tx, { platform: service.platform, ...booked, text: '-', html: '-', aboutId: user.id }))
    await service.press(current)
    // The database dates mails.
    clock.set(new Date(Date.now() + 1000))
    await service.press(own)
    clock.set(new Date())
    const { recordKeys } = service.platform
    const mails = await mailsPart.read(db, { userId: user.id, recordKeys })
    expect(JSON.stringify(mails)).toContain('accounts.email_change_current')
    expect(JSON.stringify(mails)).not.toContain('appointments.booked_at_desk')
  })
})
