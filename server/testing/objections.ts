import type { ObjectionKind } from '#contract/report-kinds.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listQueue, reportedKinds } from '#server/processes/report-queue.ts'
import { buildAccount } from './builders.ts'

/** A moderator beside the objections to what a centre recorded about one appointment. */
export async function staffOfObjection(
  platform: Platform,
  { kind, appointmentId, reason }: { kind: ObjectionKind; appointmentId: string; reason: string },
) {
  const moderator = (await buildAccount(platform, { role: 'moderator' })).userId
  const actor = { userId: moderator, roles: ['moderator'] } as const
  return {
    actor,
    /** The objection as staff read it, while it waits. */
    async queue() {
      const page = { view: 'reported', text: undefined, staffId: moderator, limit: 100, after: undefined } as const
      return (await listQueue(platform, page)).filter(({ id }) => id === appointmentId)
    },
    /** @returns the code of the refusal */
    async decide(action: 'approve' | 'delete' | 'warn', lastActionId: string | null = null) {
      const request = { actor, targets: [{ id: appointmentId, lastActionId }], reason }
      const [outcome] = await actOnEach(platform, reportedKinds[kind].actions[action], request)
      return outcome?.refusal?.code
    },
    lastAction: () =>
      platform.db
        .selectFrom('moderation_actions')
        .where('target_id', '=', appointmentId)
        .orderBy('sequence', 'desc')
        .select(['id', 'action_type as actionType'])
        .executeTakeFirstOrThrow(),
  }
}
