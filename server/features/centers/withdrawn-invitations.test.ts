import { beforeEach, describe, expect, test } from 'vitest'
import { endLastingAccess } from '#server/features/auth/repository/lasting-access.ts'
import { signOut } from '#server/features/auth/sessions/sessions.ts'
import { hashSecret, newId, newSecret } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { acceptInvitation } from '#server/processes/accept-invitation.ts'
import { goodPassword, newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { buildAccount, buildCenter, buildProfessional } from '#server/testing/builders.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { removeOtherMembers } from './repository/access.ts'
import * as invitations from './repository/invitations.ts'
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

describe('a withdrawal of several invitations locks them in the order of their ids', () => {
  const { pool } = platform
  type Invited = { centerId: string; professionalId: string; token: string }
  const inTransaction = (withdraw: (tx: Tx, invited: Invited) => Promise<unknown>) => (invited: Invited) =>
    db.transaction().execute((tx) => withdraw(tx, invited))

  /** Two open invitations for a professional, the one with the higher id stored first. */
  async function buildInvitations() {
    const { centerId } = await buildCenter(platform)
    const { professionalId } = await buildProfessional(platform, { centerId })
    const ids = [newId(), newId()].toSorted()
    const token = newSecret()
    const now = platform.clock.now()
    for (const id of ids.toReversed()) {
      await db
        .insertInto('center_invitations')
        .values({
          id,
          center_id: centerId,
          email: newAddress(),
          member_role: 'professional',
          professional_id: professionalId,
          token_hash: id === ids[1] ? hashSecret(token) : hashSecret(newSecret()),
          invited_by: centerId,
          sent_at: now,
          expires_at: new Date(now.getTime() + dayMs),
          created_at: now,
        })
        .execute()
    }
    return { centerId, professionalId, token, first: ids[0] ?? '', second: ids[1] ?? '' }
  }

  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const lock = 'select from center_invitations where id = $1 for update nowait'

  test.for([
    ['a new password', inTransaction((tx, { centerId }) => endLastingAccess(tx, { userId: centerId }))],
    ['a deactivated professional', inTransaction((tx, invited) => invitations.withdrawInvitationsOf(tx, invited))],
    ['a deleted account', inTransaction((tx, { centerId }) => invitations.deleteOfAccount(tx, { userId: centerId }))],
    [
      'an address that a stranger did not verify',
      inTransaction((tx, { centerId }) => removeOtherMembers(tx, { centerId, now: platform.clock.now() })),
    ],
    [
      'an accepted invitation',
      inTransaction(async (tx, { token, professionalId }) => {
        await invitations.consume(tx, { tokenHash: hashSecret(token), now: platform.clock.now() })
        await invitations.withdrawInvitationsOf(tx, { professionalId })
      }),
    ],
    [
      'the end of their time',
      () => invitations.deleteExpired(db, { now: new Date(platform.clock.now().getTime() + 2 * dayMs) }),
    ],
  ] as const)('after %s', async ([, withdraw]) => {
    const invited = await buildInvitations()
    const [holder, other] = [await pool.connect(), await pool.connect()]
    await holder.query('begin')
    await holder.query(lock, [invited.first])
    const withdrawn = withdraw(invited)
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await expect(other.query(lock, [invited.second])).resolves.toMatchObject({ rowCount: 1 })
    await holder.query('rollback')
    await withdrawn
    const left = db.selectFrom('center_invitations').select('id').where('center_id', '=', invited.centerId)
    expect(await left.execute()).toEqual([])
    holder.release()
    other.release()
  })
})
