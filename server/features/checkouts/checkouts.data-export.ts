import { sql } from 'kysely'
import type { CheckoutMethod, CheckoutStatus } from '#contract/checkouts.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { professionalName, shownColumns } from './repository/checkouts.ts'

export const checkouts = dataExportPart({
  name: 'checkouts',
  title: 'Pagos en línea',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    centerName: { label: 'Centro' },
    professionalName: { label: 'Profesional' },
    amount: { label: 'Importe', as: 'money' },
    isDeposit: { label: 'Es una seña', as: 'yesNo' },
    isPackage: { label: 'Es un bono', as: 'yesNo' },
    method: {
      label: 'Medio',
      as: { card: 'Tarjeta', mobile: 'Pago móvil', wallet: 'Billetera', page: 'En línea' } satisfies Record<
        CheckoutMethod,
        string
      >,
    },
    status: {
      label: 'Estado',
      as: {
        created: 'Sin terminar',
        pending: 'En proceso',
        approved: 'Aprobado',
        declined: 'Rechazado',
        expired: 'Sin terminar',
      } satisfies Record<CheckoutStatus, string>,
    },
    cardBrand: { label: 'Tarjeta' },
    cardLastFour: { label: 'Terminada en' },
    approvedAt: { label: 'Aprobado', as: 'instant' },
    receiptNumber: { label: 'Recibo' },
    refunded: { label: 'Devuelto', as: 'money' },
    vatPercent: { label: 'IVA incluido (%)' },
    receiver: { label: 'Datos en el comprobante', as: 'json' },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await listAllOfPatient(db, { patientId: userId })
    return rows.map(({ totalCents, refundedCents, currency, ...row }) => ({
      ...row,
      amount: { cents: totalCents, currency },
      refunded: refundedCents === 0 ? null : { cents: refundedCents, currency },
    }))
  },
})

/** All checkouts of a patient, oldest first. */
async function listAllOfPatient(db: Db | Tx, { patientId }: { patientId: string }) {
  return db
    .selectFrom('checkouts')
    .innerJoin('center_profiles', 'center_profiles.id', 'checkouts.center_id')
    .leftJoin('professionals', 'professionals.id', 'checkouts.professional_id')
    .where('checkouts.patient_id', '=', patientId)
    .orderBy('checkouts.created_at')
    .orderBy('checkouts.id')
    .select([...shownColumns, professionalName, 'checkouts.currency', 'checkouts.receiver'])
    .select(sql<boolean>`package_terms is not null`.as('isPackage'))
    .execute()
}
