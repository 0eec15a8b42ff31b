import { zone } from '#contract/calendar.ts'
import type { PromotionUse } from '#contract/promotions.ts'
import { hasStaffRole } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { mayGivePromotion } from '#server/features/loyalty/loyalty.policy.ts'
import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import { pageOf, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { promotionVersion, stateOf } from '../promotions.policy.ts'
import { listPublished, type PromotionRow } from '../repository/promotions.ts'
import { listUses, type UseRow } from '../repository/uses.ts'
import { applyPromotion, releasePromotion, validatePromotion } from '../usecases/apply-promotion.ts'
import {
  createPromotion,
  type Gift,
  listGifts,
  listPromotions,
  type PromotionWithFigures,
  sumOfOthers,
  updatePromotion,
} from '../usecases/manage-promotions.ts'
import { readOwnPrices } from '../usecases/read-own-prices.ts'

const pageSize = 20

export const promotionsRoutes = {
  list: api.promotions.list.handler(async ({ input, context }) => {
    const owner = { actor: requireActor(context), centerId: input.centerId ?? null }
    const rows = await listPromotions(context.platform, owner)
    const viewer = await readViewer(context)
    return { items: rows.map((row) => presentPromotion(row, viewer)) }
  }),

  create: api.promotions.create.handler(async ({ input, context }) => {
    const promotion = await createPromotion(context.platform, { ...input, actor: requireActor(context) })
    return presentPromotion(promotion, await readViewer(context))
  }),

  update: api.promotions.update.handler(async ({ input, context }) => {
    const promotion = await updatePromotion(context.platform, { ...input, actor: requireActor(context) })
    return presentPromotion(promotion, await readViewer(context))
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
    return presentUse(await applyPromotion(platform, order), platform)
  }),

  uses: api.promotions.uses.handler(async ({ input, context }) => {
    const { platform } = context
    const { userId, limit = pageSize, cursor } = withUserId(context, input)
    const rows = await listUses(platform.db, { userId, limit: limit + 1, after: readCursor(cursor) })
    const cursorOf = ({ reservedAt, id }: UseRow) => writeCursor({ at: reservedAt, id })
    return pageOf(rows, { limit, cursorOf, present: (row) => presentUse(row, platform) })
  }),

  release: api.promotions.release.handler(async ({ input, context }) => {
    const { platform } = context
    return presentUse(await releasePromotion(platform, withUserId(context, input)), platform)
  }),

  prices: api.promotions.prices.handler(async ({ input, context }) => ({
    items: await readOwnPrices(context.platform, withUserId(context, input)),
  })),

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

/** `gifts`: what a member of staff has given lately, which limits what they may offer. */
type Viewer = { actor: Pick<Actor, 'roles'>; gifts: readonly Gift[]; now: Date }

async function readViewer(context: RequestContext): Promise<Viewer> {
  const { db, clock } = context.platform
  const [actor, now] = [requireActor(context), clock.now()]
  return { actor, now, gifts: hasStaffRole(actor) ? await listGifts(db, { actor, now }) : [] }
}

function presentPromotion(row: PromotionWithFigures, { actor, gifts, now }: Viewer) {
  return {
    ...presentPublished(row),
    version: promotionVersion(row),
    state: stateOf(row, now),
    can: { activate: row.centerId !== null || mayGivePromotion(actor, row, { givenCents: sumOfOthers(gifts, row) }) },
  }
}

function presentUse(row: UseRow, { clock, secret }: Platform) {
  const status = shownStatusOf(row, clock.now())
  const isReserved = status === 'reserved'
  const deskCode =
    isReserved && row.centerId === null ? deskCodeOf({ kind: 'promotion', id: row.id }, { secret }) : null
  return { ...row, status, center: centerOf(row), deskCode, can: { release: isReserved } }
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
