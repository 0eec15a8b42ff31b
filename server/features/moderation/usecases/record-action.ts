import { ORPCError } from '@orpc/contract'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../moderation.errors.ts'
import * as repository from '../repository/actions.ts'
import { findBrokenLink, readHead } from '../repository/chain.ts'

export type Target = repository.Target
export type ActionRow = repository.ActionRow

type NewMeasure = Omit<repository.NewAction, 'id' | 'undoes' | 'details'> & {
  details?: Record<string, unknown>
  /** The measure that this one undoes. */
  undoes?: string
}

/**
 * Adds a measure to the record, in the measure's transaction. Call it last, because from here on other writers of the record
 * wait for this transaction.
 * @returns the measure's id
 */
export async function recordAction(tx: Tx, { details = {}, undoes, ...action }: NewMeasure): Promise<string> {
  const id = newId()
  await repository.insertAction(tx, { ...action, id, details, undoes: undoes ?? null })
  return id
}

/**
 * Refuses a measure if its target has had another one since the member of staff read it. The caller has locked the target.
 * @throws moderation.changed
 */
export async function requireUnchanged(
  tx: Tx,
  { lastMeasureId, ...target }: Target & { lastMeasureId: string | null },
) {
  const last = await repository.findLastActionId(tx, target)
  if ((last ?? null) !== lastMeasureId) throw fail('moderation.changed')
}

/** The outcome of a measure for one row. */
export type Outcome = { id: string; refusal?: Refusal }

/** `missing`: what a centre lacks for its approval, as keys of its publication. `last`: the latest measure on the row. */
type Refusal = { code: string; message: string; missing: readonly string[]; last: ActionRow | undefined }

type Measures = {
  targetType: Target['targetType']
  targets: readonly { id: string; lastMeasureId: string | null }[]
  apply(tx: Tx, target: { id: string; lastMeasureId: string | null }): Promise<void>
}

/** Applies a measure to each row in its own transaction, so that a refused row does not stop the others. */
export async function outcomesOf(platform: Platform, { targetType, targets, apply }: Measures): Promise<Outcome[]> {
  const { db, clock } = platform
  const outcomes: Outcome[] = []
  for (const target of new Map(targets.map((each) => [each.id, each])).values()) {
    try {
      await db.transaction().execute((tx) => apply(tx, target))
      outcomes.push({ id: target.id })
    } catch (error) {
      if (!(error instanceof ORPCError) || error.status >= 500) throw error
      const last = await repository.findLastAction(db, { targetType, targetId: target.id, now: clock.now() })
      const { missing = [] } = (error.data ?? {}) as { missing?: string[] }
      outcomes.push({ id: target.id, refusal: { code: String(error.code), message: error.message, missing, last } })
    }
  }
  return outcomes
}

/** The measures on a target, newest first. */
export async function listActionsOf({ db, clock }: Platform, input: Target & { limit: number }): Promise<ActionRow[]> {
  return repository.listActionsOf(db, { ...input, now: clock.now() })
}

/** Finds the first changed, inserted or missing row of the record. `fault` is undefined when there is none. */
export async function verifyRecord(db: Db): Promise<{ rows: number; fault: string | undefined }> {
  const broken = await findBrokenLink(db)
  const { count, isComplete } = await readHead(db)
  if (broken !== undefined) return { rows: count, fault: `row ${broken} does not follow from the row before it` }
  return { rows: count, fault: isComplete ? undefined : 'the last rows are missing' }
}
