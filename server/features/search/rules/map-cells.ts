import type { MapCell } from '#contract/map.ts'
import type { MapArea } from '#contract/map-area.ts'

type Position = { latitude: number; longitude: number }

/** The number of cells along the area's longer side. On a screen, each cell is about as large as two markers. */
const cellsAcross = 12

/** Groups points by the cells of a grid over the area. A point that is alone in its cell stays a point. */
export function gatherCells<Point extends Position>(
  points: readonly Point[],
  { south, west, north, east }: MapArea,
): { alone: Point[]; cells: MapCell[] } {
  const size = Math.max(north - south, east - west) / cellsAcross
  const groups = Map.groupBy(
    points,
    ({ latitude, longitude }) => `${Math.floor((latitude - south) / size)} ${Math.floor((longitude - west) / size)}`,
  )
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const all = [...groups.values()]
  return {
    alone: all.filter((group) => group.length === 1).flat(),
    cells: all
      .filter((group) => group.length > 1)
      .map((group) => ({
        latitude: mean(group.map(({ latitude }) => latitude)),
        longitude: mean(group.map(({ longitude }) => longitude)),
        count: group.length,
      })),
  }
}
