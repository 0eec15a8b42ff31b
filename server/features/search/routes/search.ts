import type { CenterCard } from '#contract/center-search.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { api } from '#server/api/procedures.ts'
import { listPortraits } from '#server/features/centers/repository/pictures.ts'
import { presentCenter } from '#server/features/centers/routes/present-center.ts'
import { excerpt } from '#server/features/centers/rules/centers.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cheapest } from '../rules/fitting-services.ts'
import { missingGiver, serviceFirst } from '../rules/service-first.ts'
import type { CardOffer } from '../usecases/find-card-offers.ts'
import { searchCenters } from '../usecases/search-centers.ts'

export const searchRoutes = {
  centers: {
    search: api.centers.search.handler(async ({ input, context }) =>
      presentSearch(context.platform, await searchCenters(context.platform, input), input.service),
    ),
  },
}

/** `service`: a search of the centres of one service. */
async function presentSearch(
  { db }: Platform,
  { items, ...page }: Awaited<ReturnType<typeof searchCenters>>,
  service: ServiceSlug | undefined,
) {
  const givers = service
    ? items.flatMap(({ center, offer }) => missingGiver(center.team, offer?.group ?? []) ?? [])
    : []
  const portraits = await listPortraits(db, { professionalIds: givers.map(({ professionalId }) => professionalId) })
  return {
    ...page,
    items: items.map(({ center, distanceMeters, offer, reasons, cancelledShare }) => ({
      ...presentCenter(center),
      description: excerpt(center.description),
      distanceMeters,
      offer: offer ? presentOffer(offer) : null,
      professional: offer?.professional ?? null,
      reasons,
      cancelledShare,
      ...(service ? serviceFirst(center, { service, given: offer?.group ?? [], portraits }) : { team: center.team }),
      teamSize: center.teamSize,
      nextTimes: offer?.times ?? [],
      moreTimes: offer?.moreTimes ?? 0,
    })),
  }
}

export function presentOffer({ group }: CardOffer): CenterCard['offer'] {
  const [{ name, durationMinutes }] = group
  const priceCents = cheapest(group)
  return { name, durationMinutes, priceCents, samePrice: group.every((each) => each.priceCents === priceCents) }
}
