import type { Role } from '#contract/roles.ts'
import { moderationRoutes } from '#server/features/moderation/routes/moderation.ts'
import { reportQueueRoutes } from '#server/processes/report-queue.ts'
import { undoActionRoutes } from '#server/processes/undo-action.ts'
import { actorOf } from './app-server.ts'
import { buildAccount } from './builders.ts'
import { clientOf } from './calling.ts'
import type { TestPlatform } from './platform.ts'

/** What a moderator calls. */
export const staffRoutes = {
  reports: reportQueueRoutes.reports,
  moderation: { ...moderationRoutes, ...undoActionRoutes.moderation },
}

/** A member of staff: a new account, or that of `userId`. */
export async function buildStaff(platform: TestPlatform, role: Role, userId?: string) {
  const id = userId ?? (await buildAccount(platform, { fullName: `Equipo ${role}` })).userId
  await platform.db
    .insertInto('user_roles')
    .values({ user_id: id, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const actor = actorOf([role], id)
  const client = clientOf(platform, staffRoutes, { bearer: id, authenticate: () => Promise.resolve(actor) })
  return { userId: id, client }
}
