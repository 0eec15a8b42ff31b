import { closedCenterNotice } from '#contract/center-changes.ts'
import { failField } from '#contract/errors.ts'
import { foldText } from '#contract/folded-text.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { lockCenterState } from '../repository/closed.ts'

/** A text that patients with an appointment read: its field in the form, and what it is before the edit; nothing for a new one. */
type ReadText = { field: string; former?: string | null; changedTo: string }

/**
 * Refuses another text at a centre that staff keep closed. Other capitals or accents are no change. The caller has locked the centre.
 */
export async function refuseWhileClosed(
  tx: Tx,
  { centerId, texts, now }: { centerId: string; texts: readonly ReadText[]; now: Date },
): Promise<void> {
  const changed = texts.find(({ former, changedTo }) => foldText(former ?? '') !== foldText(changedTo))
  if (changed === undefined || (await lockCenterState(tx, { centerId, now })) !== 'closed') return
  throw failField(changed.field, closedCenterNotice)
}
