import { zone } from '#contract/calendar.ts'
import { type CenterSearch, careFilters } from '#contract/center-search.ts'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { foldText } from '#contract/folded-text.ts'
import type { Recommendation } from '#contract/recommendations.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { mapCancelledShares } from '#server/features/appointments/repository/reliability.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { type CandidateRow, listCandidates } from '../repository/candidates.ts'
import { findCenters } from '../repository/find-centers.ts'
import { listKnownTexts } from '../repository/vocabulary.ts'
import { offerNeedOf } from '../rules/care-filters.ts'
import { metersToCenter } from '../rules/distances.ts'
import { betterService, type Candidate, explain, needBeginnings, scoreOf } from '../rules/recommendation.ts'
import type { CenterFilter, CenterOrder } from '../search.types.ts'
import { type CardOffer, findCardOffers } from './find-card-offers.ts'
import { readSearch } from './read-search.ts'
import { createRecentResults } from './recent-results.ts'

const maxRecommended = 3
/** How many centres are compared: the first of the service, and the first of it that name the need. */
const compared = { ofService: 24, byNeed: 12 }

const careFilterNames = Object.keys(careFilters) as (keyof typeof careFilters)[]
type CareFilters = Pick<CenterSearch, keyof typeof careFilters>
type Input = CareFilters & {
  service: ServiceSlug
  need?: string | undefined
  near?: string | undefined
  radiusKm?: number | undefined
}

/**
 * The three centres of a service that suit a need best, with their reasons. The candidates are the nearest ones, or the best
 * rated where the visitor names no place. Words of a crisis recommend psychotherapy and nothing else.
 */
export async function recommendCenters(
  platform: Platform,
  { service, near, radiusKm, need = '', ...filters }: Input,
): Promise<Recommended> {
  const input = { ...filters, service, near: near ?? '', radiusKm, need: need.trim() }
  const filtered = careFilterNames.map((name) => filters[name])
  const key = JSON.stringify([input.service, input.near, radiusKm, foldText(input.need), ...filtered])
  return recentRecommendations(platform.db, { key, read: () => rankCenters(platform, input) })
}

type Recommended = { items: Recommendation[]; otherService: ServiceSlug | null }
const recentRecommendations = createRecentResults<Recommended>({ max: 1_000 })

async function rankCenters(
  platform: Platform,
  { service, near, radiusKm, need: typed, ...filters }: Omit<Input, 'near' | 'need'> & { near: string; need: string },
): Promise<Recommended> {
  const isCrisis = soundsLikeEmergency(typed)
  if (isCrisis && service !== 'psicoterapia') return { items: [], otherService: 'psicoterapia' as const }
  const need = isCrisis ? '' : typed
  const { filter, place, now } = await readSearch(platform, {
    ...filters,
    service,
    radiusKm,
    ...(near && { near }),
  })
  const candidates = await platform.db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => readCandidates(tx, { search: { ...filters, service, q: need }, filter, now }))
  const context = { need, service, hasPlace: place !== null, now }
  const ranked = candidates
    .map(({ center, ...rest }) => ({ center, candidate: toCandidate({ center, place, ...rest }) }))
    .toSorted((a, b) => scoreOf(b.candidate, context) - scoreOf(a.candidate, context))
    .slice(0, maxRecommended)
  return {
    items: ranked.map(
      ({ center: { id, name, rating, totalReviews }, candidate }): Recommendation => ({
        centerId: id,
        name,
        rating,
        totalReviews,
        reasons: explain(candidate, context),
      }),
    ),
    otherService: isCrisis ? null : betterService(need, service),
  }
}

type Context = { search: CenterSearch; filter: CenterFilter; now: Date }
type Read = { center: CandidateRow; offer: CardOffer | undefined; cancelledShare: number | undefined }

async function readCandidates(tx: Tx, { search, filter, now }: Context): Promise<Read[]> {
  const order: CenterOrder = filter.area ? 'distance' : 'rating'
  const first = (limit: number, wanted: CenterFilter) =>
    findCenters(tx, { filter: wanted, order, page: { offset: 0, limit }, countTo: limit })
  // A word that no centre has would be looked for in many of them.
  const [ofService, terms] = await inOrder(tx, [
    first(compared.ofService, filter),
    listKnownTexts(tx, { texts: needBeginnings(search.q ?? ''), how: 'beginning' }),
  ])
  const byNeed =
    terms.length > 0 ? await first(compared.byNeed, { ...filter, specialties: [{ services: [], terms }] }) : undefined
  const centerIds = [...new Set([...ofService.centerIds, ...(byNeed?.centerIds ?? [])])]
  const [centers, offers, shares] = await inOrder(tx, [
    listCandidates(tx, { centerIds, today: localDay({ instant: now, zone }) }),
    findCardOffers(tx, { centerIds, offer: offerNeedOf(search), need: search, limit: 1, now }),
    mapCancelledShares(tx, { centerIds, now }),
  ])
  return centers.map((center) => ({ center, offer: offers.get(center.id), cancelledShare: shares.get(center.id) }))
}

type Placed = Read & { place: { latitude: number; longitude: number } | null }

function toCandidate({ center, offer, cancelledShare, place }: Placed): Candidate {
  const { specialties, rating, totalReviews } = center
  const group = offer?.group ?? []
  return {
    specialties: [
      ...specialties,
      ...group.flatMap((professional) => professional.specialties.split('\n').filter(Boolean)),
    ],
    services: group.map(({ name }) => name),
    rating,
    totalReviews,
    distanceMeters: metersToCenter(place, center),
    nextTime: offer?.times[0]?.startsAt,
    cancelledShare,
  }
}
