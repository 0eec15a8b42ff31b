import type { RequestContext } from '#server/api/context.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { fail } from '../centers.errors.ts'
import * as repository from '../repository/centers.ts'
import { findOnboarding } from '../repository/of-owner.ts'
import { mapPlaces } from '../usecases/find-centers.ts'
import { requestHelp } from '../usecases/request-help.ts'

export const centersRoutes = {
  onboarding: api.centers.onboarding.handler(({ context }) => showOnboarding(context)),

  requestHelp: api.centers.requestHelp.handler(async ({ input, context }) => {
    await requestHelp(context.platform, { ownerId: requireActor(context).userId, ...input })
    return showOnboarding(context)
  }),

  places: api.centers.places.handler(async ({ context }) => ({
    items: [...(await mapPlaces(context.platform)).values()],
  })),

  services: api.centers.services.handler(async ({ context }) => ({
    items: await repository.listServiceTypes(context.platform.db),
  })),
}

async function showOnboarding(context: RequestContext) {
  const found = await findOnboarding(context.platform.db, { ownerId: requireActor(context).userId })
  if (!found) throw fail('centers.not_found')
  return found
}
