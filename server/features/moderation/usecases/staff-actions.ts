import { ORPCError } from '@orpc/contract'
import { failRequest } from '#contract/errors.ts'
import type { TargetType } from '#contract/moderation.ts'
import { type NewNotification, notifyAt } from '#server/features/notifications/usecases/notify-users.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../moderation.errors.ts'
import { mayUndo, type Staff } from '../moderation.policy.ts'
import * as repository from '../repository/actions.ts'
import { recordAction } from './record-action.ts'

type ActionRow = repository.ActionRow

/** What the record keeps beside the reason: facts to show, and what an undo needs, such as the state before. */
export type Details = Record<string, unknown>

/** A kind of row that staff act on. */
export type ActionTarget<Row> = {
  type: TargetType
  /**
   * Locks the row and what its actions change with it, and reads it under the lock. Throws when there is no such row, or
   * when this member of staff may do nothing with it.
   */
  lock(tx: Tx, at: { targetId: string; actor: Staff; now: Date }): Promise<Row>
}

/** What an action knows while it runs. */
export type Run<Row> = {
  platform: Platform
  actor: Staff
  targetId: string
  row: Row
  reason: string
  now: Date
}

/** `details`: of the action that is being undone. */
export type UndoRun<Row> = Run<Row> & { details: Details }

type Notifications = readonly NewNotification[] | Promise<readonly NewNotification[]>

export type Undo<Row> = {
  /** Restores what the action changed, or throws when that is no longer possible. @returns the details of the undo */
  apply(tx: Tx, run: UndoRun<Row>): Promise<Details>
  mail: 'none' | ((tx: Tx, run: UndoRun<Row>) => Promise<void>)
  /** What the people concerned find in the list of notifications. */
  bell: 'none' | ((tx: Tx, run: UndoRun<Row>) => Notifications)
}

/**
 * An action of staff on one row. Its parts run in this order, in one transaction. NoInfer: the target alone says what a row is,
 * because the others may be functions for any row.
 */
type Declaration<Row, Input, Done> = {
  target: ActionTarget<Row>
  /** As the record stores it. */
  type: string
  /** Throws when this member of staff may not do this, or when the row is in a state that does not allow it. */
  check(tx: Tx, run: NoInfer<Run<Row> & Input>): void | Promise<void>
  /** Changes the row. A repeated request, which changes nothing, is neither mailed nor recorded. */
  apply(tx: Tx, run: NoInfer<Run<Row> & Input>): Promise<Done | 'repeated'>
  /** Queues the mails to the people concerned. */
  mail: 'none' | ((tx: Tx, run: NoInfer<Run<Row> & Input>, done: Done) => Promise<void>)
  /** What the people concerned find in the list of notifications. */
  bell: 'none' | ((tx: Tx, run: NoInfer<Run<Row> & Input>, done: Done) => Notifications)
  undo: 'never' | Undo<NoInfer<Row>>
}

/** `lastActionId`: the latest action on the row that the member of staff saw; undefined where that does not matter. */
type Request = { actor: Staff; targetId: string; lastActionId: string | null | undefined; reason: string }

export type StaffAction<Input = object, Done = { details: Details }> = Undoable & {
  run(tx: Tx, platform: Platform, input: Request & Input): Promise<Done | 'repeated'>
}

/** @throws what the action's `lock`, `check` and `apply` throw, and moderation.changed */
export function defineAction<
  Row,
  Input extends object = object,
  Done extends { details: Details } = { details: Details },
>(action: Declaration<Row, Input, Done>): StaffAction<Input, Done> {
  return {
    ...defineUndo(action),
    async run(tx, platform, input) {
      const { target, mail, bell } = action
      const { targetId, actor, lastActionId, reason } = input
      const now = platform.clock.now()
      const row = await target.lock(tx, { targetId, actor, now })
      const run = { ...input, platform, row, now }
      // Checked first, so that the second of two members of staff learns that the first has decided.
      await requireUnchanged(tx, { targetType: target.type, targetId, lastActionId })
      await action.check(tx, run)
      const done = await action.apply(tx, run)
      if (done === 'repeated') return done
      if (mail !== 'none') await mail(tx, run, done)
      if (bell !== 'none') await notifyAt(tx, { entries: await bell(tx, run, done), now })
      await recordAction(tx, {
        moderatorId: actor.userId,
        targetType: target.type,
        targetId,
        actionType: action.type,
        reason,
        details: done.details,
        now,
      })
      return done
    },
  }
}

type UndoRequest = { actor: Staff; targetId: string; details: Details; reason: string }

/** A recorded action, as far as its undo is concerned. */
export type Undoable = {
  targetType: TargetType
  type: string
  undo: 'never' | ((tx: Tx, platform: Platform, input: UndoRequest) => Promise<Details>)
}

/** The undo of what is recorded without defineAction(): an edit with a form of its own, or a sum that was settled. */
export function defineUndo<Row>({
  target,
  type,
  undo,
}: Pick<Declaration<Row, never, never>, 'target' | 'type' | 'undo'>): Undoable {
  return {
    targetType: target.type,
    type,
    undo:
      undo === 'never'
        ? undo
        : async (tx, platform, { targetId, actor, reason, details }) => {
            const now = platform.clock.now()
            const row = await target.lock(tx, { targetId, actor, now })
            const run = { platform, actor, targetId, row, reason, now, details }
            const undone = await undo.apply(tx, run)
            if (undo.mail !== 'none') await undo.mail(tx, run)
            if (undo.bell !== 'none') await notifyAt(tx, { entries: await undo.bell(tx, run), now })
            return undone
          },
  }
}

/**
 * Undoes a recorded action, which adds a new one on the same target.
 * @throws moderation.not_found, moderation.not_undoable, moderation.already_undone, moderation.superseded, and what the
 * action's `lock` and `undo` throw
 */
export async function undoRecorded(
  platform: Platform,
  {
    actions,
    actor,
    actionId,
    reason,
  }: { actions: readonly Undoable[]; actor: Staff; actionId: string; reason: string },
): Promise<ActionRow> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const recorded = await requireAction(tx, { actionId, now })
    const { targetType, targetId, actionType, details: changed } = recorded
    const action = actions.find((each) => each.targetType === targetType && each.type === actionType)
    if (!action || action.undo === 'never' || recorded.undoes !== null) throw fail('moderation.not_undoable')
    const details = await action.undo(tx, platform, { actor, targetId, details: changed, reason })
    // Now that the target is locked, actions that other members of staff added before are visible.
    const current = await requireAction(tx, { actionId, now })
    if (current.undoId !== null) throw fail('moderation.already_undone')
    if (!current.isLatest) throw fail('moderation.superseded')
    // isBlocked is from before the undo changed the target. The undo itself refuses a target that changed in between.
    const { isBlocked } = recorded
    if (!mayUndo({ actor, action: { ...current, isBlocked } })) throw fail('moderation.not_undoable')
    const undoing = { moderatorId: actor.userId, targetType, targetId, actionType: 'undo', reason, details, now }
    await recordAction(tx, { ...undoing, undoes: actionId })
    return requireAction(tx, { actionId, now })
  })
}

async function requireAction(tx: Tx, input: { actionId: string; now: Date }): Promise<ActionRow> {
  const action = await repository.findAction(tx, input)
  if (!action) throw fail('moderation.not_found')
  return action
}

/** The target has been locked. @throws moderation.changed when it has had another action since the member of staff read it */
async function requireUnchanged(
  tx: Tx,
  { lastActionId, ...target }: repository.Target & { lastActionId: string | null | undefined },
): Promise<void> {
  if (lastActionId === undefined) return
  const last = await repository.findLastActionId(tx, target)
  if ((last ?? null) !== lastActionId) throw fail('moderation.changed')
}

/** The outcome of an action for one row; `refusal` also says that it failed unexpectedly. */
export type Outcome = { id: string; refusal?: Refusal }

/** `missing`: what a centre lacks for its approval, as keys of its publication. `last`: the latest action on the row. */
type Refusal = { code: string; message: string; missing: readonly string[]; last: ActionRow | undefined }

/** Rows, each with the latest action on it that the member of staff saw. */
export type Targets = { actor: Staff; targets: readonly { id: string; lastActionId: string | null }[]; reason: string }

/** Takes an action on each row, in a transaction per row. */
export async function actOnEach<Input>(
  platform: Platform,
  action: StaffAction<Input, unknown>,
  { targets, ...input }: Targets & Input,
): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: action.targetType,
    targets,
    apply: (tx, { id, lastActionId }) =>
      action.run(tx, platform, { ...input, targetId: id, lastActionId } as unknown as Request & Input),
  })
}

type Rows<Target> = {
  targetType: TargetType
  targets: readonly Target[]
  apply(tx: Tx, target: Target): Promise<unknown>
}

/**
 * Changes each row in its own transaction, so that a refused row does not stop the others, and neither does one that fails
 * unexpectedly. @throws the unexpected error when every row fails so, because the request has then done nothing
 */
export async function outcomesOf<Target extends { id: string }>(
  platform: Platform,
  { targets, ...change }: Rows<Target>,
): Promise<Outcome[]> {
  const { targetType } = change
  const rows = [...new Map(targets.map((each) => [each.id, each])).values()]
  const outcomes: Outcome[] = []
  const failures: unknown[] = []
  for (const target of rows) {
    const { id } = target
    try {
      outcomes.push(await outcomeOf(platform, { ...change, target }))
    } catch (error) {
      platform.log.error({ err: error, targetType, targetId: id }, 'an action of staff failed on one row')
      failures.push(error)
      outcomes.push({ id, refusal: { code: failure.code, message: failure.message, missing: [], last: undefined } })
    }
  }
  if (failures.length > 0 && failures.length === rows.length) throw failures[0]
  return outcomes
}

const failure = failRequest('service.failure')

async function outcomeOf<Target extends { id: string }>(
  { db, clock }: Platform,
  { targetType, target, apply }: Omit<Rows<Target>, 'targets'> & { target: Target },
): Promise<Outcome> {
  const { id } = target
  try {
    await db.transaction().execute((tx) => apply(tx, target))
    return { id }
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error
    const last = await repository.findLastAction(db, { targetType, targetId: id, now: clock.now() })
    const { missing = [] } = (error.data ?? {}) as { missing?: string[] }
    return { id, refusal: { code: String(error.code), message: error.message, missing, last } }
  }
}
