import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { dayMs, minuteMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailsPerDay } from '#server/platform/mail-allowance.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { acceptInvitationRoutes } from '#server/processes/accept-invitation.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { buildAccount, buildCenter, buildMember, buildProfessional, verifyEmail } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn, callerWithSession } from '#server/testing/signed-in.ts'
import { practiceRoutes } from './routes/practice.ts'
import { teamRoutes } from './routes/team.ts'
import { purgeInvitations } from './usecases/invite-member.ts'

const platform = await testPlatform()

const as = (userId: string | undefined) =>
  clientOf(
    platform,
    { ...teamRoutes, ...acceptInvitationRoutes.team, memberships: practiceRoutes.memberships },
    userId === undefined ? undefined : callerWithSession(platform, userId),
  )

/** The token of the link in the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const mails = await listMails(platform, { limit: 1000 })
  const mail = mails.find(({ to, kind }) => to === email && kind === 'centers.invitation')
  const token = /\/center\/invitation\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`no invitation to ${email}`)
  return token
}

const membersOf = async (centerId: string) =>
  (await as(centerId).get({ centerId })).members.map(({ userId, role }) => ({ userId, role }))

describe('an invitation', () => {
  test('is mailed to its address, names the centre and the role, and adds its reader to the team once', async () => {
    const { centerId } = await buildCenter(platform, { name: 'Centro Aires' })
    const { userId, email } = await buildAccount(platform, { fullName: 'Rita Sosa', verified: true })
    const team = await as(centerId).invite({
      centerId,
      email: email.toUpperCase(),
      role: 'reception',
      professionalId: null,
    })
    expect(team.invitations).toMatchObject([
      { email, role: 'reception', professionalId: null, expiresAt: '2026-12-04T12:00:00.000Z' },
    ])
    const token = await linkTo(email)
    expect(await as(undefined).invitation({ token })).toEqual({
      centerName: 'Centro Aires',
      role: 'reception',
      professionalName: null,
      emailHint: `${email.slice(0, 1)}•••@prueba.uy`,
      hasAccount: true,
      expiresAt: '2026-12-04T12:00:00.000Z',
    })
    expect(await as(userId).acceptInvitation({ token })).toEqual({ centerId })
    expect(await as(userId).memberships()).toMatchObject({ items: [{ centerId, role: 'reception' }] })
    await expect(as(undefined).invitation({ token })).rejects.toMatchObject({ code: 'team.invitation_not_found' })
    expect((await as(centerId).get({ centerId })).invitations).toEqual([])
    const notified = (await listMails(platform, { limit: 1000 })).find(({ kind }) => kind === 'centers.joined.center')
    expect(notified?.text).toContain('Rita Sosa ya es parte del equipo de Centro Aires.')
  })

  test('that is accepted is mailed to the owner’s account, too, because an intruder may have changed the contact address', async () => {
    const joinedOf = async (name: string) => {
      const mails = await listMails(platform, { limit: 1000 })
      return mails.filter(({ kind, text }) => kind === 'centers.joined.center' && text.includes(name))
    }
    const accept = async (centerId: string) => {
      const { userId, email } = await buildAccount(platform, { verified: true })
      await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
      await as(userId).acceptInvitation({ token: await linkTo(email) })
    }
    const [owner, name] = [await buildAccount(platform, { userType: 'center', verified: true }), newId()]
    const contactEmail = `contacto-${name}@prueba.uy`
    const { centerId } = await buildCenter(platform, { ownerId: owner.userId, name, email: contactEmail })
    await accept(centerId)
    expect((await joinedOf(name)).map(({ to }) => to).toSorted()).toEqual([owner.email, contactEmail].toSorted())
    const [solo, soloName] = [await buildAccount(platform, { userType: 'center', verified: true }), newId()]
    await buildCenter(platform, { ownerId: solo.userId, name: soloName, email: solo.email })
    await accept(solo.userId)
    expect((await joinedOf(soloName)).map(({ to }) => to)).toEqual([solo.email])
  })

  test('lets a person without an account register as a member, with a verified address', async () => {
    const { centerId } = await buildCenter(platform)
    const email = `nueva-${newId()}@prueba.uy`
    await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const token = await linkTo(email)
    expect(await as(undefined).invitation({ token })).toMatchObject({ hasAccount: false })
    const form = { token, fullName: 'Alma Ríos', phone: '099 123 456', password: 'sendero', acceptTerms: true }
    const outcomes = await Promise.allSettled([
      as(undefined).registerInvited(form),
      as(undefined).registerInvited(form),
    ])
    const fulfilled = { status: 'fulfilled', value: { centerId, email } }
    expect(outcomes).toEqual([fulfilled, fulfilled])
    const user = await platform.db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.id', 'users.id')
      .where('users.email', '=', email)
      .select(['users.id', 'users.email_verified_at', 'profiles.phone', 'profiles.full_name', 'profiles.user_type'])
      .executeTakeFirstOrThrow()
    expect(user).toMatchObject({ phone: '+598 99 123 456', full_name: 'Alma Ríos', user_type: 'patient' })
    expect(user.email_verified_at).not.toBeNull()
    expect(await as(user.id).memberships()).toMatchObject({ items: [{ centerId, role: 'reception' }] })
  })

  test('that was accepted is accepted again by the same member for ten minutes, and by no other account', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId, email } = await buildAccount(platform, { verified: true })
    const stranger = await buildAccount(platform, { verified: true })
    await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const token = await linkTo(email)
    const accept = (by: string) => as(by).acceptInvitation({ token })
    const ended = { code: 'team.invitation_not_found' }
    expect(await Promise.all([accept(userId), accept(userId)])).toEqual([{ centerId }, { centerId }])
    const joined = async () =>
      (await listMails(platform, { limit: 1000 })).filter(({ kind }) => kind === 'centers.joined.center').length
    const mails = await joined()
    expect(await accept(userId)).toEqual({ centerId })
    expect(await joined()).toBe(mails)
    await expect(accept(stranger.userId)).rejects.toMatchObject(ended)
    const form = { token, fullName: 'Alma Ríos', phone: '099 123 456', password: 'sendero', acceptTerms: true }
    await expect(as(undefined).registerInvited(form)).rejects.toMatchObject(ended)
    platform.clock.advance(10 * minuteMs)
    await expect(accept(userId)).rejects.toMatchObject(ended)
    platform.clock.advance(-10 * minuteMs)
    await as(centerId).removeMember({ centerId, userId })
    await expect(accept(userId)).rejects.toMatchObject(ended)
  })

  test('that created an account is repeated with the same password only, five times', async () => {
    const { centerId } = await buildCenter(platform)
    const email = `repetida-${newId()}@prueba.uy`
    await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const token = await linkTo(email)
    const register = (password: string) =>
      as(undefined).registerInvited({ token, fullName: 'Alma Ríos', phone: '099 123 456', password, acceptTerms: true })
    expect(await register('sendero')).toEqual({ centerId, email })
    expect(await register('sendero')).toEqual({ centerId, email })
    for (let n = 0; n < 4; n += 1) {
      await expect(register('otra-clave')).rejects.toMatchObject({ code: 'team.invitation_not_found' })
    }
    await expect(register('sendero')).rejects.toMatchObject({ code: 'request.too_many' })
    const accounts = await platform.db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(accounts).toHaveLength(1)
  })

  test('creates no second account for an address that has one, and stays valid for that account', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId, email } = await buildAccount(platform)
    await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const token = await linkTo(email)
    expect(await as(undefined).invitation({ token })).toMatchObject({ hasAccount: true })
    const form = { token, fullName: 'Alma Ríos', phone: '099 123 456', password: 'sendero', acceptTerms: true }
    await expect(as(undefined).registerInvited(form)).rejects.toMatchObject({ code: 'team.account_exists' })
    await verifyEmail(platform, { userId })
    expect(await as(userId).acceptInvitation({ token })).toEqual({ centerId })
  })

  test('is refused to an account with an unverified address, and can be accepted after its verification', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId, email } = await buildAccount(platform)
    await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const token = await linkTo(email)
    await expect(as(userId).acceptInvitation({ token })).rejects.toMatchObject({ code: 'team.email_unverified' })
    expect(await membersOf(centerId)).toEqual([{ userId: centerId, role: 'owner' }])
    const user = await platform.db
      .selectFrom('users')
      .where('id', '=', userId)
      .select('email_verified_at')
      .executeTakeFirstOrThrow()
    expect(user.email_verified_at).toBeNull()
    await verifyEmail(platform, { userId })
    expect(await as(userId).acceptInvitation({ token })).toEqual({ centerId })
  })

  test('for a professional links the account to that professional', async () => {
    const { centerId, professionalId } = await buildProfessional(platform)
    const { userId, email } = await buildAccount(platform, { verified: true })
    await as(centerId).invite({ centerId, email, role: 'professional', professionalId })
    const token = await linkTo(email)
    expect(await as(undefined).invitation({ token })).toMatchObject({ professionalName: 'Ana Suárez' })
    await as(userId).acceptInvitation({ token })
    expect(await as(userId).memberships()).toMatchObject({ items: [{ role: 'professional', professionalId }] })
    expect((await as(centerId).get({ centerId })).professionals).toMatchObject([{ hasAccount: true }])
    await expect(
      as(centerId).invite({ centerId, email: 'otra@prueba.uy', role: 'professional', professionalId }),
    ).rejects.toMatchObject({ code: 'team.professional_has_account' })
  })

  test('that is sent again can be accepted only with the new link', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId, email } = await buildAccount(platform, { verified: true })
    const invite = () => as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    await invite()
    const first = await linkTo(email)
    expect((await invite()).invitations).toHaveLength(1)
    await expect(as(userId).acceptInvitation({ token: first })).rejects.toMatchObject({
      code: 'team.invitation_not_found',
    })
    expect(await as(userId).acceptInvitation({ token: await linkTo(email) })).toEqual({ centerId })
  })

  test('that was withdrawn, has expired or never existed is not found', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId, email } = await buildAccount(platform)
    const invite = () => as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const expectNotFound = (token: string) =>
      expect(as(userId).acceptInvitation({ token })).rejects.toMatchObject({ code: 'team.invitation_not_found' })
    const [invitation] = (await invite()).invitations
    const withdrawn = await linkTo(email)
    await as(centerId).withdrawInvitation({ centerId, invitationId: invitation?.id ?? '' })
    await expectNotFound(withdrawn)
    await invite()
    platform.clock.advance(14 * dayMs)
    await expectNotFound(await linkTo(email))
    expect((await as(centerId).get({ centerId })).invitations).toEqual([])
    await purgeInvitations(platform)
    platform.clock.advance(-14 * dayMs)
    expect((await as(centerId).get({ centerId })).invitations).toEqual([])
    await expectNotFound('x'.repeat(43))
    await expectNotFound('')
  })

  test('for another address is refused with a hint, and stays valid for that address', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId, email } = await buildAccount(platform, { verified: true })
    const other = await buildAccount(platform)
    await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const token = await linkTo(email)
    await expect(as(other.userId).acceptInvitation({ token })).rejects.toMatchObject({
      code: 'team.other_address',
      data: { hint: `${email.slice(0, 1)}•••@prueba.uy` },
    })
    expect(await as(userId).acceptInvitation({ token })).toEqual({ centerId })
  })

  test('that is accepted several times simultaneously adds one member', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId, email } = await buildAccount(platform, { verified: true })
    await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const token = await linkTo(email)
    const accept = () => as(userId).acceptInvitation({ token })
    const outcomes = await Promise.allSettled([accept(), accept(), accept()])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(await membersOf(centerId)).toEqual([
      { userId: centerId, role: 'owner' },
      { userId, role: 'reception' },
    ])
  })

  test('to two people for one professional adds only one of them', async () => {
    const { centerId, professionalId } = await buildProfessional(platform)
    const people = [await buildAccount(platform, { verified: true }), await buildAccount(platform, { verified: true })]
    for (const { email } of people) await as(centerId).invite({ centerId, email, role: 'professional', professionalId })
    const outcomes = await Promise.allSettled(
      people.map(async ({ userId, email }) => as(userId).acceptInvitation({ token: await linkTo(email) })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await membersOf(centerId)).toHaveLength(2)
    expect((await as(centerId).get({ centerId })).invitations).toEqual([])
  })

  test('for a professional ends when that professional is deactivated', async () => {
    const { centerId, professionalId } = await buildProfessional(platform)
    const { userId, email } = await buildAccount(platform)
    await as(centerId).invite({ centerId, email, role: 'professional', professionalId })
    const token = await linkTo(email)
    const deactivated = await as(centerId).setProfessionalActive({ centerId, professionalId, isActive: false })
    expect(deactivated.invitations).toEqual([])
    await expect(as(userId).acceptInvitation({ token })).rejects.toMatchObject({ code: 'team.invitation_not_found' })
    await expect(as(centerId).invite({ centerId, email, role: 'professional', professionalId })).rejects.toMatchObject({
      code: 'team.professional_not_found',
    })
  })

  test('does not admit an account that is suspended while the request runs', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId, email } = await buildAccount(platform)
    await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const token = await linkTo(email)
    await platform.db.updateTable('profiles').set({ status: 'suspended' }).where('id', '=', userId).execute()
    await expect(as(userId).acceptInvitation({ token })).rejects.toMatchObject({ code: 'session.missing' })
    expect(await membersOf(centerId)).toHaveLength(1)
  })

  test('does not admit an account that is deleted simultaneously', async () => {
    for (let round = 0; round < 4; round++) {
      const { centerId } = await buildCenter(platform)
      const { userId, email, sessionId } = await buildSignedIn(platform)
      await as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
      const token = await linkTo(email)
      const [, deleted] = await Promise.allSettled([
        as(userId).acceptInvitation({ token }),
        deleteAccount(platform, { actor: { userId, sessionId }, currentPassword: null }),
      ])
      expect(deleted.status).toBe('fulfilled')
      expect(await membersOf(centerId)).toEqual([{ userId: centerId, role: 'owner' }])
    }
  })

  test('to a member of the team, or for an unknown professional, is refused', async () => {
    const { centerId } = await buildCenter(platform)
    const reception = await buildMember(platform, { centerId, role: 'reception' })
    const other = await buildProfessional(platform)
    const invite = ({ email, professionalId }: { email: string; professionalId?: string }) =>
      as(centerId).invite({
        centerId,
        email,
        role: professionalId === undefined ? 'reception' : 'professional',
        professionalId: professionalId ?? null,
      })
    await expect(invite({ email: reception.email })).rejects.toMatchObject({ code: 'team.already_member' })
    await expect(invite({ email: 'a@prueba.uy', professionalId: other.professionalId })).rejects.toMatchObject({
      code: 'team.professional_not_found',
    })
    await expect(
      as(centerId).invite({ centerId, email: 'a@prueba.uy', role: 'professional', professionalId: null }),
    ).rejects.toMatchObject({ data: { issues: [{ path: ['professionalId'], message: 'Elige qué profesional es' }] } })
    await expect(invite({ email: 'no es un correo' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('is refused when its address has reached the limit of mails a day, and the earlier link stays valid', async () => {
    const { centerId } = await buildCenter(platform, { isApproved: false })
    const email = `lleno-${centerId}@prueba.uy`
    const invite = () => as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
    const [before] = (await invite()).invitations
    const about = { kind: 'appointments.moved', aboutId: newId() } as const
    const notice = { platform, to: email, ...about, subject: 'Aviso', html: '', text: '' }
    for (let sent = 1; sent < mailsPerDay; sent++) expect(await queueMail(platform.db, notice)).toBe(true)
    await expect(invite()).rejects.toMatchObject({ code: 'team.mailbox_full', status: 429 })
    expect((await as(centerId).get({ centerId })).invitations).toEqual([before])
    expect(await as(undefined).invitation({ token: await linkTo(email) })).toMatchObject({ hasAccount: false })
    // The refused attempt does not count as one of the centre's three.
    for (const n of [2, 3]) {
      await as(centerId).invite({
        centerId,
        email: `lleno-${n}-${centerId}@prueba.uy`,
        role: 'reception',
        professionalId: null,
      })
    }
  })

  test('is mailed to an address at most four times a day, whether or not it has a confirmed account', async () => {
    const { centerId } = await buildCenter(platform)
    const { email: confirmed } = await buildAccount(platform, { verified: true })
    const { email: unconfirmed } = await buildAccount(platform, { verified: false })
    for (const email of [confirmed, unconfirmed, `sin-cuenta-${centerId}@prueba.uy`]) {
      const invite = () => as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
      for (let sent = 0; sent < 4; sent++) await invite()
      await expect(invite(), email).rejects.toMatchObject({ code: 'request.too_many' })
    }
  })

  test('is refused after sixty invitations of the centre in ten minutes', async () => {
    const { centerId } = await buildCenter(platform)
    const invite = (n: number) =>
      as(centerId).invite({ centerId, email: `n${n}-${centerId}@prueba.uy`, role: 'reception', professionalId: null })
    for (let n = 0; n < 60; n++) await invite(n)
    await expect(invite(60)).rejects.toMatchObject({ code: 'request.too_many' })
  })
})

describe('a centre that is not approved', () => {
  const invite = (centerId: string, email: string) =>
    as(centerId).invite({ centerId, email, role: 'reception', professionalId: null })
  const sentTo = async (prefix: string) =>
    (await listMails(platform, { limit: 1000 })).filter(({ to }) => to.startsWith(prefix)).length

  test('can send three invitations a day, counting withdrawn and repeated ones, and more on the next day', async () => {
    const { centerId } = await buildCenter(platform, { isApproved: false })
    await invite(centerId, 'cupo-1@prueba.uy')
    const { invitations } = await invite(centerId, 'cupo-2@prueba.uy')
    for (const { id } of invitations) await as(centerId).withdrawInvitation({ centerId, invitationId: id })
    await invite(centerId, 'cupo-1@prueba.uy')
    await expect(invite(centerId, 'cupo-4@prueba.uy')).rejects.toMatchObject({
      code: 'team.too_many_invitations',
      status: 429,
      message: 'Hasta que aprobemos tu centro puedes enviar 3 invitaciones por día. Mañana puedes enviar más.',
    })
    expect(await sentTo('cupo-')).toBe(3)
    platform.clock.advance(dayMs)
    await purgeInvitations(platform)
    await invite(centerId, 'cupo-4@prueba.uy')
    platform.clock.advance(-dayMs)
  })

  test('mails an invitation without its name, in which it could advertise; an approved one names itself', async () => {
    const name = 'Gran Sorteo de Autos'
    const pending = await buildCenter(platform, { isApproved: false, name })
    await invite(pending.centerId, 'sin-nombre@prueba.uy')
    const approved = await buildCenter(platform, { name })
    await invite(approved.centerId, 'con-nombre@prueba.uy')
    const mails = await listMails(platform, { limit: 1000 })
    const [without, withName] = ['sin-nombre', 'con-nombre'].map((prefix) =>
      JSON.stringify(mails.find(({ to }) => to.startsWith(prefix))),
    )
    expect(without).toContain('Un centro que todavía no verificamos te invita')
    expect(without).not.toContain(name)
    expect(withName).toContain(name)
  })

  test('can send only three of ten simultaneous invitations', async () => {
    const { centerId } = await buildCenter(platform, { isApproved: false })
    const invitations = Array.from({ length: 10 }, (_, index) => invite(centerId, `junta-${index}@prueba.uy`))
    const outcomes = await Promise.allSettled(invitations)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await sentTo('junta-')).toBe(3)
  })

  test('has no such limit once staff have approved it', async () => {
    const { centerId } = await buildCenter(platform)
    for (const index of [1, 2, 3, 4, 5]) await invite(centerId, `libre-${index}@prueba.uy`)
    expect(await sentTo('libre-')).toBe(5)
  })
})
