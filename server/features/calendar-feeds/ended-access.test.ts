import { beforeEach, describe, expect, test } from 'vitest'
import { signOut } from '#server/features/auth/sessions/sessions.ts'
import { removeSecondFactor } from '#server/features/auth/usecases/remove-second-factor.ts'
import { shutOutStrangers } from '#server/features/auth/usecases/shut-out-strangers.ts'
import { goodPassword, type Service, signUp, startService } from '#server/testing/auth-service.ts'
import { buildCenter } from '#server/testing/builders.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { createFeed, readFeed } from './calendar-feeds.usecases.ts'

const service = await startService()
const { platform } = service
const { db } = platform
const endedText = 'dejaron de funcionar'
const createdSubject = 'Se creó una dirección para ver la agenda'

/** A receptionist, for whom an intruder with a session of their own has created a feed. */
async function receptionist() {
  const { centerId } = await buildCenter(platform, { name: 'Centro Ñandú' })
  const { client, email, user } = await signUp(service)
  const member = { user_id: user.id, center_id: centerId, member_role: 'reception', professional_id: null }
  await db
    .insertInto('center_members')
    .values({ ...member, created_at: platform.clock.now() })
    .execute()
  await db.updateTable('users').set({ email_verified_at: platform.clock.now() }).where('id', '=', user.id).execute()
  const { id: sessionId } = await openSession(platform, user.id)
  const intruder = { userId: user.id, sessionId, centerId, professionalId: null }
  const { url } = await createFeed(platform, intruder)
  const token = /([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
  return {
    client,
    email,
    intruder,
    isReadable: async () => (await readFeed(platform, { token })) !== undefined,
    mailsOf: (kind: string) => mailsOf(service, { email, kind }),
  }
}

async function mailsOf({ mailsTo }: Service, { email, kind }: { email: string; kind: string }) {
  return (await mailsTo(email)).filter((mail) => mail.kind === kind)
}

type Receptionist = Awaited<ReturnType<typeof receptionist>>
let person: Receptionist
beforeEach(async () => {
  person = await receptionist()
  expect(await person.isReadable()).toBe(true)
})

describe('a calendar feed ends', () => {
  test('with a new password, and the mail says so', async () => {
    expect((await person.client.updateUser({ password: 'otra-sombra-2026' })).error).toBeNull()
    expect(await person.isReadable()).toBe(false)
    const [mail] = await person.mailsOf('accounts.password_changed')
    expect(mail?.text).toContain(endedText)
  })

  test('with a recovered account', async () => {
    const { email } = person
    await service.client().resetPasswordForEmail(email)
    const recovered = service.client()
    const { values } = await service.press(await service.linkTo(email))
    const tokens = { access_token: values.get('access_token') ?? '', refresh_token: values.get('refresh_token') ?? '' }
    await recovered.setSession(tokens)
    expect(await person.isReadable()).toBe(true)
    expect((await recovered.updateUser({ password: 'otra-sombra-2026' })).error).toBeNull()
    expect(await person.isReadable()).toBe(false)
  })

  test('when its user signs out everywhere, and not when they sign the others out', async () => {
    expect((await person.client.signOut({ scope: 'others' })).error).toBeNull()
    expect(await person.isReadable()).toBe(true)
    expect((await person.client.signOut({ scope: 'global' })).error).toBeNull()
    expect(await person.isReadable()).toBe(false)
  })

  test('when staff remove a lost second factor, and the mail says so', async () => {
    const now = platform.clock.now()
    const { userId } = person.intruder
    const factor = { user_id: userId, friendly_name: 'a', status: 'verified', created_at: now, updated_at: now }
    await db
      .insertInto('mfa_factors')
      .values({ ...factor, id: person.intruder.sessionId, sealed_secret: Buffer.alloc(48) })
      .execute()
    expect(await removeSecondFactor(platform, person)).toBe('removed')
    expect(await person.isReadable()).toBe(false)
    const [mail] = await person.mailsOf('accounts.second_factor_removed')
    expect(mail?.text).toContain(endedText)
  })

  test('when strangers are shut out of an account whose address is verified for the first time', async () => {
    const input = { userId: person.intruder.userId, now: platform.clock.now() }
    await db.transaction().execute((tx) => shutOutStrangers(tx, input))
    expect(await person.isReadable()).toBe(false)
  })
})

test('a mail about a new password says nothing about calendars to a user who has none', async () => {
  const { client, email } = await signUp(service)
  expect((await client.updateUser({ password: 'otra-sombra-2026' })).error).toBeNull()
  const [mail] = await mailsOf(service, { email, kind: 'accounts.password_changed' })
  expect(mail?.text).not.toContain(endedText)
})

test('a session that has ended in the meantime creates no feed', async () => {
  await signOut(platform.db, { ...person.intruder, scope: 'local' })
  await expect(createFeed(platform, person.intruder)).rejects.toMatchObject({ code: 'session.missing' })
})

test('a feed that is created while the password changes ends or is refused', async () => {
  for (let n = 0; n < 3; n += 1) {
    const each = await receptionist()
    await Promise.allSettled([
      createFeed(platform, each.intruder),
      each.client.updateUser({ password: 'otra-sombra-2026', current_password: goodPassword }),
      createFeed(platform, each.intruder),
    ])
    const feeds = db.selectFrom('calendar_feeds').select('id').where('user_id', '=', each.intruder.userId)
    expect(await feeds.execute()).toEqual([])
  }
})

test('a new feed is mailed to its user, at most five times a day', async () => {
  const mails = () => person.mailsOf('calendar_feeds.created')
  expect(await mails()).toMatchObject([{ subject: createdSubject }])
  expect((await mails())[0]?.text).toContain('la agenda de Centro Ñandú')
  for (let n = 0; n < 6; n += 1) await createFeed(platform, person.intruder)
  expect(await mails()).toHaveLength(5)
})
