import { api, withUserId } from '#server/api/procedures.ts'

import { listDependants } from '../repository/dependants.ts'
import { createDependant, removeDependant, updateDependant } from '../usecases/update-dependants.ts'

export const dependantsRoutes = {
  list: api.dependants.list.handler(async ({ context }) => ({
    items: await listDependants(context.platform.db, withUserId(context, {})),
  })),

  create: api.dependants.create.handler(({ input, context }) =>
    createDependant(context.platform, withUserId(context, { details: input })),
  ),

  update: api.dependants.update.handler(({ input: { dependantId, ...details }, context }) =>
    updateDependant(context.platform, withUserId(context, { dependantId, details })),
  ),

  remove: api.dependants.remove.handler(async ({ input, context }) => {
    await removeDependant(context.platform, withUserId(context, input))
    return { removed: true }
  }),
}
