import sharp from 'sharp'
import { setAvatar } from '#server/features/accounts/usecases/update-avatar.ts'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { holdAppointment } from '#server/features/appointments/usecases/hold-appointment.ts'
import { storeToken } from '#server/features/auth/links/one-time-tokens.ts'
import { insertFactor } from '#server/features/auth/repository/factors.ts'
import { insertIdentity } from '#server/features/auth/repository/identities.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { issueAuthCode } from '#server/features/auth/sessions/auth-codes.ts'
import { createSession } from '#server/features/auth/sessions/sessions.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { moveAddress } from '#server/features/auth/usecases/move-address.ts'
import { inviteMember } from '#server/features/centers/usecases/invite-member.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { saveFavorite } from '#server/features/favorites/favorites.usecases.ts'
import { setOfUser } from '#server/features/invoicing/repository/tax-data.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { setPreference } from '#server/features/notifications/usecases/preferences.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { createReview, replyToReview } from '#server/features/reviews/usecases/reviews.ts'
import { sendRequest } from '#server/features/support/support.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { seal } from '#server/platform/secrets.ts'
import { buildAppointment, buildService } from './builders.ts'
import { buildDeskPayment, buildDirectPayment } from './payments.ts'
import { buildPromotion, buildReward } from './promotions.ts'
import { openSession } from './signed-in.ts'

/** A Monday within the preset hours, after the test clock's Friday. */
const monday = Date.UTC(2026, 10, 23, 12)

/**
 * A user with rows of every kind, each with unique texts that a test can search for: all of `texts` belong to this user alone.
 * `tag` distinguishes two such users.
 */
export async function buildWholePerson(
  platform: Platform,
  { tag, password = 'sombra-de-ceibo' }: { tag: string; password?: string },
) {
  const now = platform.clock.now()
  const texts = textsOf(tag)
  const userId = await createAccount(platform, {
    email: texts.formerEmail,
    fullName: texts.name,
    roles: ['patient'],
    password,
    phone: texts.phone,
    address: texts.address,
  })
  if (userId === undefined) throw new Error('the address is taken')
  await changeAddress(platform, { userId, from: texts.formerEmail, to: texts.email })
  const sessionId = await addSignInMethods(platform, { userId, texts, now })
  await platform.db
    .updateTable('profiles')
    .set({ emergency_contact: texts.emergencyContact, suspension_reason: texts.suspension })
    .where('id', '=', userId)
    .execute()
  await platform.db
    .insertInto('terms_acceptances')
    .values({ user_id: userId, document: 'terms', version: `terms-${tag}`, accepted_at: now })
    .execute()
  await setPreference(platform, { userId, kind: 'reminder', byMail: false })
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#1f6f54' } })
  await setAvatar(platform, { userId, content: new Uint8Array(await picture.png().toBuffer()) })

  const action = { moderatorId: null, targetType: 'user', targetId: userId, actionType: 'activate' } as const
  await platform.db.transaction().execute((tx) => recordAction(tx, { ...action, reason: 'Fue un error.', now }))
  const details = { birthDate: '2015-03-05', relation: 'hija' }
  const child = await createDependant(platform, { userId, details: { ...details, fullName: texts.child } })
  await createDependant(platform, { userId, details: { ...details, fullName: texts.ward } })

  const service = await buildService(platform)
  const { centerId } = service
  await addPastAppointments(platform, { userId, tag, texts, childId: child.id, service, now })
  const invitation = { email: texts.email, role: 'reception', professionalId: null } as const
  const { id: ownerSessionId } = await openSession(platform, centerId)
  await inviteMember(platform, { userId: centerId, sessionId: ownerSessionId, centerId, ...invitation })
  const caller = { userId, visitorKey: undefined }
  const hold = (startsAt: Date) =>
    holdAppointment(platform, { caller, address: tag, serviceId: service.serviceId, startsAt, place: 'center' })
  const upcoming = await hold(new Date(monday))
  await confirmAppointment(platform, { caller, appointmentId: upcoming.id, dependantId: child.id })
  const { code } = await buildPromotion(platform, { centerId, name: `Promoción de ${tag}` })
  await applyPromotion(platform, { userId, address: '203.0.113.9', code, orderCents: 100_000 })
  const held = await hold(new Date(monday + 2 * hourMs))
  await buildDirectPayment(platform, { ...service, patientId: userId })
  await writeToSupport(platform, { userId, texts, tag })
  await saveFavorite(platform, { userId, address: '203.0.113.9', centerId })
  await storeTaxData(platform, { userId, texts })
  await addFacts(platform, { userId, centerId, childId: child.id, texts, now })
  return { userId, sessionId, password, texts, childId: child.id, upcomingId: upcoming.id, heldId: held.id, ...service }
}

/** A completed appointment with its review, reply, payment and points, and a cancelled one. */
async function addPastAppointments(
  platform: Platform,
  {
    userId,
    tag,
    texts,
    childId,
    service,
    now,
  }: {
    userId: string
    tag: string
    texts: Texts
    childId: string
    service: Awaited<ReturnType<typeof buildService>>
    now: Date
  },
): Promise<void> {
  const { centerId } = service
  const past = await buildAppointment(platform, {
    ...service,
    patientId: userId,
    status: 'completed',
    startsAt: new Date(now.getTime() - 72 * hourMs),
  })
  await platform.db
    .updateTable('appointments')
    .set({ place: 'home', home_address: texts.visitAddress, dependant_id: childId })
    .where('id', '=', past.appointmentId)
    .execute()
  const { appointmentId } = past
  // Only the review of a consultation that brought a commission earns points.
  await platform.db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now }))
  const review = { appointmentId, rating: 5, comment: 'Muy buena atención' }
  const { id: reviewId } = await createReview(platform, { userId, ...review })
  await replyToReview(platform, { userId: centerId, centerId, reviewId, text: `Gracias a ${tag}` })
  await buildDeskPayment(platform, { appointmentId, centerId, now })
  await platform.db.transaction().execute((tx) =>
    grantPoints(tx, {
      userId,
      points: 100,
      type: 'bonus',
      description: `Compensación de ${tag}`,
      // Points of an appointment could not be spent today.
      reference: { type: 'account', id: newId() },
      now,
    }),
  )
  const rewardId = await buildReward(platform, { name: `Recompensa de ${tag}`, days: 30 })
  const { id: redemptionId } = await redeemReward(platform, { userId, rewardId, idempotencyKey: newId() })
  await platform.db
    .updateTable('reward_redemptions')
    .set({ description: `Detalle de la recompensa de ${tag}` })
    .where('id', '=', redemptionId)
    .execute()
  const cancelled = await buildAppointment(platform, { ...service, patientId: userId, status: 'cancelled' })
  await platform.db
    .updateTable('appointments')
    .set({ cancellation_reason: texts.cancelReason, move_reason: texts.moveReason, refund_percent: 50 })
    .where('id', '=', cancelled.appointmentId)
    .execute()
}

/** On the account, and on the receipts that it has. */
async function storeTaxData(platform: Platform, { userId, texts }: { userId: string; texts: Texts }): Promise<void> {
  const data = {
    ...({ kind: 'rut', number: '219000090011', name: texts.taxName, address: texts.taxAddress } as const),
    ...{ city: texts.taxCity, department: 'Montevideo' },
  }
  await platform.db.transaction().execute((tx) => setOfUser(tx, { userId, data }))
  await platform.db
    .updateTable('checkouts')
    .set({ receiver: JSON.stringify(data), vat_percent: 10 })
    .where('patient_id', '=', userId)
    .execute()
}

/** What the centre wrote of the user and of the child. */
async function addFacts(
  platform: Platform,
  {
    userId,
    centerId,
    childId,
    texts,
    now,
  }: { userId: string; centerId: string; childId: string; texts: Texts; now: Date },
) {
  const own = {
    cedula: '12345672',
    birth_date: '1980-12-31',
    cover: texts.cover,
    tags: [texts.deskTag],
    note: texts.deskNote,
  }
  const fact = { center_id: centerId, patient_id: userId, updated_at: now }
  await platform.db
    .insertInto('contact_facts')
    .values([
      { ...fact, ...own },
      { ...fact, dependant_id: childId, note: texts.childNote },
    ])
    .execute()
}

/** From an address that is not the account's. */
async function writeToSupport(
  platform: Platform,
  { userId, texts, tag }: { userId: string; texts: Texts; tag: string },
) {
  await sendRequest(platform, {
    userId,
    visitorAddress: tag,
    visitorKey: undefined,
    name: undefined,
    email: texts.supportEmail,
    message: texts.supportMessage,
    from: 'contact',
    website: undefined,
    idempotencyKey: newId(),
  })
}

export type WholePerson = Awaited<ReturnType<typeof buildWholePerson>>

/** Gives the account a former address, which received a mail. */
async function changeAddress(
  platform: Platform,
  { from, userId, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await queueMail(tx, {
      platform,
      to: from,
      kind: 'accounts.signup',
      aboutId: userId,
      subject: 'Un enlace',
      html: 'enlace',
      text: 'enlace',
    })
    const user = await lockUser(tx, userId)
    if (!user) throw new Error('no such user')
    await moveAddress(tx, { user, newEmail: to, now: platform.clock.now() })
  })
}

async function addSignInMethods(
  platform: Platform,
  {
    userId,
    texts,
    now,
  }: { userId: string; texts: Record<string, string> & { email: string; newEmail: string }; now: Date },
): Promise<string> {
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' } as const
  return platform.db.transaction().execute(async (tx) => {
    const device = { userAgent: texts.device ?? null, address: texts.network ?? null }
    const session = await createSession(tx, { userId, method: 'password', device, now })
    const sealedSecret = seal({ secret: platform.secret, purpose: 'test', text: 'a secret' })
    await insertFactor(tx, { id: newId(), userId, friendlyName: texts.factor ?? '', sealedSecret, now })
    await insertIdentity(tx, {
      userId,
      provider: 'google',
      subject: texts.subject ?? '',
      email: texts.email,
      data: { name: texts.name, email: texts.email },
      now,
    })
    await issueAuthCode(tx, { userId, method: 'recovery', challenge, now })
    await tx
      .updateTable('users')
      .set({
        new_email: texts.newEmail,
        email_change_sent_at: now,
        email_change_network: texts.newEmail,
        email_moved_at: now,
        raw_user_meta_data: JSON.stringify(texts),
      })
      .where('id', '=', userId)
      .execute()
    const tokens = [
      ['recovery', texts.email],
      ['email_change_new', texts.newEmail],
    ] as const
    for (const [kind, email] of tokens) {
      const { id: aboutId } = await storeToken(tx, { platform, userId, email, kind, challenge: undefined })
      await queueMail(tx, {
        platform,
        to: email,
        kind: `accounts.${kind}`,
        userId,
        aboutId,
        subject: 'Un enlace',
        html: 'enlace',
        text: 'enlace',
      })
    }
    await tx
      .insertInto('oauth_states')
      .values({
        state_hash: newId(),
        provider: 'google',
        browser_hash: newId(),
        sealed_code_verifier: Buffer.from('sealed'),
        nonce: newId(),
        redirect_to: '/account',
        linking_user_id: userId,
        linking_session_id: session.id,
        expires_at: new Date(now.getTime() + 300_000),
      })
      .execute()
    return session.id
  })
}

/** A different telephone number for each tag. */
function phoneOf(tag: string): string {
  const digits = String([...tag].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900_000, 7) + 100_000)
  return `+598 99 ${digits.slice(0, 3)} ${digits.slice(3)}`
}

/** Texts that occur nowhere else, so that a sweep finds every place that still contains one. */
function textsOf(tag: string) {
  return {
    name: `Eulalia${tag} Zufriategui${tag}`,
    formerEmail: `antes.${tag.toLowerCase()}@ejemplo.uy`,
    email: `eulalia.${tag.toLowerCase()}@ejemplo.uy`,
    newEmail: `nueva.${tag.toLowerCase()}@ejemplo.uy`,
    phone: phoneOf(tag),
    address: `Calle de ${tag} 1234`,
    visitAddress: `Casa de la abuela de ${tag}`,
    emergencyContact: `Hermana de ${tag}`,
    suspension: `Suspensión de ${tag}`,
    device: `Navegador de ${tag}/1.0`,
    network: `red-de-${tag}`,
    factor: `Teléfono de ${tag}`,
    subject: `google-${tag}`,
    child: `Hija de ${tag}`,
    ward: `Abuelo de ${tag}`,
    cancelReason: `Motivo de ${tag}`,
    moveReason: `Cambio de ${tag}`,
    supportEmail: `otra.${tag.toLowerCase()}@ejemplo.uy`,
    supportMessage: `Consulta de ${tag}`,
    taxName: `Razón social de ${tag}`,
    taxAddress: `Sede de ${tag}`,
    taxCity: `Ciudad de ${tag}`,
    cover: `Mutualista de ${tag}`,
    deskTag: `etiqueta ${tag}`,
    deskNote: `Nota de recepción sobre ${tag}`,
    childNote: `Nota sobre la hija de ${tag}`,
  }
}

type Texts = ReturnType<typeof textsOf>
