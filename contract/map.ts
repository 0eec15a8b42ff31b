import { z } from 'zod'
import { centerSearch, searchArea } from './center-search.ts'
import { centerErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { maxMapPoints } from './search.ts'
import { cents, id } from './values.ts'

/** The search of the list. `part`: only the centres on this part of the map, of all that the search finds. */
export const mapSearch = centerSearch
  .omit({ page: true, sort: true, centerId: true })
  .extend({ part: searchArea.optional() })
export type MapSearch = z.output<typeof mapSearch>

/** A centre on the map. `priceCents` is that of the service on its card; null when the card shows none. */
export const mapPoint = z.object({
  id,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Whether the owner set it on the map; otherwise it is that of the neighbourhood or city. */
  isExact: z.boolean(),
  priceCents: cents.nullable(),
})
export type MapPoint = z.output<typeof mapPoint>

export const mapCell = z.object({ latitude: z.number(), longitude: z.number(), count: z.number().int().min(2) })
export type MapCell = z.output<typeof mapCell>

export const mapResult = z.object({
  points: z.array(mapPoint).max(maxMapPoints),
  /** Empty unless more than 500 centres match. */
  cells: z.array(mapCell).max(maxMapPoints),
  /** The total is counted up to 1,001, like that of the search. */
  total: z.number().int(),
  /** More than 1,000 centres match: the map has 1,001 of them. */
  isCut: z.boolean(),
})
export type MapResult = z.output<typeof mapResult>

/** `url` has the placeholders {z}, {x} and {y}. */
export const mapTiles = z.object({ url: z.string(), attribution: z.string(), attributionUrl: z.string().nullable() })
export type MapTiles = z.output<typeof mapTiles>

export const map = {
  centers: route({
    method: 'GET',
    path: '/map/centers',
    access: 'public',
    summary: 'Los centros de una búsqueda en una parte del mapa',
    tags: ['Centros'],
  })
    .input(mapSearch)
    .output(mapResult)
    .errors(pickErrors(centerErrors, 'centers.unknown_place')),
  tiles: route({
    method: 'GET',
    path: '/map/tiles',
    access: 'public',
    summary: 'De dónde vienen las imágenes del mapa; null si el mapa se dibuja',
    tags: ['Centros'],
  }).output(z.object({ tiles: mapTiles.nullable() })),
}
