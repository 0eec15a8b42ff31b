import type { CenterCard } from '#contract/center-search.ts'
import type { Place } from '#contract/places.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { api } from '#server/api/procedures.ts'
import { listPortraits } from '#server/features/centers/repository/pictures.ts'
import { presentCenter } from '#server/features/centers/routes/present-center.ts'
import { excerpt } from '#server/features/centers/rules/centers.ts'
import type { Platform } from '#server/platform/platform.ts'
import { cheapest } from '../rules/fitting-services.ts'
import { isRegulated } from '../rules/regulated-services.ts'
import { giversFirst, missingGiver, serviceFirst } from '../rules/service-first.ts'
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
  { items, modality, ...page }: Awaited<ReturnType<typeof searchCenters>>,
  service: ServiceSlug | undefined,
) {
  const treating = items.map(({ offer }) => (service ? undefined : treatingOf(offer)))
  const givers = items.flatMap(({ center, offer }, index) => {
    const given = service ? (offer?.group ?? []) : [treating[index] ?? []].flat()
    return missingGiver(center.team, given) ?? []
  })
  const portraits = await listPortraits(db, { professionalIds: givers.map(({ professionalId }) => professionalId) })
  return {
    ...page,
    items: items.map(({ center, distanceMeters, offer, reasons, cancelledShare }, index) => {
      const treats = treating[index]
      return {
        ...presentCenter(center),
        description: excerpt(center.description),
        distanceMeters,
        offer: offer ? presentOffer(offer, modality) : null,
        professional: offer?.professional ?? null,
        treats: treats ? { id: treats.professionalId, name: treats.professionalName } : null,
        unregulated: isUnregulated(center, offer),
        reasons,
        cancelledShare,
        ...(service ? serviceFirst(center, { service, given: offer?.group ?? [], portraits }) : {}),
        ...(!service && { team: giversFirst(center.team, { given: treats ? [treats] : [], portraits }) }),
        teamSize: center.teamSize,
        nextTimes: offer?.times ?? [],
        moreTimes: offer?.moreTimes ?? 0,
      }
    }),
  }
}

/** Whether what the card offers, or all that the centre does, is a complementary therapy without a regulated practice. */
export function isUnregulated(
  { services }: { services: readonly ServiceSlug[] },
  offer: CardOffer | undefined,
): boolean {
  if (offer) return !isRegulated(offer.group[0].serviceType)
  return services.length > 0 && !services.some(isRegulated)
}

/** Who of the card's offer treats what the visitor asks for: of those who say so, the one with the next free time. */
function treatingOf(offer: CardOffer | undefined) {
  if (!offer || offer.professional || !(offer.isSpecific || offer.group.length === 1)) return undefined
  const [time] = offer.times
  return offer.group.find(({ professionalId }) => professionalId === time?.professionalId) ?? offer.group[0]
}

/** `modality`: how the search asks the appointment to take place. */
export function presentOffer({ group }: CardOffer, modality: Place | null): CenterCard['offer'] {
  const [{ name, durationMinutes }] = group
  const priceCents = cheapest(group)
  return {
    name,
    durationMinutes,
    priceCents,
    samePrice: group.every((each) => each.priceCents === priceCents),
    place: modality,
  }
}
