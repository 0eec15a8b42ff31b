import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { correctPoints } from '#server/features/accounts/usecases/correct-points.ts'
import { cancelAppointment } from '#server/features/appointments/usecases/cancel-appointment.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { practiceRoutes } from '#server/features/centers/routes/practice.ts'
import { centerActions } from '#server/features/centers/usecases/act-on-centers.ts'
import { expireChecks } from '#server/features/centers/usecases/expire-checks.ts'
import { removeMember } from '#server/features/centers/usecases/remove-member.ts'
import { documentActions } from '#server/features/centers/usecases/review-documents.ts'
import { commissionActions } from '#server/features/commissions/usecases/cancel-commissions.ts'
import { setRate } from '#server/features/commissions/usecases/set-rate.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { messageActions } from '#server/features/conversations/usecases/act-on-messages.ts'
import { reportMessage } from '#server/features/conversations/usecases/report-message.ts'
import { expirePoints } from '#server/features/loyalty/usecases/points.ts'
import { actOnEach, type StaffAction } from '#server/features/moderation/usecases/staff-actions.ts'
import { reviewActions } from '#server/features/reviews/usecases/act-on-reviews.ts'
import { replyToReview, reportReview } from '#server/features/reviews/usecases/reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { type MailKind, mailKinds } from '#server/platform/mail-kinds.ts'
import { type NotificationEvent, notificationEvents } from '#server/platform/notification-events.ts'
import { buildWithRoles } from '#server/testing/access-matrix/people.ts'
import { buildCommission, buildDocument, buildReadyCenter, buildReview } from '#server/testing/access-matrix/targets.ts'
import { actorOf } from '#server/testing/app-server.ts'
import {
  buildAccount,
  buildAppointment,
  buildCenter,
  buildLicense,
  buildMember,
  buildPatient,
} from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildConversation } from '#server/testing/conversations.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { userActions } from './act-on-users.ts'
import { deleteUnrecognizedAccount } from './delete-account.ts'
import { actions, undoAction } from './undo-action.ts'

/** The page of the site to which a notification leads. */
type Page =
  | '/privacy'
  | '/terms'
  | '/account'
  | '/admin/dashboard'
  | '/center/dashboard'
  | '/centers/$centerId'
  | '/chat'
  | '/dashboard'
  | '/loyalty'
  | '/promotions'
  | '/receipts/$checkoutId'

type Decision = { readers: string; pages: readonly Page[]; mails: readonly MailKind[] }

const patient = (...mails: MailKind[]): Decision => ({ readers: 'the patient', pages: ['/dashboard'], mails })
const desk = 'the owner, the reception and the professional'
const bothSides = (...mails: MailKind[]): Decision => ({
  readers: `the patient; ${desk}`,
  pages: ['/dashboard', '/center/dashboard'],
  mails,
})
const owner = (...mails: MailKind[]): Decision => ({ readers: 'the owner', pages: ['/center/dashboard'], mails })
const user = (...mails: MailKind[]): Decision => ({ readers: 'the user', pages: ['/account'], mails })

/** Each event: who reads it behind the bell, where the notification leads, and the mails about it. */
const decisions: Record<NotificationEvent, Decision> = {
  'appointments.booked': bothSides('appointments.booked', 'appointments.booked.center'),
  'appointments.moved': {
    // The patient moved it; a mail confirms the new time.
    ...bothSides('appointments.moved', 'appointments.moved.center'),
    readers: desk,
  },
  'appointments.cancelled': {
    ...bothSides('appointments.cancelled', 'appointments.cancelled.center'),
    readers: desk,
  },
  'appointments.unanswered': bothSides('appointments.unanswered', 'appointments.unanswered.center'),
  'appointments.proof_due': patient('appointments.proof_due'),
  'appointments.released': bothSides('appointments.released', 'appointments.released.center'),
  'appointments.booked_at_desk': patient('appointments.booked_at_desk', 'appointments.series_booked'),
  'appointments.confirmed_by_center': patient('appointments.confirmed_by_center'),
  'appointments.moved_by_center': patient('appointments.moved_by_center', 'appointments.series_moved'),
  'appointments.cancelled_by_center': patient('appointments.cancelled_by_center', 'appointments.series_cancelled'),
  'appointments.cancelled_by_staff': patient('appointments.cancelled_by_staff'),
  'appointments.cancelled_for_patient': patient(
    'appointments.cancelled_for_patient',
    'appointments.series_cancelled_for_patient',
  ),
  'appointments.marked_no_show': patient('appointments.marked_no_show'),
  'appointments.details_changed': patient('appointments.details_changed'),
  'appointments.discount_used': patient('appointments.discount_used'),
  'appointments.refunded_by_center': patient('appointments.refunded_by_center'),
  'appointments.payment_undone': patient('appointments.payment_undone'),
  // The desk acts on it in the agenda, and the decision is mailed.
  'appointments.objected': { readers: desk, pages: ['/center/dashboard'], mails: [] },
  'appointments.objection_decided': bothSides(
    'appointments.no_show_decided',
    'appointments.no_show_decided.center',
    'appointments.cancellation_decided',
    'appointments.cancellation_decided.center',
    'appointments.early_visit_decided',
    'appointments.early_visit_decided.center',
    'appointments.invented_visit_decided',
    'appointments.invented_visit_decided.center',
    'appointments.refund_decided',
    'appointments.refund_decided.center',
    'appointments.undone_payment_decided',
    'appointments.undone_payment_decided.center',
  ),
  'appointments.reminder': patient('appointments.reminder_24h', 'appointments.reminder_2h'),
  'appointments.room_missing': {
    ...owner('appointments.room_missing.center'),
    readers: desk,
  },
  'accounts.measure': user('accounts.measure'),
  'accounts.warning': user('accounts.warning'),
  'accounts.administrator': {
    ...user('accounts.administrator_named', 'accounts.administrator_dismissed'),
    pages: ['/admin/dashboard', '/account'],
  },
  'accounts.data_export': user('accounts.data_export'),
  // An approval leads to the page that became public.
  'centers.measure': { ...owner('centers.measure'), pages: ['/centers/$centerId', '/center/dashboard'] },
  'centers.joined': owner('centers.joined.center'),
  // The page of the centre says the same when the person opens it.
  'centers.removed_member': { readers: 'the former member', pages: ['/account'], mails: [] },
  'checkouts.declined': { readers: 'the payer', pages: ['/dashboard'], mails: ['checkouts.declined'] },
  'checkouts.receipt': {
    readers: 'the payer',
    pages: ['/receipts/$checkoutId', '/dashboard'],
    mails: ['checkouts.receipt'],
  },
  'clinical_records.first_reading': patient('clinical_records.first_reading'),
  'clinical_records.consent_request': patient('clinical_records.consent_request'),
  // A mail would tell the mailbox whose record it is.
  'clinical_records.consent_given': { readers: 'the professional', pages: ['/center/dashboard'], mails: [] },
  // A mail would tell the mailbox whose record it is.
  'clinical_records.new_identity': { readers: 'the professional', pages: ['/center/dashboard'], mails: [] },
  'checkouts.disputed': owner('checkouts.disputed'),
  'commissions.settlement': owner('commissions.settlement'),
  // The same kind of mail.
  'commissions.rate': owner(),
  'packages.ending': patient('packages.ending'),
  'payment_accounts.lost': owner('payment_accounts.lost'),
  // It lowers what the centre owes, or restores it; the settlement is mailed.
  'commissions.cancelled': owner(),
  'compliance.lapsing': owner('compliance.lapsing'),
  'compliance.lapsed': owner('compliance.lapsed'),
  'compliance.review': owner('compliance.review'),
  'conversations.unread': {
    readers: 'the patient; the owner and the reception',
    pages: ['/chat', '/center/dashboard'],
    mails: ['conversations.unread', 'conversations.unread.center'],
  },
  'conversations.measure': { readers: 'the sender', pages: ['/chat'], mails: ['conversations.measure'] },
  'conversations.warning': { readers: 'the sender', pages: ['/chat'], mails: ['conversations.warning'] },
  // Points are frequent and nothing has to be done about them, so they are never mailed.
  'loyalty.points': { readers: 'the user', pages: ['/loyalty'], mails: [] },
  'loyalty.reward_expired': { readers: 'the user', pages: ['/loyalty'], mails: [] },
  'loyalty.reward_handed_over': {
    readers: 'the user',
    pages: ['/loyalty'],
    mails: ['loyalty.reward_handed_over'],
  },
  // It waits for the owner in the dashboard, and nothing is offered before the answer.
  'loyalty.reward_proposed': owner(),
  'loyalty.reward_taken_back': { readers: 'the user', pages: ['/loyalty'], mails: [] },
  'operator.legal_text': { readers: 'every account', pages: ['/terms', '/privacy'], mails: ['operator.legal_text'] },
  'promotions.announced': { readers: 'the patient', pages: ['/promotions'], mails: ['promotions.announced'] },
  // They are told what happened to what they reported; nothing of it has to be done.
  'reports.decided': {
    readers: 'the accounts that reported it',
    pages: ['/centers/$centerId', '/center/dashboard', '/chat'],
    mails: [],
  },
  'reviews.request': patient('reviews.request'),
  // The number of reviews without a reply is on the centre's first page.
  'reviews.received': { readers: desk, pages: ['/center/dashboard'], mails: [] },
  'reviews.reply': patient(),
  'reviews.measure': {
    readers: `the author; ${desk}`,
    pages: ['/dashboard', '/center/dashboard'],
    mails: ['reviews.measure'],
  },
  'reviews.warning': patient('reviews.warning'),
  'tills.debt_reminder': patient('tills.debt_reminder'),
}

const proof = 'It proves the address, or lets in who has no session.'
const ownAct =
  'The session that would show it caused it: the mail is for the owner of the mailbox, in case it was another person.'
/** Mails without a notification, each with the reason. */
const mailedOnly: Partial<Record<MailKind, string>> = {
  'appointments.bookings': 'It repeats to a corrected address what the notifications of the bookings say.',
  'accounts.signup': proof,
  'accounts.magiclink': proof,
  'accounts.recovery': proof,
  'accounts.email_change_current': proof,
  'accounts.email_change_new': proof,
  'accounts.reauthentication': proof,
  'centers.invitation': 'Its link is a secret, and its reader may have no account.',
  'accounts.address_corrected': 'Its reader may be a stranger, whose address was mistyped.',
  'accounts.password_changed': ownAct,
  'accounts.second_factor_added': ownAct,
  'accounts.second_factor_removed': ownAct,
  'accounts.second_factor_locked': ownAct,
  'accounts.identity_added': ownAct,
  'accounts.identity_removed': ownAct,
  'backups.failed': 'It is about the server, and «Salud del servicio» shows it.',
  'calendar_feeds.created': ownAct,
  'centers.contact_changed.center': ownAct,
  'accounts.deleted': 'The account is gone.',
  'centers.help_requested': 'It is for the operator, who has no account.',
  'conversations.question': 'Its link is a secret, and its reader may have no account.',
  'conversations.answer': 'Its reader has no account.',
  'support.request': 'It is for the operator, who has no account.',
  'support.acknowledged': 'It repeats what the page said to its sender, who may have no account.',
}

const objected = ['appointments.objection_decided'] as const
const ofReport = ['reports.decided'] as const
const catalogue = 'It changes what Senda offers to all; what users have redeemed or applied keeps its terms.'
/** Each recorded action of staff, with the events that tell the people concerned, or the reason why none does. */
const actionEvents: Record<string, readonly NotificationEvent[] | string> = {
  'user suspend': ['accounts.measure'],
  'user ban': ['accounts.measure'],
  'user activate': ['accounts.measure'],
  'user warn': ['accounts.warning'],
  'user role_change': ['accounts.measure'],
  'user points_correction': ['loyalty.points'],
  'center approve': ['centers.measure'],
  'center revoke': ['centers.measure'],
  'document approve': ['compliance.review'],
  'document reject': ['compliance.review'],
  'document request': ['compliance.review'],
  'commission cancel': ['commissions.cancelled'],
  'commission settle': ['commissions.settlement'],
  'commission rate_change': ['commissions.rate'],
  'review approve': ofReport,
  'review delete': ['reviews.measure', ...ofReport],
  'review warn': ['reviews.warning', ...ofReport],
  'message approve': ofReport,
  'message delete': ['conversations.measure', ...ofReport],
  'message warn': ['conversations.warning', ...ofReport],
  'reward create': catalogue,
  'reward update': catalogue,
  'reward pause': catalogue,
  'reward resume': catalogue,
  'promotion create': catalogue,
  'promotion update': catalogue,
  'operator update': 'it concerns no person',
  'promotion pause': catalogue,
  'promotion resume': catalogue,
  'no_show keep_no_show': objected,
  'no_show annul_no_show': objected,
  'no_show warn_no_show': 'It is always refused.',
  'cancellation keep_cancellation': objected,
  'cancellation annul_cancellation': objected,
  'cancellation warn_cancellation': 'It is always refused.',
  'early_visit keep_early_visit': objected,
  'early_visit annul_early_visit': objected,
  'early_visit warn_early_visit': 'It is always refused.',
  'invented_visit keep_invented_visit': objected,
  'invented_visit annul_invented_visit': objected,
  'invented_visit warn_invented_visit': 'It is always refused.',
  'refund keep_refund': objected,
  'refund annul_refund': objected,
  'refund warn_refund': 'It is always refused.',
  'undone_payment keep_undone_payment': objected,
  'undone_payment annul_undone_payment': objected,
  'undone_payment warn_undone_payment': 'It is always refused.',
}

const root = join(import.meta.dirname, '../..')

describe('every event has a decision', () => {
  test('each kind of mail belongs to one event, or has a reason to be mailed only', () => {
    const mailed = [...Object.values(decisions).flatMap(({ mails }) => mails), ...Object.keys(mailedOnly)]
    expect(mailed.toSorted()).toEqual(mailKinds.toSorted())
  })

  test('each action of staff tells the people concerned, or has a reason not to', () => {
    const recorded = actions.map(({ targetType, type }) => `${targetType} ${type}`)
    expect(Object.keys(actionEvents).toSorted()).toEqual(recorded.toSorted())
  })

  test('each notification leads to a page that exists', () => {
    const files = [...new Set(Object.values(decisions).flatMap(({ pages }) => pages))].map(
      (page) => `web/routes/${page.slice(1).replaceAll('/', '.')}.tsx`,
    )
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

const platform = await testPlatform()
const reason = 'Motivo de la prueba'
const moderator = await buildWithRoles(platform, ['moderator'])
const actor = { userId: moderator, roles: ['moderator'] as const }

const buildOwner = async () => (await buildAccount(platform, { userType: 'center' })).userId

async function act<Input extends object>(
  action: StaffAction<Input, unknown>,
  { id, ...input }: { id: string } & Input,
): Promise<void> {
  const targets = [{ id, lastActionId: await lastActionId(id) }]
  const [outcome] = await actOnEach(platform, action, { actor, targets, reason, ...input } as never)
  expect(outcome).toEqual({ id })
}

async function lastActionId(targetId: string): Promise<string | null> {
  const last = platform.db.selectFrom('moderation_actions').where('target_id', '=', targetId).select('id')
  return (await last.orderBy('sequence', 'desc').limit(1).executeTakeFirst())?.id ?? null
}

async function undo(targetId: string): Promise<void> {
  await undoAction(platform, { actor, actionId: (await lastActionId(targetId)) ?? '', reason })
}

/** The unread notifications, newest first. Each leads to a page of its event, which the table names. */
async function bellOf(userId: string) {
  const rows = await platform.db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(['event', 'type', 'title', 'message', 'href'])
    .execute()
  for (const { event, type, href } of rows) {
    const { pages } = decisions[event as NotificationEvent]
    expect(type).toBe(notificationEvents[event as NotificationEvent])
    expect(pages.some((page) => matches(page, href))).toBe(true)
  }
  return rows
}

function matches(page: Page, href: string): boolean {
  const { pathname } = new URL(href, 'https://senda.test')
  const parts = page.split('/')
  return pathname.split('/').every((part, index) => parts[index]?.startsWith('$') || part === parts[index])
}

const eventsOf = async (userId: string) => (await bellOf(userId)).map(({ event }) => event ?? '')

async function buildReportedMessage() {
  const { conversationId } = await buildConversation(platform)
  const message = await platform.db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .where('conversation_id', '=', conversationId)
    .select(['messages.id', 'number', 'sender_id as senderId', 'patient_id as patientId', 'center_id as centerId'])
    .executeTakeFirstOrThrow()
  const reporter = message.senderId === message.patientId ? message.centerId : message.patientId
  await reportMessage(platform, { userId: reporter, conversationId, number: message.number, reason: 'Molesta' })
  return { ...message, reporter }
}

describe('staff’s decisions are behind the bell of the people concerned, once', () => {
  test('about an account; the next decision replaces the unread one', async () => {
    const { patientId } = await buildPatient(platform, { verified: true })
    await act(userActions.suspend, { id: patientId, days: 3 })
    expect(await bellOf(patientId)).toMatchObject([
      {
        event: 'accounts.measure',
        title: expect.stringContaining('Suspendimos'),
        message: expect.stringContaining(reason),
      },
    ])
    await act(userActions.activate, { id: patientId })
    expect(await bellOf(patientId)).toMatchObject([{ title: expect.stringContaining('vuelve a estar activa') }])
    await act(userActions.warn, { id: patientId })
    expect(await eventsOf(patientId)).toEqual(expect.arrayContaining(['accounts.measure', 'accounts.warning']))
    await undo(patientId)
    expect(await bellOf(patientId)).toContainEqual(expect.objectContaining({ title: 'Retiramos una advertencia' }))
    expect(await bellOf(patientId)).toHaveLength(2)
  })

  test('about an account that is warned twice: withdrawing one warning leaves the other', async () => {
    const { patientId } = await buildPatient(platform, { verified: true })
    await act(userActions.warn, { id: patientId })
    await act(userActions.warn, { id: patientId })
    expect(await eventsOf(patientId)).toEqual(['accounts.warning', 'accounts.warning'])
    await undo(patientId)
    const titles = (await bellOf(patientId)).map(({ title }) => title)
    expect(titles.filter((title) => title === 'Retiramos una advertencia')).toHaveLength(1)
    expect(titles).toHaveLength(2)
  })

  test('about a review and a message that are warned about twice: withdrawing one warning leaves the other', async () => {
    const { patientId } = await buildPatient(platform, { verified: true })
    const reviewId = await buildReview(platform, { userId: patientId })
    const reported = await buildReportedMessage()
    for (const [action, id, author, event] of [
      [reviewActions.warn, reviewId, patientId, 'reviews.warning'],
      [messageActions.warn, reported.id, reported.senderId, 'conversations.warning'],
    ] as const) {
      await act(action, { id })
      await act(action, { id })
      const unread = async () => (await bellOf(author)).filter((entry) => entry.event === event)
      const [warning] = await unread()
      expect(await unread()).toHaveLength(2)
      await undo(id)
      const titles = (await unread()).map(({ title }) => title)
      expect(titles).toHaveLength(2)
      expect(titles.filter((title) => title === warning?.title)).toHaveLength(1)
    }
  })

  test('about a centre, its documents and its commissions', async () => {
    const centerId = await buildReadyCenter(platform, { userId: await buildOwner(), isApproved: false })
    await act(centerActions.approve, { id: centerId })
    const approved = { event: 'centers.measure', title: 'Aprobamos tu página', href: `/centers/${centerId}` }
    expect(await bellOf(centerId)).toMatchObject([approved])
    await act(centerActions.revoke, { id: centerId })
    const revoked = {
      title: 'Retiramos la aprobación de tu página',
      href: `/center/dashboard?seccion=documentos&centro=${centerId}`,
    }
    expect(await bellOf(centerId)).toMatchObject([revoked])
    const documentId = await buildDocument(platform, { userId: await buildOwner() })
    const { centerId: withDocument } = await platform.db
      .selectFrom('compliance_checks')
      .where('id', '=', documentId)
      .select('center_id as centerId')
      .executeTakeFirstOrThrow()
    await act(documentActions.reject, { id: documentId })
    await undo(documentId)
    await act(documentActions.approve, { id: documentId, expiryDate: null })
    expect(await bellOf(withDocument)).toMatchObject([{ event: 'compliance.review', title: 'Aprobamos tu documento' }])
  })

  test('about commissions: one is cancelled, they are settled, the rate changes', async () => {
    const { id, centerId } = await buildCommission(platform, { userId: await buildOwner() })
    await act(commissionActions.cancel, { id })
    expect(await bellOf(centerId)).toMatchObject([
      { event: 'commissions.cancelled', message: expect.stringContaining(reason) },
    ])
    const other = await buildCommission(platform, { userId: await buildOwner() })
    const target = { id: other.centerId, count: 1, commissionCents: other.commissionCents }
    await settleCommissions(platform, { actorId: moderator, period: 'year', reference: newId(), targets: [target] })
    await setRate(platform, {
      actor,
      centerId: other.centerId,
      ratePercent: 8.5,
      appliesFrom: platform.clock.now().toISOString().slice(0, 10),
      reason,
      lastActionId: null,
    })
    expect((await eventsOf(other.centerId)).toSorted()).toEqual(['commissions.rate', 'commissions.settlement'])
  })

  test('about a review: its author, its centre, and the account that reported it', async () => {
    const { patientId } = await buildPatient(platform, { verified: true })
    const reviewId = await buildReview(platform, { userId: patientId })
    const { centerId } = await platform.db
      .selectFrom('reviews')
      .where('id', '=', reviewId)
      .select('center_id as centerId')
      .executeTakeFirstOrThrow()
    expect(await bellOf(centerId)).toMatchObject([
      { event: 'reviews.received', message: expect.not.stringContaining('desastre') },
    ])
    await reportReview(platform, { userId: centerId, centerId, reviewId, reason: 'No es cierto' })
    await act(reviewActions.delete, { id: reviewId })
    expect(await bellOf(patientId)).toContainEqual(
      expect.objectContaining({ event: 'reviews.measure', message: expect.stringContaining(reason) }),
    )
    // The review is gone, and so is what said that it arrived.
    expect((await eventsOf(centerId)).toSorted()).toEqual(['reports.decided', 'reviews.measure'])
    await undo(reviewId)
    expect(await bellOf(centerId)).toMatchObject([{ title: 'Vuelve a mostrarse una opinión sobre tu centro' }])
    expect((await bellOf(patientId)).filter(({ event }) => event === 'reviews.measure')).toMatchObject([
      { title: 'Tu opinión vuelve a mostrarse' },
    ])
    await replyToReview(platform, { userId: centerId, centerId, reviewId, text: 'Gracias por contarlo.' })
    expect(await eventsOf(patientId)).toContain('reviews.reply')
  })

  test('about a message: its sender, and the account that reported it', async () => {
    const { id, senderId, reporter } = await buildReportedMessage()
    await act(messageActions.delete, { id })
    expect(await eventsOf(senderId)).toContain('conversations.measure')
    expect(await eventsOf(reporter)).toContain('reports.decided')
  })
})

describe('what happens by itself is behind the bell, too', () => {
  test('points that staff correct, and that expire', async () => {
    const { patientId } = await buildPatient(platform)
    await correctPoints(platform, { actor, userId: patientId, points: 50, reason, movementId: newId() })
    expect(await bellOf(patientId)).toMatchObject([
      { event: 'loyalty.points', title: 'Sumaste 50 puntos', message: expect.stringContaining(reason) },
    ])
    const fresh = await testPlatform()
    fresh.clock.set(new Date(platform.clock.now().getTime() + 400 * dayMs))
    await expirePoints({ ...platform, clock: fresh.clock })
    expect(await bellOf(patientId)).toMatchObject([{ title: 'Se restaron 50 puntos' }, { title: 'Sumaste 50 puntos' }])
  })

  test('a document that lapses', async () => {
    const { centerId } = await buildCenter(platform)
    await buildLicense(platform, {
      centerId,
      type: 'insurance',
      status: 'approved',
      fileName: 'seguro.pdf',
      expiryDate: '2020-01-01',
    })
    await expireChecks(platform)
    expect(await eventsOf(centerId)).toContain('compliance.lapsed')
  })

  test('a membership that ends', async () => {
    const { centerId } = await buildCenter(platform)
    const { userId: memberId } = await buildMember(platform, { centerId, role: 'reception' })
    await removeMember(platform, { centerId, userId: centerId, memberId })
    expect(await eventsOf(memberId)).toEqual(['centers.removed_member'])
  })

  test('a membership that ends because the account of the centre is deleted', async () => {
    const { centerId } = await buildCenter(platform, { name: 'Centro Ombú' })
    const { userId: memberId } = await buildMember(platform, { centerId, role: 'reception' })
    const ofMember = clientOf(platform, practiceRoutes, {
      bearer: memberId,
      authenticate: () => Promise.resolve(actorOf(['patient'], memberId)),
    })
    expect(await ofMember.memberships()).toMatchObject({ items: [{ centerId }], ended: null })
    await platform.db.transaction().execute(async (tx) => {
      const user = await lockUser(tx, centerId)
      if (user) await deleteUnrecognizedAccount(tx, { platform, user })
    })
    expect(await eventsOf(memberId)).toEqual(['centers.removed_member'])
    expect(await ofMember.memberships()).toMatchObject({
      items: [],
      ended: {
        title: 'El centro donde trabajabas cerró',
        message: expect.stringContaining('La cuenta de Centro Ombú se eliminó'),
      },
    })
    platform.clock.advance(31 * dayMs)
    expect(await ofMember.memberships()).toEqual({ items: [], ended: null })
  })

  test('what a change makes untrue leaves the unread ones, also of readers who are not notified of the change', async () => {
    const startsAt = new Date(platform.clock.now().getTime() + 72 * hourMs)
    const visit = await buildAppointment(platform, { startsAt })
    const row = { title: 'Tu cita está confirmada', message: 'El jueves.', href: '/dashboard', type: 'appointment' }
    const about = { about: 'appointment', about_id: visit.appointmentId, thread: `appointment ${visit.appointmentId}` }
    const stored = { ...row, ...about, id: newId(), user_id: visit.patientId, event: 'appointments.booked' }
    const { state } = await platform.db
      .selectNoFrom((eb) =>
        eb
          .fn<string>('subject_state', [eb.val('appointment'), eb.cast(eb.val(visit.appointmentId), 'uuid')])
          .as('state'),
      )
      .executeTakeFirstOrThrow()
    await platform.db
      .insertInto('notifications')
      .values({ ...stored, about_state: state, created_at: platform.clock.now() })
      .execute()
    expect(await eventsOf(visit.patientId)).toEqual(['appointments.booked'])
    await cancelAppointment(platform, {
      caller: { userId: visit.patientId, visitorKey: undefined },
      appointmentId: visit.appointmentId,
    })
    expect(await eventsOf(visit.patientId)).toEqual([])
    expect(await eventsOf(visit.centerId)).toEqual(['appointments.cancelled'])
  })
})
