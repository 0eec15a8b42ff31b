import { bookAtDesk } from '#server/features/appointments/usecases/book-at-desk.ts'
import { createFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import { uploadDocument } from '#server/features/centers/usecases/upload-document.ts'
import { sendMessage } from '#server/features/conversations/usecases/send-message.ts'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { insertWords } from '#server/features/operator/repository/operator-words.ts'
import { demonstrationWords } from '#server/features/operator/rules/first-words.ts'
import { reportReview } from '#server/features/reviews/usecases/reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { mergeGuests } from '#server/processes/merge-guests.ts'
import { buildAccount, buildMember, buildTimeOff } from '#server/testing/builders.ts'
import { buildFiscalDocument } from '#server/testing/fiscal-documents.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { buildDirectPayment } from '#server/testing/payments.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { buildPromotion, buildReward } from '#server/testing/promotions.ts'
import { openSession } from '#server/testing/signed-in.ts'
import { pdf } from '#server/testing/uploads.ts'
import { buildWholePerson } from '#server/testing/whole-person.ts'

/** A patient, the centre they go to, and an administrator, with rows of nearly every table that a private page shows. */
export async function buildLiveWorld(platform: TestPlatform) {
  const { db, clock } = platform
  const now = clock.now()
  const person = await buildWholePerson(platform, { tag: 'Ceibo' })
  const { userId: patientId, centerId, professionalId, serviceId, upcomingId, childId } = person
  const { userId: adminId } = await buildAccount(platform, { role: 'admin', fullName: 'Ana Equipo' })
  const { userId: reception } = await buildMember(platform, { centerId, role: 'reception' })
  await db
    .insertInto('user_roles')
    .values({ user_id: centerId, role: 'center' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  const { id: conversationId } = await startConversation(platform, { userId: patientId, recipientId: centerId })
  await sendMessage(platform, { userId: patientId, conversationId, id: newId(), content: '¿Hay lugar el lunes?' })
  const { checkoutId } = await buildDirectPayment(platform, { patientId, centerId, professionalId })
  await sellPackage(platform, { centerId, serviceId, personId: patientId })
  await buildPromotion(platform, { centerId, name: 'Primavera', isPublic: true })
  await buildReward(platform, { name: 'Otra recompensa' })
  const { id: sessionId } = await openSession(platform, centerId)
  await createFeed(platform, { userId: centerId, sessionId, centerId, professionalId: null })
  const file = new File([new Uint8Array(pdf())], 'Habilitación.pdf')
  await uploadDocument(platform, { centerId, userId: centerId, type: 'license', expiryDate: '2027-03-31', file })
  await buildTimeOff(platform, {
    centerId,
    professionalId,
    startsAt: new Date(Date.UTC(2026, 11, 21, 12)),
    endsAt: new Date(Date.UTC(2026, 11, 23, 12)),
    reason: 'Licencia',
  })
  const bookGuest = async (hour: number, fullName: string) => {
    const { row } = await bookAtDesk(platform, {
      userId: reception,
      centerId,
      idempotencyKey: newId(),
      serviceId,
      startsAt: new Date(Date.UTC(2026, 10, 26, hour)),
      place: 'center',
      person: { kind: 'newGuest', fullName, phone: '099 123 456', email: '' },
    })
    return row.guestId ?? ''
  }
  const guestId = await bookGuest(13, 'Rosa Luna')
  const otherId = await bookGuest(15, 'Rosita Luna')
  await mergeGuests(platform, { userId: reception, centerId, guestId, otherId })
  const review = await db.selectFrom('reviews').select('id').where('center_id', '=', centerId).executeTakeFirstOrThrow()
  await reportReview(platform, { userId: centerId, centerId, reviewId: review.id, reason: 'Nunca vino al centro' })

  const own = { center_id: centerId, created_at: now }
  await db
    .insertInto('closing_days')
    .values({ ...own, date: '2026-12-30', reason: 'Feriado del centro' })
    .execute()
  await db
    .insertInto('dismissed_reminders')
    .values({ user_id: patientId, appointment_id: upcomingId, kind: 'appointment', dismissed_at: now })
    .execute()
  await db
    .insertInto('ended_therapies')
    .values({
      ...{ patient_id: patientId, attendee_id: childId, professional_id: professionalId, service_id: serviceId },
      ended_at: new Date(now.getTime() - dayMs),
    })
    .execute()
  await insertWords(db, { words: demonstrationWords, now })
  await db.insertInto('data_exports').values({ id: newId(), user_id: patientId, created_at: now }).execute()
  await db
    .insertInto('patient_exports')
    .values({ id: newId(), center_id: centerId, exported_by: centerId, exported_at: now, people: 1 })
    .execute()
  await db
    .insertInto('patient_imports')
    .values({
      ...{ id: newId(), center_id: centerId, imported_by: centerId, file_name: 'pacientes.csv', started_at: now },
      ...{ planned: 1, known: 0, refused: 0 },
    })
    .execute()
  const renamed = { what: 'center_name', former: 'Centro de antes', changed_to: 'Centro de ahora' }
  await db
    .insertInto('center_changes')
    .values({ ...renamed, id: newId(), center_id: centerId, changed_at: now })
    .execute()
  await db
    .insertInto('commission_rates')
    .values({ ...own, id: newId(), applies_from: '2026-12-01', rate: '8' })
    .execute()
  await db
    .insertInto('payment_accounts')
    .values({
      id: newId(),
      center_id: centerId,
      gateway: 'mercadopago',
      account_id: '44444',
      label: 'CENTRO_DE_PRUEBA',
      sealed_tokens: Buffer.alloc(64),
      expires_at: now,
      refresh_at: now,
      connected_at: now,
    })
    .execute()
  const address = { address: 'Rincón 500', city: 'Montevideo', department: 'Montevideo' }
  const issuer = { rut: '211003420017', legal_name: 'Centro SRL', branch_code: 1 }
  await db
    .insertInto('center_tax_data')
    .values({ ...address, ...issuer, center_id: centerId, revision: 1, changed_at: now })
    .execute()
  // Of the month that Dinero shows first.
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)
  await buildFiscalDocument(platform, { centerId, day })
  await db
    .insertInto('appointment_reminders')
    .values({
      appointment_id: upcomingId,
      hours_before: 24,
      queued_at: now,
      starts_at: new Date(Date.UTC(2026, 10, 23, 12)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { patientId, centerId, adminId, upcomingId, checkoutId, conversationId }
}
