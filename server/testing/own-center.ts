import { signOut } from '#server/features/auth/sessions/sessions.ts'
import { createFeed } from '#server/features/calendar-feeds/calendar-feeds.usecases.ts'
import { setProfessionalPhoto } from '#server/features/centers/usecases/update-photo.ts'
import { setCenterPicture } from '#server/features/centers/usecases/update-pictures.ts'
import { uploadDocument } from '#server/features/centers/usecases/upload-document.ts'
import { insertRevision } from '#server/features/invoicing/repository/tax-data.ts'
import { recordAnswers } from '#server/features/invoicing/usecases/record-numbers.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

import { buildCenter, buildProfessional, buildService, buildTimeOff } from './builders.ts'
import { buildFiscalDocument } from './fiscal-documents.ts'
import { openSession } from './signed-in.ts'
import { pdf, photo } from './uploads.ts'

/** The user's own centre, with every kind of its rows, files included. */
export async function buildOwnCenter(platform: Platform, { userId, tag }: { userId: string; tag: string }) {
  const texts = {
    centerName: `Centro de ${tag}`,
    centerEmail: `centro.${tag.toLowerCase()}@ejemplo.uy`,
    centerPhone: `2900 ${tag}`,
    centerAddress: `Rambla de ${tag} 55`,
    bio: `Presentación de ${tag}`,
    timeOff: `Ausencia de ${tag}`,
    invited: `invitada.${tag.toLowerCase()}@ejemplo.uy`,
    whatsapp: `+5989${[...tag]
      .map((letter) => letter.charCodeAt(0))
      .join('')
      .slice(0, 7)
      .padEnd(7, '0')}`,
    instagram: `@centro.${tag.toLowerCase()}`,
    facebook: `facebook.com/centro.${tag.toLowerCase()}`,
    alternativeEmail: `otro.${tag.toLowerCase()}@ejemplo.uy`,
    document: `Habilitación de ${tag}.pdf`,
    documentNote: `Nota sobre el documento de ${tag}`,
    cancellationPolicy: `Condiciones de ${tag}`,
    documentRequest: `Pedido de otra a ${tag}`,
    videoPlatform: `Plataforma de ${tag}`,
    taxName: `Empresa de ${tag}`,
    taxAddress: `Domicilio fiscal de ${tag}`,
    videoLink: `https://video.example.uy/${tag.toLowerCase()}`,
  }
  const { centerId } = await buildCenter(platform, {
    ownerId: userId,
    name: texts.centerName,
    email: texts.centerEmail,
    phone: texts.centerPhone,
    address: texts.centerAddress,
    ownerName: `Eulalia${tag}`,
    description: `Descripción de ${tag}`,
    website: `https://${tag.toLowerCase()}.example.uy`,
    whatsapp: texts.whatsapp,
    instagram: texts.instagram,
    facebook: texts.facebook,
    alternativeEmail: texts.alternativeEmail,
    covers: ['casmu'],
  })
  const { professionalId } = await buildProfessional(platform, {
    centerId,
    userId,
    name: `Profesional ${tag}`,
    bio: texts.bio,
    registrationNumber: `Matrícula ${tag}`,
    // Stays after a deletion, with the name, in the appointments of others.
    title: `Título ${tag}`,
    ages: ['adults'],
    gender: 'woman',
    videoPlatform: texts.videoPlatform,
    videoLink: texts.videoLink,
  })
  // Its only document is the licence below.
  const service = { centerId, professionalId, name: `Servicio de ${tag}`, hasDocuments: false }
  const { serviceId } = await buildService(platform, service)
  const now = platform.clock.now()
  await platform.db
    .insertInto('center_invitations')
    .values({
      id: newId(),
      center_id: centerId,
      email: texts.invited,
      member_role: 'reception',
      token_hash: newId(),
      invited_by: userId,
      sent_at: now,
      expires_at: new Date(now.getTime() + 14 * 24 * hourMs),
      created_at: now,
    })
    .execute()
  await platform.db
    .updateTable('center_profiles')
    .set({ cancellation_policy: texts.cancellationPolicy })
    .where('id', '=', centerId)
    .execute()
  const tax = { ...{ rut: '211003420017', legalName: texts.taxName, address: texts.taxAddress }, branchCode: 1 }
  const data = { ...tax, city: 'Montevideo', department: 'Montevideo' }
  await platform.db.transaction().execute((tx) => insertRevision(tx, { centerId, data, revision: 1, now }))
  const internalId = await buildFiscalDocument(platform, { centerId, day: '2026-11-02' })
  const answer = { internalId, series: 'A', providerNumber: 12, state: 'accepted', line: 1 } as const
  await recordAnswers(platform, { centerId, answers: [answer] })
  const { id: sessionId } = await openSession(platform, userId)
  await createFeed(platform, { userId, sessionId, centerId, professionalId: null })
  await signOut(platform.db, { userId, sessionId, scope: 'local' })
  const file = new File([new Uint8Array(pdf())], texts.document)
  await uploadDocument(platform, { centerId, userId, type: 'license', expiryDate: '2027-03-31', file })
  await platform.db
    .updateTable('compliance_checks')
    .set({ requested_at: now, request_reason: texts.documentRequest, notes: texts.documentNote })
    .where('center_id', '=', centerId)
    .execute()
  const content = await photo()
  await setCenterPicture(platform, { centerId, userId, kind: 'logo', content })
  await setCenterPicture(platform, { centerId, userId, kind: 'cover', content })
  await setProfessionalPhoto(platform, { centerId, professionalId, userId, content })
  const startsAt = new Date(Date.UTC(2027, 0, 4))
  await buildTimeOff(platform, {
    centerId,
    professionalId,
    startsAt,
    endsAt: new Date(Date.UTC(2027, 0, 8)),
    reason: texts.timeOff,
  })
  return { centerId, professionalId, serviceId, texts }
}
