import { api, withUserId } from '#server/api/procedures.ts'

import { type Dependant, listDependants } from '../repository/dependants.ts'
import { createDependant, dependantVersion, removeDependant } from '../usecases/update-dependants.ts'

export const dependantsRoutes = {
  list: api.dependants.list.handler(async ({ context }) => ({
    items: (await listDependants(context.platform.db, withUserId(context, {}))).map(presentDependant),
  })),

  create: api.dependants.create.handler(async ({ input, context }) =>
    presentDependant(await createDependant(context.platform, withUserId(context, { details: input }))),
  ),

  remove: api.dependants.remove.handler(async ({ input, context }) => {
    await removeDependant(context.platform, withUserId(context, input))
    return { removed: true }
  }),
}

export const presentDependant = (row: Dependant) => ({ ...row, version: dependantVersion(row) })
