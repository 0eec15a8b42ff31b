import { updateCompletion } from '#server/features/loyalty/usecases/points.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { findCompletedReplacement } from '../repository/replacements.ts'

type Ending = { appointmentId: string; now: Date }

/**
 * Runs a change to a booking and then grants or takes back the points of the desk's completed booking that replaces it. Triggers of the
 * database decide which one does, and charge or cancel its commission, which the points follow. The caller has locked the patient.
 */
export async function keepReplacementPoints(tx: Tx, ending: Ending, change: () => Promise<void>): Promise<void> {
  const before = await findCompletedReplacement(tx, ending)
  await change()
  const after = await findCompletedReplacement(tx, ending)
  const changed = before ? (after?.id === before.id ? [] : [before]) : after ? [after] : []
  for (const { id, patientId, professionalName } of changed) {
    const description = `Se corrigió tu consulta con ${professionalName}`
    await updateCompletion(tx, { userId: patientId, appointmentId: id, description, now: ending.now })
  }
}
