import { describe, expect, test } from 'vitest'
import { requireAppointment } from '#server/features/appointments/repository/appointments.ts'
import { mailCenterAboutDeletion } from '#server/features/appointments/usecases/notify-change.ts'
import { notifyOfObjectionDecision } from '#server/features/appointments/usecases/notify-objection.ts'
import { createFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import { inviteMember } from '#server/features/centers/usecases/invite-member.ts'
import { documentActions } from '#server/features/centers/usecases/review-documents.ts'
import { updateCenter } from '#server/features/centers/usecases/update-profile.ts'
import { warnOfLapses } from '#server/features/centers/usecases/warn-of-lapses.ts'
import { mailUnreadJob } from '#server/features/conversations/usecases/notify-unread.ts'
import { sendMessage } from '#server/features/conversations/usecases/send-message.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { listMails } from '#server/platform/stored-mails.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAccount, buildAppointment, buildCenter, buildLicense, buildService } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { acceptInvitation } from './accept-invitation.ts'

/** In each text that the centre and its accomplices choose. */
const mark = 'Sorteo'

/** Every mail that a centre can cause to its contact address, its owner and the people whom it invites, by kind. */
async function mailsOfCenter({ isApproved }: { isApproved: boolean }): Promise<Map<string, string>> {
  const platform = await testPlatform()
  const { db } = platform
  const owner = await buildAccount(platform, { userType: 'center', fullName: `${mark} Pérez` })
  const contact = 'contacto@prueba.uy'
  const { centerId } = await buildCenter(platform, { ownerId: owner.userId, name: `Gran ${mark}`, email: contact })
  const service = await buildService(platform, { centerId, hasDocuments: false })
  await db
    .updateTable('professionals')
    .set({ full_name: `${mark} Suárez` })
    .where('center_id', '=', centerId)
    .execute()
  const { professionalId } = service
  const patient = await buildAccount(platform, { fullName: `${mark} Luna`, verified: true })
  const { appointmentId } = await buildAppointment(platform, {
    ...service,
    patientId: patient.userId,
    startsAt: monday,
  })
  const between = { userId: patient.userId, recipientId: centerId }
  const { id: conversationId } = await startConversation(platform, between)
  await sendMessage(platform, { userId: patient.userId, conversationId, id: newId(), content: 'Hola' })
  if (!isApproved) {
    await db.updateTable('center_profiles').set({ approved_at: null }).where('id', '=', centerId).execute()
  }
  const { id: sessionId } = await openSession(platform, owner.userId)
  const byOwner = { userId: centerId, centerId, sessionId }

  const invited = await buildAccount(platform, { fullName: `${mark} Gómez`, verified: true })
  await inviteMember(platform, { ...byOwner, email: invited.email, role: 'reception', professionalId: null })
  const [invitation] = await listMails(platform, { limit: 1 })
  const token = /\/center\/invitation\/([\w-]{43})/.exec(invitation?.text ?? '')?.[1] ?? ''
  await acceptInvitation(platform, { token, userId: invited.userId })
  await createFeed(platform, { ...byOwner, professionalId })
  // As on the next day: an unverified address receives five mails a day.
  await db.deleteFrom('rate_limits').execute()
  await db.transaction().execute(async (tx) => {
    await mailCenterAboutDeletion(tx, { platform, appointment: await requireAppointment(tx, { appointmentId }) })
    for (const kind of [
      'no_show',
      'cancellation',
      'early_visit',
      'invented_visit',
      'refund',
      'undone_payment',
    ] as const) {
      await tx.deleteFrom('rate_limits').execute()
      await notifyOfObjectionDecision(tx, { platform, appointmentId, kind, decision: 'kept', reason: 'Lo revisamos.' })
    }
  })
  // And on the day after that.
  await db.deleteFrom('rate_limits').execute()
  await mailUnreadJob.run({ platform, payload: { conversationId, side: 'center', number: 1 } })
  await buildLicense(platform, { centerId, status: 'approved', fileName: 'a.pdf', expiryDate: '2026-11-21' })
  await warnOfLapses(platform)
  const staff = await buildAccount(platform)
  const check = db.selectFrom('compliance_checks').where('center_id', '=', centerId).select('id')
  const targets = [{ id: (await check.executeTakeFirstOrThrow()).id, lastActionId: null }]
  const actor = { userId: staff.userId, roles: ['admin'] as const }
  await actOnEach(platform, documentActions.request, { actor, targets, reason: 'No se lee.' })
  const edit = {
    ...{
      name: `Gran ${mark}`,
      description: '',
      specialties: [],
      languages: [],
      covers: [],
      modalities: ['Presencial' as const],
    },
    ...{ address: 'Av. Brasil 2500', neighborhood: 'Pocitos', department: 'Montevideo', phone: '+598 2900 1234' },
    ...{
      contactEmail: `hola@${mark}.uy`,
      alternativeEmail: '',
      website: '',
      whatsapp: '',
      instagram: '',
      facebook: '',
    },
    ...{ sessionDuration: 50, confirmsManually: true, lateRefundPercent: 100 as const, cancellationPolicy: '' },
  }
  await updateCenter(platform, { centerId, userId: centerId, edit })

  const chosen = [contact, owner.email, invited.email]
  const mails = (await listMails(platform, { limit: 100 })).filter(({ to }) => chosen.includes(to))
  return new Map(mails.map(({ kind, subject, html, text }) => [kind, `${subject}\n${html}\n${text}`]))
}

describe('a centre that staff have not approved', () => {
  test('has no text of its choice in any mail to an address of its choice', async () => {
    const mails = await mailsOfCenter({ isApproved: false })
    for (const [kind, text] of mails) expect(text, kind).not.toContain(mark)
    const approved = await mailsOfCenter({ isApproved: true })
    expect([...mails.keys()].toSorted()).toEqual([...approved.keys()].toSorted())
    for (const [kind, text] of approved) expect(text, kind).toContain(mark)
    expect(approved.size).toBe(14)
  })
})
