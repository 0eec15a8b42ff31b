import { beforeEach, describe, expect, test } from 'vitest'
import { signOut } from '#server/features/auth/sessions/sessions.ts'
import { acceptInvitation } from '#server/processes/accept-invitation.ts'
import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { buildAccount, buildCenter } from '#server/testing/builders.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { inviteMember } from './usecases/invite-member.ts'

const service = await startService()
const { platform } = service
const { db } = platform
const newPassword = 'otra-sombra-2026'

/** The owner of a centre, in whose name an intruder with a session of their own has invited an accomplice. */
async function buildOwner() {
  const { client, email, user } = await signUp(service)
  const { centerId } = await buildCenter(platform, { ownerId: user.id })
  const { id: sessionId } = await openSession(platform, centerId)
  const accomplice = await buildAccount(platform, { verified: true })
  const byIntruder = { userId: centerId, centerId, sessionId }
  const invite = (address: string) =>
    inviteMember(platform, { ...byIntruder, email: address, role: 'reception', professionalId: null })
  await invite(accomplice.email)
  const token = /\/center\/invitation\/([\w-]{43})/.exec((await service.mailsTo(accomplice.email))[0]?.text ?? '')?.[1]
  return {
    ...{ client, email, centerId, byIntruder, invite },
    accept: () => acceptInvitation(platform, { token: token ?? '', userId: accomplice.userId }),
  }
}

let owner: Awaited<ReturnType<typeof buildOwner>>
beforeEach(async () => {
  owner = await buildOwner()
})

describe('an open invitation', () => {
  const ended = { code: 'team.invitation_not_found' }

  test('ends with a new password of the owner, whose mail says so and names no calendar feed', async () => {
    expect((await owner.client.updateUser({ password: newPassword })).error).toBeNull()
    await expect(owner.accept()).rejects.toMatchObject(ended)
    const mail = (await service.mailsTo(owner.email)).find(({ kind }) => kind === 'accounts.password_changed')
    expect(mail?.text).toContain('retiramos las invitaciones')
    expect(mail?.text).not.toContain('dejaron de funcionar')
  })

  test('ends when the owner signs out everywhere, and not when they sign the others out', async () => {
    const { client, byIntruder } = owner
    expect((await client.signOut({ scope: 'others' })).error).toBeNull()
    const invitations = db.selectFrom('center_invitations').select('id').where('center_id', '=', byIntruder.centerId)
    expect(await invitations.execute()).toHaveLength(1)
    expect((await client.signOut({ scope: 'global' })).error).toBeNull()
    await expect(owner.accept()).rejects.toMatchObject(ended)
  })

  test('stays when another account of the team chooses a new password', async () => {
    const { client } = await signUp(service)
    expect((await client.updateUser({ password: newPassword })).error).toBeNull()
    expect(await owner.accept()).toEqual({ centerId: owner.centerId })
  })
})

test('a session that has ended in the meantime sends no invitation', async () => {
  await signOut(db, { ...owner.byIntruder, scope: 'local' })
  await expect(owner.invite(newAddress())).rejects.toMatchObject({ code: 'session.missing' })
})

test('an invitation that is sent while the password changes is withdrawn or refused', async () => {
  for (let n = 0; n < 3; n += 1) {
    const { client, centerId, invite } = await buildOwner()
    await Promise.allSettled([
      invite(newAddress()),
      client.updateUser({ password: newPassword, current_password: goodPassword }),
      invite(newAddress()),
    ])
    const invitations = db.selectFrom('center_invitations').select('id').where('center_id', '=', centerId)
    expect(await invitations.execute()).toEqual([])
  }
})
