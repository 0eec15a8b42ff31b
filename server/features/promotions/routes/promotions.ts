import { zone } from '#contract/calendar.ts'
import type { PromotionUse } from '#contract/promotions.ts'
import type { Actor } from '#server/api/actor.ts'
import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { mayGivePromotion } from '#server/features/loyalty/loyalty.policy.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { localDay } from '#server/platform/local-time.ts'
import { promotionVersion, stateOf } from '../promotions.policy.ts'
import { listPublished, type PromotionRow } from '../repository/promotions.ts'
import { listUses, type UseRow } from '../repository/uses.ts'
import { applyPromotion, releasePromotion, validatePromotion } from '../usecases/apply-promotion.ts'
import {
  createPromotion,
  listPromotions,
  type PromotionWithFigures,
  updatePromotion,
} from '../usecases/manage-promotions.ts'

const pageSize = 20

export const promotionsRoutes = {
  list: api.promotions.list.handler(async ({ input, context }) => {
    const { platform } = context
    const owner = { actor: requireActor(context), centerId: input.centerId ?? null }
    const now = platform.clock.now()
    return { items: (await listPromotions(platform, owner)).map((row) => presentPromotion(row, { ...owner, now })) }
  }),

  create: api.promotions.create.handler(async ({ input, context }) => {
    const { platform } = context
    const actor = requireActor(context)
    const promotion = await createPromotion(platform, { ...input, actor })
    return presentPromotion(promotion, { actor, now: platform.clock.now() })
  }),

  update: api.promotions.update.handler(async ({ input, context }) => {
    const { platform } = context
    const actor = requireActor(context)
    const promotion = await updatePromotion(platform, { ...input, actor })
    return presentPromotion(promotion, { actor, now: platform.clock.now() })
  }),

  validate: api.promotions.validate.handler(async ({ input, context }) => {
    const order = { ...withUserId(context, input), address: context.visitor.address }
    const { promotion, discountCents, refusal } = await validatePromotion(context.platform, order)
    return {
      valid: refusal === undefined,
      promotionId: promotion?.id ?? null,
      promotionName: promotion?.name ?? null,
      centerName: promotion?.centerName ?? null,
      discountCents,
      finalCents: input.orderCents - discountCents,
      error: refusal ?? null,
    }
  }),

  apply: api.promotions.apply.handler(async ({ input, context }) => {
    const { platform } = context
    const order = { ...withUserId(context, input), address: context.visitor.address }
    return presentUse(await applyPromotion(platform, order), platform.clock.now())
  }),

  uses: api.promotions.uses.handler(async ({ input, context }) => {
    const { platform } = context
    const { userId, limit = pageSize, cursor } = withUserId(context, input)
    const rows = await listUses(platform.db, { userId, limit: limit + 1, after: readCursor(cursor) })
    const cursorOf = ({ reservedAt, id }: UseRow) => writeCursor({ at: reservedAt, id })
    const now = platform.clock.now()
    return pageOf(rows, { limit, cursorOf, present: (row) => presentUse(row, now) })
  }),

  release: api.promotions.release.handler(async ({ input, context }) => {
    const { platform } = context
    return presentUse(await releasePromotion(platform, withUserId(context, input)), platform.clock.now())
  }),

  published: api.promotions.published.handler(async ({ input, context }) => {
    const { db, clock } = context.platform
    const { limit = pageSize, cursor } = input
    const rows = await listPublished(db, { now: clock.now(), limit: limit + 1, after: readCursor(cursor) })
    const cursorOf = ({ createdAt, id }: PromotionRow) => writeCursor({ at: createdAt, id })
    return pageOf(rows, { limit, cursorOf, present: presentPublished })
  }),
}

function presentPublished<Row extends PromotionRow>(row: Row) {
  const { validUntil } = row
  return {
    ...row,
    startsOn: localDay({ instant: row.startsAt, zone }),
    // The end is the first instant after the last day.
    validUntil: validUntil && localDay({ instant: new Date(validUntil.getTime() - 1), zone }),
    center: centerOf(row),
  }
}

type Viewer = { actor: Pick<Actor, 'roles'>; now: Date }

function presentPromotion(row: PromotionWithFigures, { actor, now }: Viewer) {
  return {
    ...presentPublished(row),
    version: promotionVersion(row),
    state: stateOf(row, now),
    can: { activate: row.centerId !== null || mayGivePromotion(actor, row) },
  }
}

function presentUse(row: UseRow, now: Date) {
  const status = shownStatusOf(row, now)
  return { ...row, status, center: centerOf(row), can: { release: status === 'reserved' } }
}

function shownStatusOf({ status, expiresAt, endedAt, appointmentId }: UseRow, now: Date): PromotionUse['status'] {
  if (status === 'consumed' || (status === 'reserved' && expiresAt > now)) return status
  // The job that releases what has expired may not have run yet.
  const hasExpired = endedAt === null || (appointmentId === null && endedAt >= expiresAt)
  return hasExpired ? 'expired' : 'released'
}

function centerOf({ centerId, centerName }: { centerId: string | null; centerName: string | null }) {
  return centerId === null || centerName === null ? null : { id: centerId, name: centerName }
}
