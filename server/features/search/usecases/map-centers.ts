import type { MapPoint, MapResult, MapSearch } from '#contract/map.ts'
import { readMapArea } from '#contract/map-area.ts'
import { maxMapPoints } from '#contract/search.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { mostListed } from '../repository/find-centers.ts'
import { listPoints } from '../repository/map-points.ts'
import { cheapest } from '../rules/fitting-services.ts'
import { gatherCells } from '../rules/map-cells.ts'
import { findCardOffers } from './find-card-offers.ts'
import { findFar, findOrdered, findToday, readSearch } from './search-centers.ts'

type Ordered = Awaited<ReturnType<typeof findOrdered>>

/** The centres of a search on a part of the map: each one, or above 500 how many are in each cell of a grid. */
export async function mapCenters(platform: Platform, input: MapSearch): Promise<MapResult> {
  const area = readMapArea(input.area)
  if (!area) throw new Error('the contract lets no such area pass')
  const { understood, filter, now } = await readSearch(platform, input)
  return await platform.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const slice = { offset: 0, limit: mostListed }
      const { found } = await findFar({ understood, filter }, (wanted) =>
        findToday(tx, { search: understood.search, filter: wanted, slice, now }, findOrdered),
      )
      const { total, centerIds } = found
      const summary = { total, isCut: total >= mostListed }
      const placed = await listPoints(tx, { centerIds })
      if (centerIds.length <= maxMapPoints) {
        const prices = await mapPrices(tx, found)
        return { ...summary, points: placed.map((point) => withPrice(point, prices)), cells: [] }
      }
      const { alone, cells } = gatherCells(placed, area)
      const prices = await mapPrices(tx, { ...found, centerIds: alone.map(({ id }) => id) })
      return { ...summary, points: alone.map((point) => withPrice(point, prices)), cells }
    })
}

/** The prices of the services on their cards, by centre. */
async function mapPrices(tx: Tx, { centerIds, wanted, offers: known }: Ordered): Promise<Map<string, number>> {
  const offers = known ?? (await findCardOffers(tx, { ...wanted, limit: 1, centerIds }))
  return new Map([...offers].map(([id, { group }]) => [id, cheapest(group)]))
}

const withPrice = (point: Omit<MapPoint, 'priceCents'>, prices: ReadonlyMap<string, number>): MapPoint => ({
  ...point,
  priceCents: prices.get(point.id) ?? null,
})
