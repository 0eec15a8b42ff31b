import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { refundPayment } from '#server/features/appointments/usecases/refund-payment.ts'
import { insertDocuments } from '#server/features/invoicing/repository/documents.ts'
import { insertRevision } from '#server/features/invoicing/repository/tax-data.ts'
import { type Movement, missingDocuments } from '#server/features/invoicing/rules/documents.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { buildAppointment, buildPatient } from './builders.ts'
import { buildDesk } from './desk.ts'
import { centerTaxData } from './foreign-rows/invoicing.ts'

type Documented = { centerId: string; day: string } & Partial<Movement>

/** The document of a payment of $ 1.500 for a package, of a centre with tax data. @returns its internal id */
export async function buildFiscalDocument(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { centerId, day, ...rest }: Documented,
): Promise<string> {
  const movement: Movement = {
    ...{ source: 'payment', sourceId: newId(), day, priceCents: 150_000, discountCents: 0, leftCents: 150_000 },
    ...{ changedAt: null, changedDay: null, isRetained: false, vatPercent: null, isPaid: true },
    ...{ receiverCheckoutId: null, receiverKind: null },
    ...rest,
  }
  const documents = missingDocuments(movement, [], { today: day, identifiedFromCents: Number.MAX_SAFE_INTEGER })
  const now = clock.now()
  await db.transaction().execute((tx) => insertDocuments(tx, { centerId, revision: 1, documents, now }))
  return documents[0]?.internalId ?? ''
}

/** A centre with tax data, and visits of the hours before that are completed and paid at the desk. */
export async function buildPaidVisits(platform: Platform, count = 1) {
  const { db, clock } = platform
  const desk = await buildDesk(platform)
  const { centerId } = desk
  const issuer = { centerId, data: centerTaxData, revision: 1, now: clock.now() }
  await db.transaction().execute((tx) => insertRevision(tx, issuer))
  const { patientId } = await buildPatient(platform)
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const startsAt = new Date(clock.now().getTime() - (n + 1) * 3 * 3_600_000)
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt, status: 'completed' })
    await collectPayment(platform, { ...desk.at(appointmentId), amountCents: 150_000, method: 'efectivo' })
    ids.push(appointmentId)
  }
  const refund = async (appointmentId: string, amountCents: number, refundedCents = 0) => {
    const payment = await db
      .selectFrom('payments')
      .where('appointment_id', '=', appointmentId)
      .select('id')
      .executeTakeFirstOrThrow()
    const request = { amountCents, refundedCents, reason: 'Se cortó la luz.' }
    await refundPayment(platform, { ...desk.at(appointmentId), paymentId: payment.id, ...request })
  }
  return { ...desk, patientId, ids, refund }
}
