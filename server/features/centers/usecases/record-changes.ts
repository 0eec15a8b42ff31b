import { type CenterChangeKind, centerChangeDays, centerChangeLimits } from '#contract/center-changes.ts'
import { failField } from '#contract/errors.ts'
import { foldText } from '#contract/folded-text.ts'
import { dayMs } from '#server/platform/local-time.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/center-changes.ts'
import { isOrWasApproved } from '../repository/closed.ts'

type Change = { what: CenterChangeKind; former: string; changedTo: string }

/** The field of the form that a refusal marks, and what it calls it. */
const fields: Record<CenterChangeKind, { field: string; name: string }> = {
  center_name: { field: 'name', name: 'el nombre del centro' },
  center_address: { field: 'address', name: 'la dirección' },
  professional_name: { field: 'name', name: 'el nombre de este profesional' },
}

/**
 * Records for staff, and for the patients with upcoming appointments, what an approved centre changes of its name, its address or the
 * name of a professional. Other capitals or accents are no change. The caller has locked the centre.
 */
export async function recordChanges(
  tx: Tx,
  {
    centerId,
    professionalId = null,
    changes,
    now,
  }: { centerId: string; professionalId?: string | null; changes: readonly Change[]; now: Date },
): Promise<void> {
  const real = changes.filter(({ former, changedTo }) => foldText(former) !== foldText(changedTo))
  if (real.length === 0 || !(await isOrWasApproved(tx, { centerId }))) return
  const since = new Date(now.getTime() - centerChangeDays * dayMs)
  for (const change of real) {
    const limit = centerChangeLimits[change.what]
    const { field, name } = fields[change.what]
    if ((await repository.countChanges(tx, { centerId, professionalId, what: change.what, since })) >= limit) {
      throw failField(
        field,
        `Ya cambiaste ${name} ${limit} veces en ${centerChangeDays} días. Si hay un error, escríbenos desde Contacto.`,
      )
    }
    await repository.insertChange(tx, { centerId, professionalId, ...change, now })
  }
}
