import { expect, test } from 'vitest'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { insertRevision } from '#server/features/invoicing/repository/tax-data.ts'
import { readDocuments } from '#server/features/invoicing/usecases/export-documents.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { createReview, replyToReview, reportReview } from '#server/features/reviews/usecases/reviews.ts'
import {
  buildAppointment,
  buildCenter,
  buildLicense,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { fileText } from '#server/testing/file-text.ts'
import { findTexts } from '#server/testing/find-texts.ts'
import { centerTaxData } from '#server/testing/foreign-rows/invoicing.ts'
import { runJobs, testPlatform } from '#server/testing/platform.ts'
import { buildReward } from '#server/testing/promotions.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { deleteAccount } from './delete-account.ts'
import { downloadExport, requestExport } from './export-data.ts'

const platform = await testPlatform()

/** An owner whose centre has a completed appointment that was paid, rated, replied to and reported. */
async function buildOwner() {
  const owner = await buildSignedIn(platform, { roles: ['center'] })
  const { centerId } = await buildCenter(platform, { ownerId: owner.userId, name: 'Centro Ceibo' })
  const { professionalId } = await buildProfessional(platform, { centerId })
  const service = await buildService(platform, { centerId, professionalId })
  const { patientId } = await buildPatient(platform, { fullName: 'Paciente Secreta' })
  const startsAt = new Date('2026-11-17T12:00:00Z')
  const { appointmentId } = await buildAppointment(platform, { ...service, patientId, status: 'completed', startsAt })
  const now = platform.clock.now()
  await platform.db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now }))
  const review = await createReview(platform, {
    userId: patientId,
    appointmentId,
    rating: 2,
    comment: 'Comentario de la paciente',
  })
  const ownReview = { userId: owner.userId, centerId, reviewId: review.id }
  await replyToReview(platform, { ...ownReview, text: 'Lamentamos que no te gustara' })
  await reportReview(platform, { ...ownReview, reason: 'Nunca vino al centro' })
  return { ...owner, patientId }
}

async function exportOf(userId: string) {
  const { id } = await requestExport(platform, { userId })
  await runJobs(platform)
  const content = await fileText(await downloadExport(platform, { userId, exportId: id, format: 'json' }))
  return { content, data: (JSON.parse(content) as { data: Record<string, unknown> }).data }
}

test('an owner’s export contains the commissions, replies, patients, appointments, payments and rewards of the centre, and not what a patient wrote', async () => {
  const { userId } = await buildOwner()
  await buildReward(platform, { providerId: userId, name: 'Una taza', stock: 3 })
  await buildReward(platform, { providerId: (await buildCenter(platform)).centerId, name: 'Una taza ajena' })
  const { data, content } = await exportOf(userId)
  expect(data.commissions).toEqual([
    {
      id: expect.any(String),
      startsAt: '2026-11-17T12:00:00.000Z',
      payment: { cents: 150_000, currency: 'UYU' },
      commission: { cents: 15_000, currency: 'UYU' },
      origin: 'completed',
      ratePercent: 10,
      status: 'pending',
      createdAt: '2026-11-20T12:00:00.000Z',
      paidAt: null,
    },
  ])
  const centerName = 'Centro Ceibo'
  const at = '2026-11-20T12:00:00.000Z'
  expect(data.reviewReplies).toEqual([{ repliedAt: at, centerName, reply: 'Lamentamos que no te gustara' }])
  expect(data.reviewReports).toEqual([{ createdAt: at, centerName, reason: 'Nunca vino al centro' }])
  expect(data.centerPatients).toMatchObject([{ kind: 'patient', name: 'Paciente Secreta', visits: 1 }])
  const price = { cents: 150_000, currency: 'UYU' }
  const visit = { attendeeName: 'Paciente Secreta', status: 'completed', startsAt: '2026-11-17T12:00:00.000Z', price }
  expect(data.centerAppointments).toMatchObject([visit])
  expect(data.centerAppointments).not.toMatchObject([{ homeAddress: expect.anything() }])
  expect(data.centerPayments).toEqual([])
  const counts = { stock: 3, redeemed: 0, used: 0, acceptedAt: at }
  expect(data.centerRewards).toMatchObject([{ name: 'Una taza', ...counts }])
  expect(content).not.toMatch(/Comentario de la paciente/)
})

test('an owner’s export contains the fiscal documents of the centre with their numbers, and no document of another centre', async () => {
  const { userId } = await buildOwner()
  const { userId: other } = await buildOwner()
  for (const centerId of [userId, other]) {
    const issuer = { centerId, data: centerTaxData, revision: 1, now: platform.clock.now() }
    await platform.db.transaction().execute((tx) => insertRevision(tx, issuer))
    await readDocuments(platform, { centerId, month: '2026-11-01' })
  }
  const answer = { series: 'A', provider_number: 12, state: 'accepted', recorded_at: platform.clock.now() }
  await platform.db.updateTable('fiscal_documents').set(answer).where('center_id', '=', userId).execute()
  const { data } = await exportOf(userId)
  expect(data.fiscalDocuments).toMatchObject([
    {
      ...{ day: '2026-11-17', kind: 'sale', typeCode: 101, series: 'A', providerNumber: 12, state: 'accepted' },
      ...{ vatPercent: 10, net: { cents: 136_364, currency: 'UYU' }, vat: { cents: 13_636, currency: 'UYU' } },
      ...{ total: { cents: 150_000, currency: 'UYU' }, receiverName: null, issuerRut: centerTaxData.rut },
    },
  ])
})

test('a patient’s export contains the reply to their review, and nothing of what the centre reported to staff', async () => {
  const { patientId } = await buildOwner()
  const { data, content } = await exportOf(patientId)
  expect(data.reviews).toMatchObject([{ rating: 2, reply: 'Lamentamos que no te gustara' }])
  expect(content).not.toContain('Nunca vino al centro')
})

test('a deleted owner’s replies stay, and what they reported to staff is deleted', async () => {
  const { userId, sessionId } = await buildOwner()
  await platform.db.updateTable('reports').set({ reason: 'Motivo propio' }).where('reported_by', '=', userId).execute()
  await deleteAccount(platform, { actor: { userId, sessionId }, currentPassword: null })
  expect(await findTexts(platform, ['Motivo propio'])).toEqual([])
  const feeds = platform.db.selectFrom('calendar_feeds').select('id').where('user_id', '=', userId)
  expect(await feeds.execute()).toEqual([])
  expect(await findTexts(platform, ['Lamentamos que no te gustara'])).toEqual(['reviews.reply'])
})

test('an owner’s export contains the actions on the centre, its documents and its commissions, and not the actions on other centres', async () => {
  const { userId } = await buildOwner()
  const { centerId: other } = await buildCenter(platform)
  const now = platform.clock.now()
  await buildLicense(platform, { centerId: userId, status: 'approved', fileName: 'propia.pdf' })
  await buildLicense(platform, { centerId: other, status: 'approved', fileName: 'ajena.pdf' })
  const documents = platform.db.selectFrom('compliance_checks').select('id')
  const own = await documents.where('file_name', '=', 'propia.pdf').executeTakeFirstOrThrow()
  const foreign = await documents.where('file_name', '=', 'ajena.pdf').executeTakeFirstOrThrow()
  const commission = await platform.db
    .selectFrom('commissions')
    .select('id')
    .where('center_id', '=', userId)
    .executeTakeFirstOrThrow()
  const service = { moderatorId: null, now } as const
  await platform.db.transaction().execute(async (tx) => {
    const center = { ...service, targetType: 'center', actionType: 'revoke' } as const
    await recordAction(tx, { ...center, targetId: userId, reason: 'Falta una firma.' })
    await recordAction(tx, { ...center, targetId: other, reason: 'Otro centro.' })
    const document = { ...service, targetType: 'document', actionType: 'expire' } as const
    await recordAction(tx, { ...document, targetId: own.id, reason: 'Venció la habilitación.' })
    await recordAction(tx, { ...document, targetId: foreign.id, reason: 'Otro documento.' })
    const money = { ...service, targetType: 'commission', actionType: 'cancel' } as const
    await recordAction(tx, { ...money, targetId: commission.id, reason: 'Se cobró dos veces.' })
  })
  const { data, content } = await exportOf(userId)
  const at = '2026-11-20T12:00:00.000Z'
  const id = expect.any(String)
  expect(data.centerMeasures).toEqual([
    { id, targetType: 'center', actionType: 'revoke', reason: 'Falta una firma.', createdAt: at },
    { id, targetType: 'document', actionType: 'expire', reason: 'Venció la habilitación.', createdAt: at },
    { id, targetType: 'commission', actionType: 'cancel', reason: 'Se cobró dos veces.', createdAt: at },
  ])
  expect(content).not.toContain('Otro centro.')
  expect(content).not.toContain('Otro documento.')
})
