import { listCatalog } from '#server/features/appointments/repository/free-times.ts'
import { type FreeTime, listNextFreeTimes } from '#server/features/appointments/usecases/list-free-times.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fittingServices, type Need, type ServiceGroup } from '../rules/fitting-services.ts'

/** What a card sells: a service that fits the search, and its next free times. */
export type CardOffer = { group: ServiceGroup; times: FreeTime[] }

/** A centre whose best fitting service has no free time shows the next best one that has. */
const servicesPerCenter = 2

type Params = {
  centerIds: readonly string[]
  serviceTypes: readonly string[] | undefined
  need: Need
  limit: number
  window?: Parameters<typeof listNextFreeTimes>[1]['window']
  now: Date
}

/** By centre, without the centres at which no service fits for certain. `times` is empty when there are none in the window. */
export async function findCardOffers(
  db: Db | Tx,
  { centerIds, serviceTypes, need, ...query }: Params,
): Promise<Map<string, CardOffer>> {
  const found = new Map<string, CardOffer>()
  if (centerIds.length === 0) return found
  const catalog = Map.groupBy(
    await listCatalog(db, { centerIds, serviceTypes, now: query.now }),
    ({ centerId }) => centerId,
  )
  const fitting = new Map([...catalog].map(([centerId, offers]) => [centerId, fittingServices(offers, need)]))
  for (let rank = 0; rank < servicesPerCenter; rank++) {
    const groups = [...fitting].flatMap(([centerId, ranked]) => {
      const group = ranked[rank]
      return group && !found.get(centerId)?.times.length ? [{ centerId, group }] : []
    })
    const times = await listNextFreeTimes(db, { ...query, offers: groups.flatMap(({ group }) => group) })
    for (const { centerId, group } of groups) {
      const own = times.get(centerId)
      if (own) found.set(centerId, { group, times: own })
      else if (rank === 0) found.set(centerId, { group, times: [] })
    }
  }
  return found
}
