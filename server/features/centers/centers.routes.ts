import { countReviewsByStars } from '#server/features/reviews/reviews.usecases.ts'
import { searchCenters } from '#server/features/search/search.usecases.ts'
import { api } from '#server/http/procedures.ts'
import * as repository from './centers.repository.ts'
import { requireCenterProfile } from './centers.usecases.ts'

export const centersRoutes = {
  search: api.centers.search.handler(({ input, context }) => searchCenters(context.platform, input)),

  get: api.centers.get.handler(async ({ input: { centerId }, context: { platform } }) => {
    const reviewsByStars = await countReviewsByStars(platform, { centerId })
    return requireCenterProfile(platform, { centerId, reviewsByStars })
  }),

  places: api.centers.places.handler(async ({ context }) => {
    const places = await repository.listPlaces(context.platform.db)
    return { items: places.map(({ slug, name, kind, department }) => ({ slug, name, kind, department })) }
  }),

  services: api.centers.services.handler(async ({ context }) => ({
    items: await repository.listServiceTypes(context.platform.db),
  })),
}
