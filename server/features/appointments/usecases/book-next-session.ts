import type { Place } from '#contract/places.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf, isPatientOf } from '../appointments.policy.ts'
import { type AppointmentRow, findAppointment } from '../repository/appointments.ts'
import { deleteHolds } from '../repository/holds.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'
import { proposeAfter, requireTherapy } from './read-therapies.ts'

type Request = {
  caller: Caller & { userId: string }
  /** The network address of the request. */
  address: string
  /** The price that the patient has seen. */
  priceCents: number
}

type NextSession = Request & {
  professionalId: string
  serviceId: string
  dependantId: string | null
  /** When absent, the session is booked at the time that readTherapies() proposes now. */
  startsAt?: Date | undefined
}

/**
 * Books the next session of a therapy in one step: it holds the time and confirms it. A failed confirmation releases the time.
 * @throws therapies.not_found, no_time, price_changed, and what holding and confirming throw
 */
export async function bookNextSession(platform: Platform, input: NextSession): Promise<AppointmentRow> {
  const { caller } = input
  const { proposal } = await requireTherapy(platform, { ...input, patientId: caller.userId })
  if (!proposal) throw fail('therapies.no_time')
  return holdAndConfirm(platform, { ...input, startsAt: input.startsAt ?? proposal.startsAt, place: proposal.place })
}

/**
 * Books a past or cancelled appointment again: with the same professional and service, for the same person, at the same
 * place, on the same weekday, as close as possible to the same hour.
 * @throws appointments.not_found, therapies.no_time, price_changed, and what holding and confirming throw
 */
export async function bookAgain(
  platform: Platform,
  { appointmentId, ...request }: Request & { appointmentId: string },
): Promise<AppointmentRow> {
  const patientId = request.caller.userId
  const previous = await findAppointment(platform.db, { appointmentId })
  if (!previous || !isPatientOf(request.caller, previous)) throw fail('appointments.not_found')
  const { attendeeId, dependantId, serviceId, homeAddress, startsAt: latestAt, place: latestPlace } = previous
  const latest = { patientId, attendeeId: attendeeId ?? patientId, serviceId, latestAt, latestPlace }
  const { startsAt, place } = await proposeAfter(platform, latest)
  return holdAndConfirm(platform, { ...request, serviceId, dependantId, homeAddress, startsAt, place })
}

type Session = Request & {
  serviceId: string
  dependantId: string | null
  homeAddress?: string | null
  startsAt: Date
  place: Place
}

async function holdAndConfirm(platform: Platform, session: Session): Promise<AppointmentRow> {
  const { caller, address, serviceId, dependantId, homeAddress = null, startsAt, place, priceCents } = session
  const held = await holdAppointment(platform, { caller, address, serviceId, startsAt, place })
  try {
    // The hold stores the price that the patient will pay.
    if (held.priceCents !== priceCents) throw fail('therapies.price_changed', { priceCents: held.priceCents })
    return await confirmAppointment(platform, { caller, appointmentId: held.id, dependantId, homeAddress })
  } catch (error) {
    await deleteHolds(platform.db, { holders: holdersOf(caller) })
    throw error
  }
}
