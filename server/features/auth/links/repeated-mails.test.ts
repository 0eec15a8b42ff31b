import { describe, expect, test } from 'vitest'
import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()

describe('a repeated request for a mail', () => {
  test.for(['first', 'second'] as const)(
    'keeps each link valid until one is used, and mails none to a verified address: %s',
    async (used) => {
      const { email, password } = await signUp(service)
      const first = await service.linkTo(email)
      expect((await service.client().resend({ type: 'signup', email })).error).toBeNull()
      const second = await service.linkTo(email)
      const [pressed, other] = used === 'first' ? [first, second] : [second, first]
      expect((await service.press(pressed)).values.has('access_token')).toBe(true)
      expect((await service.press(other)).values.get('error_code')).toBe('otp_expired')
      // Both links confirm the same sign-up, so its password counts.
      expect((await service.client().signInWithPassword({ email, password })).error).toBeNull()

      await service.resetLimits()
      expect((await service.client().resend({ type: 'signup', email })).error).toBeNull()
      expect(await service.mailsTo(email)).toHaveLength(2)
      expect((await service.client().resend({ type: 'signup', email })).error?.code).toBe('over_email_send_rate_limit')
    },
  )

  test('keeps the earlier links of a change of address, also when a stranger requests it', async () => {
    const { client, email } = await signUp(service)
    const newEmail = newAddress()
    await client.updateUser({ email: newEmail })
    const [fromOld, fromNew] = [await service.linkTo(email), await service.linkTo(newEmail)]
    const { error } = await service
      .client({ address: '198.51.100.9', flowType: 'pkce' })
      .resend({ type: 'email_change', email })
    expect(error).toBeNull()
    await service.press(fromOld)
    await service.press(fromNew)
    expect((await client.getUser()).data.user?.email).toBe(newEmail)
    for (const address of [email, newEmail]) {
      expect((await service.press(await service.linkTo(address))).values.get('error_code')).toBe('otp_expired')
    }
  })

  test('mails only the other address when one has confirmed the change', async () => {
    const { client, email } = await signUp(service)
    const newEmail = newAddress()
    await client.updateUser({ email: newEmail })
    await service.press(await service.linkTo(email))
    const mailsBefore = await service.mailsTo(email)
    expect((await service.client().resend({ type: 'email_change', email })).error).toBeNull()
    expect(await service.mailsTo(email)).toHaveLength(mailsBefore.length)
    expect(await service.mailsTo(newEmail)).toHaveLength(2)
    await service.press(await service.linkTo(newEmail))
    expect((await client.getUser()).data.user?.email).toBe(newEmail)
  })

  test('mails both addresses of a change, and none for unknown addresses and kinds', async () => {
    const { client, email } = await signUp(service)
    const newEmail = newAddress()
    await client.updateUser({ email: newEmail })
    expect((await service.client().resend({ type: 'email_change', email })).error).toBeNull()
    expect(await service.mailsTo(newEmail)).toHaveLength(2)
    expect((await service.client().resend({ type: 'signup', email: newAddress() })).error).toBeNull()
    const sms = await service.send('POST', '/resend', { body: { type: 'sms', phone: '099' } })
    expect([sms.status, sms.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
  })
})
