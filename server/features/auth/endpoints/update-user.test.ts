import { describe, expect, test } from 'vitest'

import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'

const service = await startService()
const { db } = service.platform
const newPassword = 'otra-sombra-2026'

describe('a change of the password', () => {
  test('takes effect, ends all other sessions and links, and mails the owner', async () => {
    const { email, client, user } = await signUp(service)
    const other = service.client()
    await other.signInWithPassword({ email, password: goodPassword })
    await service.client().resetPasswordForEmail(email)
    const link = await service.linkTo(email)

    const { data, error } = await client.updateUser({ password: newPassword })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    expect((await client.getUser()).error).toBeNull()
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await service.press(link)).values.get('error_code')).toBe('otp_expired')
    expect((await service.mailsTo(email)).map((mail) => mail.kind)).toContain('accounts.password_changed')
    expect((await service.client().signInWithPassword({ email, password: goodPassword })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await service.client().signInWithPassword({ email, password: newPassword })).error).toBeNull()
  })

  test.for([
    [{ password: goodPassword }, 422, 'same_password'],
    [{ password: 'corta' }, 422, 'weak_password'],
    [{ password: 'x'.repeat(73) }, 400, 'validation_failed'],
    [{ password: 'a\0bcdefgh' }, 400, 'validation_failed'],
    [{ password: newPassword, current_password: 'no es esta' }, 400, 'invalid_credentials'],
  ] as const)('%j is refused', async ([change, status, code]) => {
    const { client, email } = await signUp(service)
    expect((await client.updateUser(change)).error).toMatchObject({ status, code })
    expect((await service.client().signInWithPassword({ email, password: goodPassword })).error).toBeNull()
  })

  test('applies a centre’s stronger rule, whatever its metadata contain', async () => {
    const { client } = await signUp(service, { password: 'Ceibo-2026!', data: { user_type: 'center' } })
    await client.updateUser({ data: { user_type: 'patient' } })
    expect((await client.updateUser({ password: 'sencilla' })).error?.code).toBe('weak_password')
  })

  test('from two sessions simultaneously succeeds once and ends the other session', async () => {
    const { email, client, user } = await signUp(service)
    const other = service.client()
    await other.signInWithPassword({ email, password: goodPassword })
    const both = await Promise.all([
      client.updateUser({ password: 'primera-nueva' }),
      other.updateUser({ password: 'segunda-nueva' }),
    ])
    expect(both.filter((each) => each.error === null)).toHaveLength(1)
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toHaveLength(1)
  })

  test('twice simultaneously in one session requires a new proof for the second, and the session stays open', async () => {
    const { client, session, user } = await signUp(service)
    const headers = { authorization: `Bearer ${session.access_token}` }
    const change = (password: string) => service.send('PUT', '/user', { body: { password }, headers })
    const both = await Promise.all([change('primera-nueva'), change('segunda-nueva')])
    const [won, lost] = both.toSorted((a, b) => a.status - b.status)
    expect(won?.status).toBe(200)
    expect([lost?.status, lost?.headers.get('x-sb-error-code')]).toEqual([400, 'reauthentication_needed'])
    expect((await client.getUser()).data.user?.id).toBe(user.id)
  })
})

describe('a change of the metadata', () => {
  test('merges one level deep, deletes a key that is null, and authorises nothing', async () => {
    const { client, user } = await signUp(service, { data: { full_name: 'Ana', kept: { a: 1 }, gone: true } })
    const { data } = await client.updateUser({
      data: { full_name: 'Ana Laura', gone: null, kept: { b: 2 }, role: 'admin' },
    })
    expect(data.user?.user_metadata).toEqual({ full_name: 'Ana Laura', kept: { b: 2 }, role: 'admin' })
    const roles = await db.selectFrom('user_roles').select('role').where('user_id', '=', user.id).execute()
    expect(roles).toEqual([{ role: 'patient' }])
  })

  test('stays within its maximum size over many small changes', async () => {
    const { client } = await signUp(service)
    await client.updateUser({ data: { a: 'x'.repeat(10_000) } })
    expect((await client.updateUser({ data: { b: 'x'.repeat(10_000) } })).error?.code).toBe('validation_failed')
    expect((await client.updateUser({ data: { a: null, b: 'x'.repeat(10_000) } })).error).toBeNull()
    expect((await client.updateUser({ data: { a: 'a\0' } })).error?.code).toBe('validation_failed')
  })

  test('always changes the token’s user, whatever the body contains', async () => {
    const [firstPerson, secondPerson] = [await signUp(service), await signUp(service)]
    const body = {
      id: secondPerson.user.id,
      sub: secondPerson.user.id,
      user_id: secondPerson.user.id,
      data: { full_name: 'Cambiada' },
    }
    const headers = { authorization: `Bearer ${firstPerson.session.access_token}` }
    const response = await service.send('PUT', `/user?id=${secondPerson.user.id}`, { body, headers })
    expect(await response.json()).toMatchObject({ id: firstPerson.user.id, user_metadata: { full_name: 'Cambiada' } })
    expect((await secondPerson.client.getUser()).data.user?.user_metadata).toEqual({})
  })

  test('an update without any change succeeds', async () => {
    const { client, user } = await signUp(service)
    expect((await client.updateUser({})).data.user?.id).toBe(user.id)
  })
})

describe('a change of the address', () => {
  test.for(['the old one first', 'the new one first'])(
    'needs the confirmation of both addresses, %s',
    async (order) => {
      const { client, email, user } = await signUp(service)
      const newEmail = newAddress()
      const { data } = await client.updateUser({ email: newEmail.toUpperCase() })
      expect(data.user).toMatchObject({ email, new_email: newEmail })
      const [old] = await service.mailsTo(email)
      expect(old?.kind).toBe('accounts.email_change_current')
      const both = [await service.linkTo(email), await service.linkTo(newEmail)]
      const [first, second] = order === 'the old one first' ? both : both.toReversed()
      if (!first || !second) throw new Error('no links')

      const halfway = await service.press(first)
      expect(halfway.values.get('message')).toMatch(/other email/)
      expect(halfway.values.has('access_token')).toBe(false)
      expect((await client.getUser()).data.user?.email).toBe(email)

      const done = await service.press(second)
      expect(done.values.get('type')).toBe('email_change')
      const changed = (await client.getUser()).data.user
      expect(changed).toMatchObject({ id: user.id, email: newEmail, identities: [{ email: newEmail }] })
      expect(changed?.new_email).toBeUndefined()
      const profile = await db.selectFrom('profiles').select('email').where('id', '=', user.id).executeTakeFirst()
      expect(profile?.email).toBe(newEmail)
      expect((await service.client().signInWithPassword({ email: newEmail, password: goodPassword })).error).toBeNull()
      expect((await service.client().signInWithPassword({ email, password: goodPassword })).error?.code).toBe(
        'invalid_credentials',
      )
    },
  )

  test('to a taken address is refused, also when it was taken in the meantime', async () => {
    const taken = await signUp(service)
    const { client, email } = await signUp(service)
    expect((await client.updateUser({ email: taken.email })).error).toMatchObject({ status: 422, code: 'email_exists' })

    const newEmail = newAddress()
    await client.updateUser({ email: newEmail })
    await service.press(await service.linkTo(email))
    const link = await service.linkTo(newEmail)
    await signUp(service, { email: newEmail })
    expect((await service.press(link)).values.get('error_code')).toBe('email_exists')
  })

  test('is limited to a few requests, even for different addresses', async () => {
    const { client, email } = await signUp(service)
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 6; i += 1) codes.push((await client.updateUser({ email: newAddress() })).error?.code)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => undefined), 'over_request_rate_limit'])
    // The address is unverified: with the mail of its sign-up, it receives five mails a day.
    expect(await service.mailsTo(email)).toHaveLength(5)
  })

  test('is limited for each network address, even for different accounts', async () => {
    const headers = { 'x-test-address': '192.0.2.77' }
    for (let i = 0; i < 59; i += 1) {
      await service.send('POST', '/resend', { body: { type: 'email_change', email: newAddress() }, headers })
    }
    const codes: (string | null)[] = []
    for (let i = 0; i < 2; i += 1) {
      const authorization = `Bearer ${(await signUp(service)).session.access_token}`
      const body = { email: newAddress() }
      const response = await service.send('PUT', '/user', { body, headers: { ...headers, authorization } })
      codes.push(response.headers.get('x-sb-error-code'))
    }
    expect(codes).toEqual([null, 'over_request_rate_limit'])
  })

  test('ends the links of an earlier change', async () => {
    const { client, email } = await signUp(service)
    const [first, second] = [newAddress(), newAddress()]
    await client.updateUser({ email: first })
    const oldLink = await service.linkTo(first)
    await client.updateUser({ email: second })
    expect((await service.press(oldLink)).values.get('error_code')).toBe('otp_expired')
    await service.press(await service.linkTo(second))
    await service.press(await service.linkTo(email))
    expect((await client.getUser()).data.user?.email).toBe(second)
  })

  test('ends the confirmation links to the former address', async () => {
    const { client, email } = await signUp(service)
    const signupLink = await service.linkTo(email)
    const newEmail = newAddress()
    await client.updateUser({ email: newEmail })
    await service.press(await service.linkTo(email))
    await service.press(await service.linkTo(newEmail))
    expect((await service.press(signupLink)).values.get('error_code')).toBe('otp_expired')
  })
})

test.for(['Ana https://premio.invalid', 'ana@correo.invalid', 'Ana\nGanaste', 'premio.com.uy'])(
  'a change of the name to %j is refused, and the account keeps its name',
  async (name) => {
    const { client, user } = await signUp(service, { data: { full_name: 'Ana Laura' } })
    for (const key of ['full_name', 'nombre', 'centerName', 'responsible']) {
      expect((await client.updateUser({ data: { [key]: name } })).error, key).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
    const row = await db.selectFrom('profiles').select('full_name').where('id', '=', user.id).executeTakeFirst()
    expect(row?.full_name).toBe('Ana Laura')
    expect((await client.getUser()).data.user?.user_metadata).toMatchObject({ full_name: 'Ana Laura' })
  },
)
