import { api } from '#server/api/procedures.ts'
import { recommendCenters } from '../usecases/recommend-centers.ts'

export const recommendationsRoutes = {
  list: api.recommendations.list.handler(({ input, context: { platform } }) => recommendCenters(platform, input)),
}
