import { zone } from '#contract/calendar.ts'
import { correctPoints } from '#server/features/accounts/usecases/correct-points.ts'
import { centerActions } from '#server/features/centers/usecases/act-on-centers.ts'
import { documentActions } from '#server/features/centers/usecases/review-documents.ts'
import { commissionActions } from '#server/features/commissions/usecases/cancel-commissions.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { reviewActions } from '#server/features/reviews/usecases/act-on-reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay } from '#server/platform/local-time.ts'
import { buildCenter } from '#server/testing/builders.ts'
import type { RouteName } from '#server/testing/foreign-rows/foreign-row.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { buildWithRoles, setStatus } from './people.ts'
import { buildCommission, buildDocument, buildReadyCenter, buildReview } from './targets.ts'

/**
 * `ranked`: a moderator may take the action on patients and centres, an administrator on every account. `others`: every member
 * of staff may take it. No member of staff may take an action on themselves or on their own centre.
 */
type Rule = 'ranked' | 'others'

export type ActionCase = {
  /** What the action is about. */
  about: string
  rule: Rule
  /** The codes of its refusals. */
  refusals: readonly string[]
  /** Builds the target, which belongs to the account. @returns the input of the action */
  build(platform: TestPlatform, subject: { userId: string }): Promise<Record<string, unknown>>
}

type Build = ActionCase['build']

const reason = 'Prueba de permisos.'
const targetsOf = (id: string) => ({ targets: [{ id, lastActionId: null }], reason })
const ofUser = (more: Record<string, unknown> = {}): ActionCase => ({
  about: 'an account',
  rule: 'ranked',
  refusals: ['users.not_allowed'],
  build: async (_, { userId }) => ({ ...targetsOf(userId), ...more }),
})
const ofOthers = (about: string, build: Build): ActionCase => ({
  about,
  rule: 'others',
  refusals: ['centerRecords.own_center'],
  build,
})
const ofReview: ActionCase = {
  about: 'a review by the account',
  rule: 'ranked',
  refusals: ['reports.own', 'reports.of_staff'],
  build: async (platform, subject) => ({ kind: 'review', ...targetsOf(await buildReview(platform, subject)) }),
}

const center = (isApproved: boolean) =>
  ofOthers('the centre of the account', async (platform, subject) =>
    targetsOf(await buildReadyCenter(platform, { ...subject, isApproved })),
  )
const document = (more: Record<string, unknown> = {}) =>
  ofOthers('a document of the centre of the account', async (platform, subject) => ({
    ...targetsOf(await buildDocument(platform, subject)),
    ...more,
  }))

/** The actions of staff on rows, each with what it can be about. */
export const staffActions: Partial<Record<RouteName, readonly ActionCase[]>> = {
  'users.suspend': [ofUser({ days: 7 })],
  'users.ban': [ofUser()],
  'users.activate': [
    {
      ...ofUser(),
      async build(platform, { userId }) {
        await setStatus(platform, { userId, status: 'banned' })
        return targetsOf(userId)
      },
    },
  ],
  'users.warn': [ofUser()],
  // A moderator may not appoint another one, and no account gets the role that it has.
  'users.setRole': [{ ...ofUser(), build: setOtherRole }],
  'users.correctPoints': [
    { ...ofUser(), build: async (_, { userId }) => ({ userId, points: 5, reason, movementId: newId() }) },
  ],
  'centerRecords.approve': [center(false)],
  'centerRecords.revoke': [center(true)],
  'centerRecords.approveDocuments': [document({ expiryDate: null })],
  'centerRecords.rejectDocuments': [document()],
  'centerRecords.requestDocuments': [document()],
  'reports.approve': [ofReview],
  'reports.delete': [ofReview],
  'reports.warn': [ofReview],
  'commissions.cancel': [
    ofOthers('a commission of the centre of the account', async (platform, subject) =>
      targetsOf((await buildCommission(platform, subject)).id),
    ),
  ],
  'commissions.settle': [
    ofOthers('what the centre of the account has to pay', async (platform, subject) => {
      const { centerId, commissionCents } = await buildCommission(platform, subject)
      return { period: 'week', reference: newId(), targets: [{ id: centerId, count: 1, commissionCents }] }
    }),
  ],
  'commissions.settleMonth': [
    ofOthers('the month of the centre of the account', async (platform, subject) => {
      const { centerId, commissionCents } = await buildCommission(platform, subject)
      const targets = [{ id: centerId, count: 1, commissionCents, onlineCents: 0 }]
      return { month: '2026-10-01', reference: newId(), targets }
    }),
  ],
  'commissions.setRate': [
    ofOthers('the rate of the centre of the account', async (platform, { userId }) => {
      const { centerId } = await buildCenter(platform, { ownerId: userId })
      const appliesFrom = localDay({ instant: platform.clock.now(), zone })
      return { centerId, ratePercent: 8.5, appliesFrom, reason, lastActionId: null }
    }),
  ],
  'moderation.undo': [
    { ...undoOf('a correction of the points of the account', correctedPoints), rule: 'ranked' },
    { ...undoOf('the activation of the account', activatedAccount), rule: 'ranked' },
    { ...undoOf('the removal of a review by the account', removedReview), rule: 'ranked' },
    undoOf('the withdrawn approval of the centre of the account', revokedCenter),
    undoOf('the approval of a document of the centre of the account', approvedDocument),
    undoOf('a cancelled commission of the centre of the account', cancelledCommission),
  ],
}

async function setOtherRole(platform: TestPlatform, { userId }: { userId: string }) {
  const { role } = await platform.db
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...targetsOf(userId), role: role === 'patient' ? 'center' : 'patient' }
}

type OfSubject = (
  platform: TestPlatform,
  subject: { userId: string; administratorId: string },
) => Promise<{ targetId: string }>

/** Another administrator has taken an action, which the caller undoes. */
function undoOf(about: string, take: OfSubject): ActionCase {
  return {
    about,
    rule: 'others',
    refusals: ['moderation.not_undoable', 'users.not_allowed', 'centerRecords.own_center'],
    async build(platform, subject) {
      const administratorId = await buildWithRoles(platform, ['admin'])
      const { targetId } = await take(platform, { ...subject, administratorId })
      const action = await platform.db
        .selectFrom('moderation_actions')
        .select('id')
        .where('target_id', '=', targetId)
        .executeTakeFirstOrThrow()
      return { actionId: action.id, reason }
    },
  }
}

async function activatedAccount(platform: TestPlatform, { userId, administratorId }: Parameters<OfSubject>[1]) {
  const rows = await platform.db.selectFrom('user_roles').select('role').where('user_id', '=', userId).execute()
  const roles = rows.map(({ role }) => role)
  const before = { status: 'suspended', suspendedUntil: '2030-01-01T00:00:00.000Z', suspensionReason: reason, roles }
  const action = { moderatorId: administratorId, targetType: 'user', targetId: userId, actionType: 'activate' } as const
  const now = platform.clock.now()
  await platform.db.transaction().execute((tx) => recordAction(tx, { ...action, reason, details: { before }, now }))
  return { targetId: userId }
}

async function correctedPoints(platform: TestPlatform, { userId, administratorId }: Parameters<OfSubject>[1]) {
  const actor = { userId: administratorId, roles: ['admin'] as const }
  await correctPoints(platform, { actor, userId, points: 5, reason, movementId: newId() })
  return { targetId: userId }
}

async function removedReview(platform: TestPlatform, { userId, administratorId }: Parameters<OfSubject>[1]) {
  const targetId = await buildReview(platform, { userId })
  const actor = { userId: administratorId, roles: ['admin'] as const }
  await actOnEach(platform, reviewActions.delete, { actor, ...targetsOf(targetId) })
  return { targetId }
}

async function revokedCenter(platform: TestPlatform, { userId, administratorId }: Parameters<OfSubject>[1]) {
  const targetId = await buildReadyCenter(platform, { userId, isApproved: true })
  const actor = { userId: administratorId, roles: ['admin'] as const }
  await actOnEach(platform, centerActions.revoke, { actor, ...targetsOf(targetId) })
  return { targetId }
}

async function approvedDocument(platform: TestPlatform, { userId, administratorId }: Parameters<OfSubject>[1]) {
  const targetId = await buildDocument(platform, { userId })
  const actor = { userId: administratorId, roles: ['admin'] as const }
  await actOnEach(platform, documentActions.approve, { actor, expiryDate: null, ...targetsOf(targetId) })
  return { targetId }
}

async function cancelledCommission(platform: TestPlatform, { userId, administratorId }: Parameters<OfSubject>[1]) {
  const { id: targetId } = await buildCommission(platform, { userId })
  const actor = { userId: administratorId, roles: ['admin'] as const }
  await actOnEach(platform, commissionActions.cancel, { actor, ...targetsOf(targetId) })
  return { targetId }
}
