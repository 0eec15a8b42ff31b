import { zone } from '#contract/calendar.ts'
import { listCatalog } from '#server/features/appointments/repository/free-times.ts'
import type { OfferNeed } from '#server/features/appointments/repository/offer-need.ts'
import {
  listNextFreeTimes,
  type NextTimes,
  type TimeWindow,
} from '#server/features/appointments/usecases/list-next-free-times.ts'
import { dayMs, localDay, localDays } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { type PreferredGroup, preferenceOf, preferGroups } from '../rules/card-preference.ts'
import { fittingServices, type Need, type ServiceGroup } from '../rules/fitting-services.ts'
import { type NamedProfessional, namedProfessional, typedNames } from '../rules/named-professional.ts'

export type CardOffer = NextTimes & {
  group: ServiceGroup
  /** The professional whose name the visitor typed. */
  professional: NamedProfessional | undefined
  /** Whether the group is of the professionals who say that they treat just what the visitor asks for. */
  isSpecific: boolean
}

/**
 * If a centre's best fitting service has no free time, its card offers the next best one that has. In a search for a time, all
 * fitting services are examined.
 */
const servicesPerCenter = 2

/** How many free times a card shows. */
export const timesPerCard = 3

const noTimes: NextTimes = { times: [], moreTimes: 0 }

type Params = {
  centerIds: readonly string[]
  /** What the offer must meet. */
  offer: OfferNeed
  need: Need
  limit: number
  isSpread?: boolean
  window?: TimeWindow
  now: Date
  /** Only the service counts: without `times` where a centre has a single fitting service. */
  onlyService?: true
}

/** The offers by centre, without centres where no service clearly fits. `times` is empty without a free time in the window. */
export async function findCardOffers(
  db: Db | Tx,
  { centerIds, offer, need, onlyService, ...query }: Params,
): Promise<Map<string, CardOffer>> {
  const found = new Map<string, CardOffer>()
  if (centerIds.length === 0) return found
  const catalog = Map.groupBy(
    await listCatalog(db, { centerIds, need: offer, weekdays: weekdaysOf(query.window), now: query.now }),
    ({ centerId }) => centerId,
  )
  const typed = typedNames(need.q ?? '')
  const named = new Map<string, NamedProfessional>()
  const preference = preferenceOf(need)
  const fitting = new Map<string, PreferredGroup[]>()
  for (const [centerId, all] of catalog) {
    const professional = namedProfessional(all, typed)
    if (professional) named.set(centerId, professional)
    const offers = professional ? all.filter(({ professionalId }) => professionalId === professional.id) : all
    const ranked = preferGroups(fittingServices(offers, need), preference)
    const [first, ...others] = ranked
    if (onlyService && first && others.length === 0) found.set(centerId, { ...first, ...noTimes, professional })
    else fitting.set(centerId, ranked)
  }
  const ranks = Math.max(0, ...[...fitting.values()].map((ranked) => ranked.length))
  for (let rank = 0; rank < (query.window ? ranks : Math.min(ranks, servicesPerCenter)); rank++) {
    const groups = [...fitting].flatMap(([centerId, ranked]) => {
      const preferred = ranked[rank]
      return preferred && !found.get(centerId)?.times.length ? [{ centerId, ...preferred }] : []
    })
    if (groups.length === 0) break
    const times = await listNextFreeTimes(db, { ...query, offers: groups.flatMap(({ group }) => group) })
    for (const { centerId, ...preferred } of groups) {
      const timesOfCenter = times.get(centerId)
      const professional = named.get(centerId)
      if (timesOfCenter) found.set(centerId, { ...preferred, ...timesOfCenter, professional })
      else if (rank === 0) found.set(centerId, { ...preferred, ...noTimes, professional })
    }
  }
  return found
}

type SpreadParams = Pick<Params, 'centerIds' | 'limit' | 'window' | 'now'> & { offers: ReadonlyMap<string, CardOffer> }

/** The same offers of these centres, with their times spread over the day. */
export async function spreadTimes(db: Db | Tx, { centerIds, offers, ...query }: SpreadParams): Promise<typeof offers> {
  const shown = centerIds.flatMap((id) => {
    const offer = offers.get(id)
    return offer ? [[id, offer] as const] : []
  })
  const timed = shown.flatMap(([, { group, times }]) => (times.length > 0 ? group : []))
  const spread = await listNextFreeTimes(db, { ...query, offers: timed, isSpread: true })
  return new Map(shown.map(([id, offer]) => [id, { ...offer, ...spread.get(id) }]))
}

/** The days of the week in a window of less than a week. */
function weekdaysOf({ from, to }: NonNullable<Params['window']> = {}): number[] | undefined {
  if (!from || !to || to.getTime() - from.getTime() >= 6 * dayMs) return undefined
  const days = Math.ceil((to.getTime() - from.getTime()) / dayMs) + 1
  return localDays({ zone, from: localDay({ instant: from, zone }), days }).map(({ weekday }) => weekday)
}
