import type { CenterCard } from '#contract/center-search.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { api } from '#server/api/procedures.ts'
import { presentCenter } from '#server/features/centers/routes/present-center.ts'
import { excerpt } from '#server/features/centers/rules/centers.ts'
import { cheapest } from '../rules/fitting-services.ts'
import { serviceFirst } from '../rules/service-first.ts'
import type { CardOffer } from '../usecases/find-card-offers.ts'
import { searchCenters } from '../usecases/search-centers.ts'

export const searchRoutes = {
  centers: {
    search: api.centers.search.handler(async ({ input, context }) =>
      presentSearch(await searchCenters(context.platform, input), input.service),
    ),
  },
}

/** `service`: a search of the centres of one service. */
function presentSearch(
  { items, ...page }: Awaited<ReturnType<typeof searchCenters>>,
  service: ServiceSlug | undefined,
) {
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
      ...(service ? serviceFirst(center, { service, given: offer?.group ?? [] }) : { team: center.team }),
      teamSize: center.teamSize,
      nextTimes: offer?.times ?? [],
    })),
  }
}

function presentOffer({ group }: CardOffer): CenterCard['offer'] {
  const [{ name, durationMinutes }] = group
  const priceCents = cheapest(group)
  return { name, durationMinutes, priceCents, samePrice: group.every((each) => each.priceCents === priceCents) }
}
