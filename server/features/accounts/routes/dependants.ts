import { api, asked } from '#server/http/procedures.ts'

import { listDependants } from '../repository/dependants.ts'
import { addDependant, changeDependant, removeDependant } from '../usecases/edit-dependants.ts'

export const dependantsRoutes = {
  list: api.dependants.list.handler(async ({ context }) => ({
    items: await listDependants(context.platform.db, asked(context, {})),
  })),

  create: api.dependants.create.handler(({ input, context }) =>
    addDependant(context.platform, asked(context, { details: input })),
  ),

  update: api.dependants.update.handler(({ input: { dependantId, ...details }, context }) =>
    changeDependant(context.platform, asked(context, { dependantId, details })),
  ),

  remove: api.dependants.remove.handler(async ({ input, context }) => {
    await removeDependant(context.platform, asked(context, input))
    return { removed: true }
  }),
}
