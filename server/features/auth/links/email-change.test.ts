import { describe, expect, test } from 'vitest'
import { hourMs } from '#server/platform/local-time.ts'

import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'

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
