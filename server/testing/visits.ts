import type { DeskMethod } from '#contract/payment-methods.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import type { Platform } from '#server/platform/platform.ts'
import { buildAppointment, buildCenter, buildPatient, buildProfessional, buildService } from './builders.ts'

type Visit = {
  of?: Awaited<ReturnType<typeof buildService>>
  price?: number
  status?: 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'no_show'
  paid?: [amount: number, method: DeskMethod]
  patientName?: string
}

/** A centre with one service of Ana's and two of Bruno's. Bruno's second service has the same name as Ana's. */
export async function buildVisits(platform: Platform) {
  const { db, clock } = platform
  const { centerId } = await buildCenter(platform)
  const add = async (name: string) => (await buildProfessional(platform, { centerId, name })).professionalId
  const [anaId, brunoId] = [await add('Ana Suárez'), await add('Bruno Ñandú')]
  const ana = await buildService(platform, { centerId, professionalId: anaId, name: 'Masaje' })
  const bruno = await buildService(platform, { centerId, professionalId: brunoId, name: 'Evaluación' })
  const brunosOther = await buildService(platform, { centerId, professionalId: brunoId, name: 'Masaje' })

  /** A consultation at a local time. */
  async function visit(
    local: string,
    { of = ana, price = 100_000, status = 'completed', paid, patientName }: Visit = {},
  ) {
    const { patientId } = await buildPatient(platform, patientName === undefined ? {} : { fullName: patientName })
    const startsAt = new Date(`${local}-03:00`)
    const { appointmentId } = await buildAppointment(platform, { ...of, patientId, status, startsAt })
    await db.updateTable('appointments').set({ price }).where('id', '=', appointmentId).execute()
    if (paid) {
      const [amount, method] = paid
      await db
        .insertInto('payments')
        .values({ appointment_id: appointmentId, center_id: of.centerId, amount, method, collected_at: startsAt })
        .execute()
    }
    return { appointmentId, patientId }
  }

  const charge = (...appointmentIds: string[]) =>
    db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds, now: clock.now() }))

  return { centerId, ana, bruno, brunosOther, visit, charge }
}

export type Visits = Awaited<ReturnType<typeof buildVisits>>
