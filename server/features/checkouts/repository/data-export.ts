import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** All checkouts of a patient, oldest first. */
export async function listAllOfPatient(db: Db | Tx, { patientId }: { patientId: string }) {
  return db
    .selectFrom('checkouts')
    .innerJoin('center_profiles', 'center_profiles.id', 'checkouts.center_id')
    .innerJoin('professionals', 'professionals.id', 'checkouts.professional_id')
    .where('checkouts.patient_id', '=', patientId)
    .orderBy('checkouts.created_at')
    .orderBy('checkouts.id')
    .select([
      'checkouts.created_at as createdAt',
      'center_profiles.center_name as centerName',
      'professionals.full_name as professionalName',
      'checkouts.amount as totalCents',
      'checkouts.currency',
      'checkouts.method',
      'checkouts.status',
      'checkouts.card_brand as cardBrand',
      'checkouts.card_last_four as cardLastFour',
      'checkouts.approved_at as approvedAt',
      'checkouts.receipt_number as receiptNumber',
      'checkouts.refunded_amount as refundedCents',
      'checkouts.appointment_id as appointmentId',
      'checkouts.id',
    ])
    .execute()
}
