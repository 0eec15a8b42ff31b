import type { MapPoint, MapResult, MapSearch } from '#contract/map.ts'
import { readMapArea } from '#contract/map-area.ts'
import { maxMapPoints } from '#contract/search.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { maxListed } from '../repository/find-centers.ts'
import { listPoints } from '../repository/map-points.ts'
import { cheapest } from '../rules/fitting-services.ts'
import { gatherCells } from '../rules/map-cells.ts'
import { findCardOffers } from './find-card-offers.ts'
import { findOrdered, findToday, readSearch } from './search-centers.ts'
import { findFar } from './widen-search.ts'

type OrderedCenters = Awaited<ReturnType<typeof findOrdered>>

/** The centres of a search on a part of the map: up to 500 as points; of more, those that share a cell of a grid are counted. */
export async function mapCenters(platform: Platform, input: MapSearch): Promise<MapResult> {
  const area = readMapArea(input.area)
  if (!area) throw new Error('the contract accepts only valid areas')
  const { understood, filter, now } = await readSearch(platform, input)
  return await platform.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const slice = { offset: 0, limit: maxListed }
      const { found } = await findFar({ understood, filter }, (filterToTry) =>
        findToday(tx, { search: understood.search, filter: filterToTry, slice, now, isUnordered: true }, findOrdered),
      )
      const { total, centerIds } = found
      const summary = { total, isCut: total >= maxListed }
      const points = await listPoints(tx, { centerIds })
      if (centerIds.length <= maxMapPoints) {
        const prices = await mapPrices(tx, found)
        return { ...summary, points: points.map((point) => withPrice(point, prices)), cells: [] }
      }
      const { alone, cells } = gatherCells(points, area)
      const prices = await mapPrices(tx, { ...found, centerIds: alone.map(({ id }) => id) })
      return { ...summary, points: alone.map((point) => withPrice(point, prices)), cells }
    })
}

async function mapPrices(
  tx: Tx,
  { centerIds, cardQuery, offers: existing }: OrderedCenters,
): Promise<Map<string, number>> {
  const offers = existing ?? (await findCardOffers(tx, { ...cardQuery, limit: 1, onlyService: true, centerIds }))
  return new Map([...offers].map(([id, { group }]) => [id, cheapest(group)]))
}

const withPrice = (point: Omit<MapPoint, 'priceCents'>, prices: ReadonlyMap<string, number>): MapPoint => ({
  ...point,
  priceCents: prices.get(point.id) ?? null,
})
