import { api } from '#server/api/procedures.ts'
import { mapCenters } from '../usecases/map-centers.ts'

export const mapRoutes = {
  centers: api.map.centers.handler(({ input, context: { platform } }) => mapCenters(platform, input)),

  tiles: api.map.tiles.handler(({ context: { platform } }) => {
    const { tiles } = platform.settings
    return { tiles: tiles ? { ...tiles, attributionUrl: tiles.attributionUrl ?? null } : null }
  }),
}
