import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as ofCenter from '../repository/of-center.ts'

export async function hasUpcomingAppointments(db: Db | Tx, input: { centerId: string; now: Date }): Promise<boolean> {
  return ofCenter.hasUpcomingAppointments(db, input)
}

/** Whether the history of a patient or a guest names this centre. */
export async function hasHadAppointments(db: Db | Tx, input: { centerId: string }): Promise<boolean> {
  return ofCenter.hasHadAppointments(db, input)
}
