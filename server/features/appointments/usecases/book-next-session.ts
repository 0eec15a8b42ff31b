import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf } from '../appointments.policy.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { deleteHolds } from '../repository/holds.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'
import { requireTherapy } from './read-therapies.ts'

type NextSession = {
  caller: Caller & { userId: string }
  address: string
  professionalId: string
  serviceId: string
  dependantId: string | null
  /** Without one: the time that readTherapies() proposes now. */
  startsAt?: Date | undefined
  /** The price that the patient has seen. */
  priceCents: number
}

/**
 * Books the next session of a therapy in one step: it holds the time and confirms it. A failed confirmation releases the time.
 * @throws therapies.not_found, no_time, price_changed, and what holding and confirming throw
 */
export async function bookNextSession(platform: Platform, input: NextSession): Promise<AppointmentRow> {
  const { caller, address, serviceId, dependantId, priceCents } = input
  const { proposal } = await requireTherapy(platform, { ...input, patientId: caller.userId })
  if (!proposal) throw fail('therapies.no_time')
  const startsAt = input.startsAt ?? proposal.startsAt
  const held = await holdAppointment(platform, { caller, address, serviceId, startsAt, place: proposal.place })
  try {
    // The held time has the price that will be paid.
    if (held.priceCents !== priceCents) throw fail('therapies.price_changed', { priceCents: held.priceCents })
    return await confirmAppointment(platform, { caller, appointmentId: held.id, dependantId })
  } catch (error) {
    await deleteHolds(platform.db, { holders: holdersOf(caller) })
    throw error
  }
}
