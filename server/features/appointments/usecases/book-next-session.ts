import { ORPCError } from '@orpc/contract'
import type { Place } from '#contract/places.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { type Caller, holdersOf, isPatientOf } from '../appointments.policy.ts'
import { type AppointmentRow, findAppointment } from '../repository/appointments.ts'
import { deleteHolds } from '../repository/holds.ts'
import { termsVersion } from '../rules/lifecycle.ts'
import { againVersionOfHold, presentSession } from '../rules/session-terms.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { holdAppointment } from './hold-appointment.ts'
import { proposeAfter, requireTherapy } from './read-therapies.ts'

type Request = {
  caller: Caller & { userId: string }
  /** The network address of the request. */
  address: string
  /** The terms that the patient read. */
  terms: string
  /** The patient's package that pays for the session. */
  packageId?: string | undefined
}

type NextSession = Request & {
  professionalId: string
  serviceId: string
  dependantId: string | null
  startsAt: Date
}

/**
 * Books the next session of a therapy in one step: it holds the time and confirms it. A failed confirmation releases the time.
 * @throws therapies.not_found, no_time, terms_changed, and what holding and confirming throw
 */
export async function bookNextSession(platform: Platform, input: NextSession): Promise<AppointmentRow> {
  const { caller } = input
  const { proposal } = await requireTherapy(platform, { ...input, patientId: caller.userId })
  if (!proposal) throw fail('therapies.no_time')
  return holdAndConfirm(platform, { ...input, place: proposal.place })
}

/**
 * Books a past or cancelled appointment again: with the same professional and service, for the same person, at the same
 * place, on the same weekday, as close as possible to the same hour. With `startsAt`, at that time: the patient read its terms.
 * @throws appointments.not_found, therapies.no_time, terms_changed, and what holding and confirming throw
 */
export async function bookAgain(
  platform: Platform,
  { appointmentId, ...request }: Request & { appointmentId: string; startsAt?: Date | undefined },
): Promise<AppointmentRow> {
  const patientId = request.caller.userId
  const previous = await findAppointment(platform.db, { appointmentId })
  if (!previous || !isPatientOf(request.caller, previous)) throw fail('appointments.not_found')
  const { attendeeId, dependantId, serviceId, homeAddress, startsAt: latestAt, place: latestPlace } = previous
  const latest = { patientId, attendeeId: attendeeId ?? patientId, serviceId, latestAt, latestPlace }
  const proposal = await proposeAfter(platform, latest)
  const session = { ...request, serviceId, dependantId, homeAddress, place: proposal.place }
  if (request.startsAt) return holdAndConfirm(platform, { ...session, startsAt: request.startsAt })
  // A package pays what the session was worth when it was sold: the price of today plays no part.
  const price = request.packageId === undefined ? {} : { priceCents: previous.priceCents }
  const versionOfTerms: Session['versionOfTerms'] = ({ appointment, now }) =>
    againVersionOfHold({ hold: { ...appointment, ...price }, now })
  return holdAndConfirm(platform, { ...session, startsAt: proposal.startsAt, versionOfTerms })
}

type Session = Request & {
  serviceId: string
  dependantId: string | null
  homeAddress?: string | null
  startsAt: Date
  place: Place
  versionOfTerms?: Parameters<typeof confirmAppointment>[1]['versionOfTerms']
}

async function holdAndConfirm(platform: Platform, { serviceId, startsAt, place, ...session }: Session) {
  const { caller, address, packageId, versionOfTerms = termsVersion } = session
  // A package was paid before: no deposit is asked.
  const asBooked = <Hold extends { depositCents: number | null }>(hold: Hold): Hold =>
    packageId === undefined ? hold : { ...hold, depositCents: null }
  const held = await holdAppointment(platform, { caller, address, serviceId, startsAt, place })
  try {
    return await confirmAppointment(platform, {
      ...session,
      packageId: packageId ?? null,
      versionOfTerms: ({ appointment, now }) => versionOfTerms({ appointment: asBooked(appointment), now }),
      appointmentId: held.id,
    })
  } catch (error) {
    await deleteHolds(platform.db, { holders: holdersOf(caller) })
    if (!(error instanceof ORPCError && error.code === 'request.terms_changed')) throw error
    // The hold stores what the patient would get now.
    throw fail('therapies.terms_changed', presentSession({ session: asBooked(held), now: platform.clock.now() }))
  }
}
