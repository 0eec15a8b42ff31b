import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { foldText } from '#contract/folded-text.ts'
import type { Recommendation } from '#contract/recommendations.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { mapCancelledShares } from '#server/features/appointments/usecases/list-reliability.ts'
import type { Platform } from '#server/platform/platform.ts'
import { betterService, type Candidate, explain, scoreOf } from '../rules/recommendation.ts'
import { createRecentResults } from './recent-results.ts'
import { searchCenters } from './search-centers.ts'

const maxRecommended = 3

type Input = { service: ServiceSlug; need?: string | undefined; near?: string | undefined }
type Found = Awaited<ReturnType<typeof searchCenters>>['items'][number]

/**
 * The three centres of a service that suit a need best, with the reasons. The candidates are the first results by the need, by
 * rating and by distance. Words of a crisis recommend only psychotherapy.
 */
export async function recommendCenters(platform: Platform, { service, near, need = '' }: Input): Promise<Recommended> {
  const input = { service, near: near ?? '', need: need.trim() }
  const key = JSON.stringify([input.service, input.near, foldText(input.need)])
  return recentRecommendations(platform.db, { key, read: () => rankCenters(platform, input) })
}

type Recommended = { items: Recommendation[]; otherService: ServiceSlug | null }
const recentRecommendations = createRecentResults<Recommended>({ max: 1_000 })

async function rankCenters(
  platform: Platform,
  { service, near, need: typed }: { service: ServiceSlug; near: string; need: string },
): Promise<Recommended> {
  const isCrisis = soundsLikeEmergency(typed)
  if (isCrisis && service !== 'psicoterapia') return { items: [], otherService: 'psicoterapia' as const }
  const need = isCrisis ? '' : typed
  const place = near ? { near } : {}
  const searches = await Promise.all([
    searchCenters(platform, { service, ...place, sort: 'rating' }),
    ...(near ? [searchCenters(platform, { service, near })] : []),
    ...(need ? [searchCenters(platform, { service, ...place, q: need })] : []),
  ])
  const found = new Map(searches.flatMap(({ items }) => items).map((item) => [item.center.id, item]))
  const now = platform.clock.now()
  const shares = await mapCancelledShares(platform.db, { centerIds: [...found.keys()], now })
  const context = { need, service, hasPlace: near !== '', now }
  const ranked = [...found.values()]
    .filter(({ center }) => !center.isLicenseLapsed)
    .map((item) => ({ item, candidate: toCandidate(item, shares.get(item.center.id)) }))
    .toSorted((a, b) => scoreOf(b.candidate, context) - scoreOf(a.candidate, context))
    .slice(0, maxRecommended)
  return {
    items: ranked.map(
      ({ item: { center }, candidate }): Recommendation => ({
        centerId: center.id,
        name: center.name,
        rating: center.rating,
        totalReviews: center.totalReviews,
        reasons: explain(candidate, context),
      }),
    ),
    otherService: isCrisis ? null : betterService(need, service),
  }
}

function toCandidate({ center, offer, distanceMeters }: Found, cancelledShare: number | undefined): Candidate {
  const group = offer?.group ?? []
  return {
    specialties: [
      ...center.specialties,
      ...group.flatMap(({ specialties }) => specialties.split('\n').filter(Boolean)),
    ],
    services: group.map(({ name }) => name),
    rating: center.rating,
    totalReviews: center.totalReviews,
    distanceMeters,
    nextTime: offer?.times[0]?.startsAt,
    cancelledShare,
  }
}
