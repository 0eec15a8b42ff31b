import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { mayWriteFirst } from '../repository/participants.ts'
import type { CallerSide } from './require-side.ts'

/**
 * Whether the first message to a centre waits until the patient's address is confirmed, as a visitor's question does. A patient with
 * an appointment there writes at once, and so does one whom the centre wrote to.
 */
export async function awaitsProof(db: Db | Tx, { conversation, side }: CallerSide): Promise<boolean> {
  const { lastNumber, isVisitor, patientId, centerId } = conversation
  if (side !== 'patient' || lastNumber > 0 || isVisitor) return false
  return !(await mayWriteFirst(db, { patientId, centerId }))
}
