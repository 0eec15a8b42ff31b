import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { queueMail } from '#server/platform/mail.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { deleteAccount } from '#server/processes/delete-account.ts'
import { downloadExport, requestExport } from '#server/processes/export-data.ts'
import { newAddress, signUp, startService } from '#server/testing/auth-service.ts'
import { fileText } from '#server/testing/file-text.ts'
import { runJobs } from '#server/testing/platform.ts'
import { findUser } from './repository/users.ts'

const service = await startService()
const { platform } = service
beforeEach(() => service.resetLimits())

/** Mails to a centre's guest, to an invited member, to a centre, and about a patient's appointment. */
const kinds = [
  'appointments.booked_at_desk',
  'centers.invitation',
  'appointments.booked.center',
  'appointments.booked',
] as const

const password = 'Senda-2026!'

async function mailTo(email: string): Promise<void> {
  for (const kind of kinds) {
    const content = { subject: `Asunto de ${kind}`, html: 'cita', text: 'cita' }
    await queueMail(platform.db, { platform, to: email, kind, aboutId: newId(), ...content })
  }
}

/** A visitor who registers with an address that received mails before and after the registration. */
async function registerVisitor(data: object = {}) {
  const email = newAddress()
  await mailTo(email)
  const person = await signUp(service, { email, data, password })
  const link = await service.linkTo(email)
  await mailTo(email)
  const { session_id: sessionId } = (await person.client.getClaims()).data?.claims ?? {}
  return { ...person, link, actor: { userId: person.user.id, sessionId: sessionId ?? '' } }
}

async function exportOf(userId: string): Promise<{ json: string; html: string; kinds: string[] }> {
  const { id: exportId } = await requestExport(platform, { userId })
  await runJobs(platform)
  const json = await fileText(await downloadExport(platform, { userId, exportId, format: 'json' }))
  const html = await fileText(await downloadExport(platform, { userId, exportId, format: 'html' }))
  const { data } = JSON.parse(json) as { data: { mails: { kind: string }[] } }
  return { json, html, kinds: data.mails.map(({ kind }) => kind) }
}

const mailKindsTo = async (email: string) =>
  (await listMails(platform, { limit: 1000 })).filter(({ to }) => to === email).map(({ kind }) => kind)

describe.each([{ user_type: 'patient' }, { user_type: 'center' }])(
  'an account of %j that has not proved its address',
  (data) => {
    test('exports none of the mails to that address, in either form', async () => {
      const { user } = await registerVisitor(data)
      const copy = await exportOf(user.id)
      expect(copy.kinds).toEqual([])
      expect(copy.json + copy.html).not.toContain('Asunto de')
    })

    test('deletes none of them when it is deleted', async () => {
      const { email, actor } = await registerVisitor(data)
      const before = await mailKindsTo(email)
      await deleteAccount(platform, { actor, currentPassword: password })
      expect((await mailKindsTo(email)).filter((kind) => kind !== 'accounts.deleted')).toEqual(before)
    })

    test('moves none of them to another address', async () => {
      const { email, client, user } = await registerVisitor(data)
      const newEmail = newAddress()
      // The mails before used up what an unverified address receives in a day.
      await service.resetLimits()
      expect((await client.updateUser({ email: newEmail })).error).toBeNull()
      await service.press(await service.linkTo(email))
      await service.press(await service.linkTo(newEmail))
      expect((await findUser(platform.db, { id: user.id }))?.email).toBe(newEmail)
      const copy = await exportOf(user.id)
      expect(copy.json + copy.html).not.toContain('Asunto de')
    })
  },
)

test('once the link is used, the account exports and deletes the mails since its registration', async () => {
  const { email, actor, link } = await registerVisitor()
  await service.press(link)
  expect((await exportOf(actor.userId)).kinds).toEqual(
    expect.arrayContaining(['accounts.signup', ...kinds.filter((kind) => !kind.endsWith('.center'))]),
  )
  const client = service.client()
  await client.resetPasswordForEmail(email)
  const { data } = await client.verifyOtp({ type: 'recovery', token_hash: (await service.linkTo(email)).token })
  expect(data.user?.id).toBe(actor.userId)
  const { session_id: sessionId = '' } = (await client.getClaims()).data?.claims ?? {}
  await deleteAccount(platform, { actor: { userId: actor.userId, sessionId }, currentPassword: password })
  expect(new Set(await mailKindsTo(email))).toEqual(new Set(['accounts.deleted', 'appointments.booked.center']))
})
