import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { listAllOfPatient } from '../repository/of-account.ts'

export type ExportedAppointment = Awaited<ReturnType<typeof exportAppointments>>[number]

/** What a person takes along of their appointments and held times. */
export async function exportAppointments(db: Db | Tx, o: { userId: string }) {
  const rows = await listAllOfPatient(db, { patientId: o.userId })
  return rows.map(({ priceCents, currency, refundPercent, ...row }) => ({
    ...row,
    price: { cents: priceCents, currency },
    refundPercent,
    refund: refundPercent === null ? null : { cents: Math.round((priceCents * refundPercent) / 100), currency },
  }))
}
