import Supercluster, { type ClusterFeature, type PointFeature } from 'supercluster'

import type { MapPoint, MapResult } from '#contract/map.ts'

import { zooms } from './base-map.ts'

type Leaf = { count: number; point?: MapPoint }
type Sum = { count: number }
/** A feature with one marker: a centre, a cell of the server's grid, or a cluster of these. */
export type MarkerFeature = PointFeature<Leaf> | ClusterFeature<Sum>

/** Markers within this number of pixels of each other are joined. */
const clusterRadius = 60
/** A cell of the server's grid shows its parts two zoom levels further. */
const cellZoom = 2

export type MapClusters = {
  load: (result: Pick<MapResult, 'points' | 'cells'>) => void
  /** `box`: west, south, east and north. */
  featuresIn: (box: [number, number, number, number], zoom: number) => MarkerFeature[]
  centerIdsOf: (feature: MarkerFeature) => string[]
  zoomApart: (feature: MarkerFeature, zoom: number) => number
}

export function createClusters(): MapClusters {
  const index = new Supercluster<Leaf, Sum>({
    radius: clusterRadius,
    extent: 256,
    maxZoom: zooms.most,
    map: ({ count }) => ({ count }),
    reduce: (sum, { count }) => {
      sum.count += count
    },
  })
  return {
    load: ({ points, cells }) => {
      index.load([
        ...points.map((point) => toFeature(point, { count: 1, point })),
        ...cells.map((cell) => toFeature(cell, { count: cell.count })),
      ])
    },
    featuresIn: (box, zoom) => index.getClusters(box, zoom),
    centerIdsOf: (feature) => {
      const { properties } = feature
      const point = pointOf(feature)
      if (point) return [point.id]
      if (!('cluster_id' in properties)) return []
      return index
        .getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY)
        .flatMap((leaf) => leaf.properties.point?.id ?? [])
    },
    zoomApart: ({ properties }, zoom) =>
      'cluster_id' in properties ? index.getClusterExpansionZoom(properties.cluster_id) : zoom + cellZoom,
  }
}

/** The centre of a marker for a single centre; undefined for a cell or a cluster. */
export const pointOf = ({ properties }: MarkerFeature) => ('point' in properties ? properties.point : undefined)

export function keyOf({ properties, geometry }: MarkerFeature): string {
  if ('cluster_id' in properties) return `cluster ${properties.cluster_id}`
  return 'point' in properties && properties.point ? properties.point.id : `cell ${geometry.coordinates.join()}`
}

function toFeature(
  { latitude, longitude }: { latitude: number; longitude: number },
  properties: Leaf,
): PointFeature<Leaf> {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }
}
