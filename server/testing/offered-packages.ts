import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { newId } from '#server/platform/ids.ts'
import { insertPayment } from '#server/simulado/store.ts'
import { booking, later } from './booking.ts'
import { buildPatient } from './builders.ts'
import { buildDesk } from './desk.ts'
import { listAllMails } from './notices.ts'
import { buildOffer, packageDesk } from './packages.ts'
import { runJobs, type TestPlatform } from './platform.ts'

/** The price in cents of the ten sessions that buildOffer() offers. */
export const offeredPrice = 1_000_000

/** A centre that sells ten sessions online, and a patient who was never there. */
export async function buildOffered(platform: TestPlatform) {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const offer = await buildOffer(platform, desk)
  const purchase = { offerId: offer.id, patientId }
  const reception = packageDesk(platform, desk.reception)
  const { centerId, serviceId } = desk
  const read = async () => (await reception.ofPerson({ centerId, kind: 'patient', personId: patientId })).items
  const bookWith = async (packageId: string, ms = 0) => {
    const caller = { userId: patientId, visitorKey: undefined }
    const held = await booking(platform).hold({ serviceId, caller, startsAt: later(ms) })
    return confirmAppointment(platform, { caller, appointmentId: held.id, packageId })
  }
  const change = (terms: Partial<{ priceCents: number; isActive: boolean }>) =>
    packageDesk(platform, centerId).updateOffer({
      ...offer,
      serviceId,
      centerId,
      offerId: offer.id,
      ...terms,
    })
  return { ...desk, desk, patientId, offer, purchase, reception, read, bookWith, change }
}

/** An approved payment of such a package on the page of the simulated gateway, of which Senda has not learned. */
export function payAtGateway({ db, clock }: TestPlatform, reference: string) {
  const payment = { idempotencyKey: newId(), reference, amountCents: offeredPrice, card: null, now: clock.now() }
  return db
    .transaction()
    .execute((tx) => insertPayment(tx, { ...payment, status: 'approved' as const, declineReason: null }))
}

/** What the simulated gateway gave back of a checkout's payments, in cents. */
export async function refundedAtGateway(platform: TestPlatform, checkoutId: string): Promise<number[]> {
  await runJobs(platform, { only: 'payments.refund' })
  const { rows } = await platform.pool.query<{ cents: number }>(
    `select refunds.amount as cents from simulado.refunds join simulado.payments on payments.id = refunds.payment_id
    where reference = $1 order by refunds.amount`,
    [checkoutId],
  )
  return rows.map(({ cents }) => cents)
}

export async function mailsTo(platform: TestPlatform, userId: string) {
  return (await listAllMails(platform, { limit: 500 })).filter(({ to }) => to.includes(userId))
}
