import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/actions.ts'
import { findBrokenLink, readHead } from '../repository/chain.ts'

export type Target = repository.Target
export type ActionRow = repository.ActionRow

type NewAction = Omit<repository.NewAction, 'id' | 'undoes' | 'details'> & {
  details?: Record<string, unknown>
  /** The action that this one undoes. */
  undoes?: string
}

/**
 * Adds an action to the record, in the action's transaction. Call it last, because from here on other writers of the record
 * wait for this transaction.
 * @returns the action's id
 */
export async function recordAction(tx: Tx, { details = {}, undoes, ...action }: NewAction): Promise<string> {
  const id = newId()
  await repository.insertAction(tx, { ...action, id, details, undoes: undoes ?? null })
  return id
}

/** The actions on a target, newest first. */
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
