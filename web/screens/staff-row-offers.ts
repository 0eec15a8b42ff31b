import { centerActions } from '#server/features/centers/usecases/act-on-centers.ts'
import { documentActions } from '#server/features/centers/usecases/review-documents.ts'
import { commissionActions } from '#server/features/commissions/usecases/cancel-commissions.ts'
import { settleCommissions } from '#server/features/commissions/usecases/settle-commissions.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { reviewActions } from '#server/features/reviews/usecases/act-on-reviews.ts'
import { buildWithRoles } from '#server/testing/access-matrix/people.ts'
import { buildCommission, buildDocument, buildReadyCenter, buildReview } from '#server/testing/access-matrix/targets.ts'
import { buildLicense, buildMember } from '#server/testing/builders.ts'
import {
  nameAccount,
  nameCenter,
  type OffersCase,
  otherStaff,
  reason,
  type Staff,
  suspend,
  untouchedTarget,
  withRole,
} from './staff-offers.ts'

type BuildCenterRow = (staff: Staff) => Promise<string>
const readyCenter =
  (isApproved: boolean, ownerOf = (staff: Staff) => buildWithRoles(staff.platform, ['center'])): BuildCenterRow =>
  async (staff) => {
    const centerId = await buildReadyCenter(staff.platform, { userId: await ownerOf(staff), isApproved })
    return centerId
  }

const centers: Record<string, BuildCenterRow> = {
  'a centre that lacks nothing': readyCenter(false),
  'a centre without its documents': async (staff) => {
    const id = await readyCenter(false)(staff)
    await staff.platform.db.deleteFrom('compliance_checks').where('center_id', '=', id).execute()
    return id
  },
  'an approved centre': readyCenter(true),
  'a centre whose approval was withdrawn': async (staff) => {
    const id = await readyCenter(true)(staff)
    const actor = { userId: await otherStaff(staff), roles: ['admin'] as const }
    await actOnEach(staff.platform, centerActions.revoke, { actor, targets: untouchedTarget(id), reason })
    return id
  },
  'their own centre': readyCenter(false, async ({ userId }) => userId),
  'an approved centre where they work': async (staff) => {
    const centerId = await readyCenter(true)(staff)
    const { userId } = await buildMember(staff.platform, { centerId, role: 'reception' })
    await staff.platform.db
      .updateTable('center_members')
      .set({ user_id: staff.userId })
      .where('user_id', '=', userId)
      .execute()
    return centerId
  },
  'a centre whose owner is suspended': async (staff) => {
    const id = await readyCenter(true)(staff)
    const actor = { userId: await otherStaff(staff), roles: ['admin'] as const }
    await suspend(staff.platform, { actor, targets: untouchedTarget(id), reason })
    return id
  },
}

export const centerCases: OffersCase[] = Object.entries(centers).map(([row, build]) => ({
  row,
  async build(staff) {
    const id = await build(staff)
    const { centerRecords, commissions, moderation, users } = staff.client
    const owner = (await users.get({ userId: id })).user
    const ownerTargets = [{ id, lastActionId: owner.lastActionId }]
    const { lastActionId, actions } = await centerRecords.get({ centerId: id })
    const targets = [{ id, lastActionId }]
    const rate = { centerId: id, ratePercent: 8.5, appliesFrom: '2026-11-20', reason, lastActionId: null }
    return {
      path: `/admin/dashboard?seccion=centros&centro=${id}`,
      name: await nameCenter(staff.platform, id),
      actions: {
        'Aprobar el centro…': () => centerRecords.approve({ targets, reason }),
        'Retirar la aprobación…': () => centerRecords.revoke({ targets, reason }),
        'Cambiar la comisión…': () => commissions.setRate(rate),
        'Suspender el centro…': () => users.suspend({ targets: ownerTargets, days: 7, reason }),
        'Bloquear el centro…': () => users.ban({ targets: ownerTargets, reason }),
        'Activar el centro…': () => users.activate({ targets: ownerTargets, reason }),
        ...(actions[0] && { 'Deshacer…': () => moderation.undo({ actionId: actions[0]?.id ?? '', reason }) }),
      },
    }
  },
}))

/** What the list of centres offers for a chosen row. */
export const centerListCases: OffersCase[] = centerCases.map(({ row, build }) => ({
  row,
  isChosen: true,
  async build(staff) {
    const { name, actions } = await build(staff)
    const approve = actions['Aprobar el centro…'] as () => Promise<unknown>
    const revoke = actions['Retirar la aprobación…'] as () => Promise<unknown>
    return {
      path: `/admin/dashboard?${new URLSearchParams({ seccion: 'centros', q: name })}`,
      name,
      actions: { 'Aprobar…': approve, 'Retirar la aprobación…': revoke },
    }
  },
}))

const buildDocumentWithStatus = (status: string) => async (staff: Staff) => {
  const id = await buildDocument(staff.platform, { userId: await buildWithRoles(staff.platform, ['center']) })
  const change = { status, checked_at: staff.platform.clock.now() }
  await staff.platform.db.updateTable('compliance_checks').set(change).where('id', '=', id).execute()
  return id
}
const documents: Record<string, (staff: Staff) => Promise<string>> = {
  'a document that waits for a review': buildDocumentWithStatus('pending'),
  'an approved document': buildDocumentWithStatus('approved'),
  'a rejected document': buildDocumentWithStatus('rejected'),
  'an expired document': buildDocumentWithStatus('expired'),
  'a document of their own centre': ({ platform, userId }) => buildDocument(platform, { userId }),
  'a document that was requested again': async (staff) => {
    const id = await buildDocumentWithStatus('approved')(staff)
    const actor = { userId: await otherStaff(staff), roles: ['admin'] as const }
    await actOnEach(staff.platform, documentActions.request, { actor, targets: untouchedTarget(id), reason })
    return id
  },
  'an approved document with a newer upload': async (staff) => {
    const id = await buildDocumentWithStatus('approved')(staff)
    const { center_id: centerId } = await staff.platform.db
      .selectFrom('compliance_checks')
      .select('center_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    staff.platform.clock.advance(1000)
    await buildLicense(staff.platform, { centerId, status: 'rejected', fileName: `${id}.pdf` })
    return id
  },
}

/** The document is opened from the list of its status. */
export const documentCases: OffersCase[] = Object.entries(documents).map(([row, build]) => ({
  row,
  async build(staff) {
    const id = await build(staff)
    const check = await staff.platform.db
      .selectFrom('compliance_checks')
      .select(['status', 'center_id', 'requested_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { centerRecords } = staff.client
    const { documents } = await centerRecords.get({ centerId: check.center_id })
    const targets = [{ id, lastActionId: documents.find((each) => each.id === id)?.lastActionId ?? null }]
    const name = await nameCenter(staff.platform, check.center_id)
    const list = check.requested_at === null ? check.status : 'requested'
    return {
      path: `/admin/dashboard?${new URLSearchParams({ seccion: 'cumplimiento', documentos: list, q: name, documento: id })}`,
      name,
      actions: {
        'Aprobar…': () => centerRecords.approveDocuments({ targets, expiryDate: null, reason }),
        'Rechazar…': () => centerRecords.rejectDocuments({ targets, reason }),
        'Pedir de nuevo…': () => centerRecords.requestDocuments({ targets, reason }),
      },
    }
  },
}))

type BuiltReview = { id: string; authorId: string }
const reviewBy =
  (author: (staff: Staff) => Promise<string>) =>
  async (staff: Staff): Promise<BuiltReview> => {
    const authorId = await author(staff)
    return { id: await buildReview(staff.platform, { userId: authorId }), authorId }
  }
const reviews: Record<string, (staff: Staff) => Promise<BuiltReview & { view?: string }>> = {
  'a review by a patient': reviewBy(withRole('patient')),
  'their own review': reviewBy(async ({ userId }) => userId),
  'a review by a moderator': reviewBy(withRole('moderator')),
  'a review by an administrator': reviewBy(withRole('admin')),
  'a review of their own centre': async (staff) => {
    const review = await reviewBy(withRole('patient'))(staff)
    const { center_id } = await staff.platform.db
      .selectFrom('reviews')
      .select('center_id')
      .where('id', '=', review.id)
      .executeTakeFirstOrThrow()
    await staff.platform.db
      .insertInto('center_members')
      .values({ user_id: staff.userId, center_id, member_role: 'reception' })
      .execute()
    return review
  },
  'a removed review': async (staff) => {
    const review = await reviewBy(withRole('patient'))(staff)
    const actor = { userId: await otherStaff(staff), roles: ['admin'] as const }
    await actOnEach(staff.platform, reviewActions.delete, { actor, targets: untouchedTarget(review.id), reason })
    return { ...review, view: 'removed' }
  },
}

/** The row in Moderación; its buttons say whose review they are about. */
export const reviewCases: OffersCase[] = Object.entries(reviews).map(([row, build]) => ({
  row,
  async build(staff) {
    const { id, authorId, view = 'reviews' } = await build(staff)
    const name = await nameAccount(staff.platform, authorId)
    const { reports } = staff.client
    const { items } = await reports.list({ view: view as 'reviews', limit: 100 })
    const lastActionId = items.find((each) => each.id === id)?.lastActionId ?? null
    const input = { kind: 'review' as const, targets: [{ id, lastActionId }], reason }
    return {
      path: `/admin/dashboard?${new URLSearchParams({ seccion: 'moderacion', cola: view, q: name })}`,
      name,
      actions: {
        'Aprobar:': () => reports.approve(input),
        'Retirar:': () => reports.delete(input),
        'Advertir:': () => reports.warn(input),
      },
    }
  },
}))

type BuiltCommission = { id: string; centerId: string; commissionCents: number }
const commissionOf =
  (owner: (staff: Staff) => Promise<string>) =>
  async (staff: Staff): Promise<BuiltCommission> =>
    buildCommission(staff.platform, { userId: await owner(staff) })
const commissions: Record<string, (staff: Staff) => Promise<BuiltCommission>> = {
  'a pending commission': commissionOf(withRole('center')),
  'a pending commission of their own centre': commissionOf(async ({ userId }) => userId),
  'a paid commission': async (staff) => {
    const commission = await commissionOf(withRole('center'))(staff)
    const { centerId, commissionCents } = commission
    const targets = [{ id: centerId, count: 1, commissionCents }]
    const actorId = await otherStaff(staff)
    await settleCommissions(staff.platform, { actorId, period: 'week', reference: 'TRF-1', targets })
    return commission
  },
  'a cancelled commission': async (staff) => {
    const commission = await commissionOf(withRole('center'))(staff)
    const actor = { userId: await otherStaff(staff), roles: ['admin'] as const }
    const targets = untouchedTarget(commission.id)
    await actOnEach(staff.platform, commissionActions.cancel, { actor, targets, reason })
    return commission
  },
}

/** The commission and its centre in Financiero are chosen by checkboxes; its history is a dialog. */
export const commissionCases: OffersCase[] = Object.entries(commissions).map(([row, build]) => ({
  row,
  opens: ['Historial'],
  async build(staff) {
    const { id, centerId, commissionCents } = await build(staff)
    const name = await nameCenter(staff.platform, centerId)
    const { commissions, moderation } = staff.client
    const { commission, actions } = await commissions.get({ commissionId: id })
    const targets = [{ id, lastActionId: commission.lastActionId }]
    const settlementTargets = [{ id: centerId, count: 1, commissionCents }]
    const settlement = { period: 'month' as const, reference: `TRF-${id}`, targets: settlementTargets }
    return {
      path: `/admin/dashboard?${new URLSearchParams({ seccion: 'financiero', q: name })}`,
      name,
      actions: {
        'Elegir la comisión de': () => commissions.cancel({ targets, reason }),
        'Elegir Consultorio': () => commissions.settle(settlement),
        ...(actions[0] && { 'Deshacer…': () => moderation.undo({ actionId: actions[0]?.id ?? '', reason }) }),
      },
    }
  },
}))
