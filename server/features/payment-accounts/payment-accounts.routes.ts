import { api, withUserId } from '#server/api/procedures.ts'
import { requireOwner } from '#server/features/centers/usecases/require-member.ts'
import { beginConnection, completeConnection, disconnectAccount, readAccount } from './usecases/connect-account.ts'

/** Only the owner connects the account that receives the centre's money. */
export const paymentAccountsRoutes = {
  get: api.paymentAccounts.get.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, withUserId(context, input))
    return readAccount(context.platform, input)
  }),

  connect: api.paymentAccounts.connect.handler(async ({ input, context }) => ({
    url: await beginConnection(context.platform, withUserId(context, input)),
  })),

  complete: api.paymentAccounts.complete.handler(async ({ input, context }) => {
    const centerId = await completeConnection(context.platform, withUserId(context, input))
    return readAccount(context.platform, { centerId })
  }),

  disconnect: api.paymentAccounts.disconnect.handler(async ({ input, context }) => {
    const owner = withUserId(context, input)
    await disconnectAccount(context.platform, owner)
    return readAccount(context.platform, owner)
  }),
}
