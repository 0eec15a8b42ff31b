import type { MapPoint, MapResult, MapSearch } from '#contract/map.ts'
import { country, readMapArea } from '#contract/map-area.ts'
import { maxMapPoints } from '#contract/search.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { maxListed } from '../repository/find-centers.ts'
import { listPoints } from '../repository/map-points.ts'
import { cheapest } from '../rules/fitting-services.ts'
import { gatherCells } from '../rules/map-cells.ts'
import { findCardOffers } from './find-card-offers.ts'
import { countMatches } from './find-with-fallbacks.ts'
import { findBox, readSearch } from './read-search.ts'
import { findOrdered, findToday } from './search-centers.ts'
import { findDropping } from './widen-search.ts'

type OrderedCenters = Awaited<ReturnType<typeof findOrdered>>

/** The centres of a search on a part of the map: up to 500 as points; of more, those that share a cell of a grid are counted. */
export async function mapCenters(platform: Platform, input: MapSearch): Promise<MapResult> {
  const shown = input.part ?? input.area
  const area = (shown === undefined ? undefined : readMapArea(shown)) ?? country
  const { understood, filter: whole, now } = await readSearch(platform, input)
  const box = await findBox(platform, area)
  const filter = { ...whole, box, whole: { box: whole.box, centerId: undefined } }
  return await platform.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const slice = { offset: 0, limit: maxListed }
      const { found } = await findDropping(
        { understood, filter },
        {
          find: (filterToTry, search) =>
            findToday(tx, { search, filter: filterToTry, slice, now, isUnordered: true }, findOrdered),
          count: (params) => countMatches(tx, params),
        },
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
