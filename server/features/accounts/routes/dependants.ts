import { api, requireActor } from '#server/http/procedures.ts'

import { listDependants } from '../repository/dependants.ts'
import { addDependant, changeDependant, removeDependant } from '../usecases/edit-dependants.ts'

export const dependantsRoutes = {
  list: api.dependants.list.handler(async ({ context }) => ({
    items: await listDependants(context.platform.db, { guardianId: requireActor(context).userId }),
  })),

  create: api.dependants.create.handler(({ input, context }) =>
    addDependant(context.platform, { guardianId: requireActor(context).userId, details: input }),
  ),

  update: api.dependants.update.handler(({ input: { dependantId, ...details }, context }) =>
    changeDependant(context.platform, { guardianId: requireActor(context).userId, dependantId, details }),
  ),

  remove: api.dependants.remove.handler(async ({ input, context }) => {
    await removeDependant(context.platform, { ...input, guardianId: requireActor(context).userId })
    return { removed: true as const }
  }),
}
