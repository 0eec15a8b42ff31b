import type { ServiceSlug } from '#contract/specialty-keys.ts'
import type { RequestContext } from '#server/api/context.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { presentCenter } from '#server/features/centers/routes/present-center.ts'
import { mapVisibleCenters } from '#server/features/centers/usecases/find-centers.ts'
import { isUnregulated, presentOffer } from '#server/features/search/routes/search.ts'
import { offerNeedOf } from '#server/features/search/rules/care-filters.ts'
import { metersToCenter } from '#server/features/search/rules/distances.ts'
import { findCardOffers, timesPerCard } from '#server/features/search/usecases/find-card-offers.ts'
import { locate } from '#server/features/search/usecases/locate.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listFavorites } from './favorites.repository.ts'
import { mergeFavorites, removeFavorite, saveFavorite } from './favorites.usecases.ts'

export const favoritesRoutes = {
  list: api.favorites.list.handler(({ context }) => readList(context)),

  save: api.favorites.save.handler(async ({ input, context }) => {
    await saveFavorite(context.platform, asCaller(context, input))
    return readList(context)
  }),

  remove: api.favorites.remove.handler(async ({ input, context }) => {
    await removeFavorite(context.platform, asCaller(context, input))
    return readList(context)
  }),

  merge: api.favorites.merge.handler(({ input: { items }, context }) =>
    mergeFavorites(
      context.platform,
      asCaller(context, {
        items: items.map(({ centerId, savedAt }) => ({ centerId, savedAt: new Date(savedAt) })),
      }),
    ),
  ),

  centers: api.favorites.centers.handler(({ input, context: { platform } }) => readCards(platform, input)),
}

const asCaller = <Input extends object>(context: RequestContext, input: Input) => ({
  ...withUserId(context, input),
  address: context.visitor.address,
})

async function readList(context: RequestContext) {
  return { items: await listFavorites(context.platform.db, withUserId(context, {})) }
}

type CardsInput = {
  centerIds: string[]
  q?: string | undefined
  service?: ServiceSlug | undefined
  near?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
}

async function readCards(platform: Platform, { centerIds, q, service, ...where }: CardsInput) {
  const { db, clock } = platform
  const now = clock.now()
  const place = await locate(platform, where)
  const need = q === undefined ? {} : { q }
  const [centers, offers] = await Promise.all([
    mapVisibleCenters(db, { centerIds, now }),
    findCardOffers(db, {
      centerIds,
      offer: offerNeedOf({ q, service }),
      need,
      limit: timesPerCard,
      now,
    }),
  ])
  return {
    placeName: place?.name ?? null,
    items: [...new Set(centerIds)].flatMap((id) => {
      const center = centers.get(id)
      if (!center) return []
      const offer = offers.get(id)
      return [
        {
          ...presentCenter(center),
          distanceMeters: metersToCenter(place, center),
          offer: offer ? presentOffer(offer, null) : null,
          professional: offer?.professional ?? null,
          nextTimes: offer?.times ?? [],
          moreTimes: offer?.moreTimes ?? 0,
          unregulated: isUnregulated(center, offer),
        },
      ]
    }),
  }
}
