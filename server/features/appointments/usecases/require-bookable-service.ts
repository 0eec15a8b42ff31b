import type { Appointment } from '#contract/appointments.ts'
import { failField } from '#contract/errors.ts'
import { offersPlace } from '#contract/places.ts'
import { type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { requireTerms } from '#server/platform/version.ts'
import { fail } from '../appointments.errors.ts'
import { type CenterService, findCenterService } from '../repository/free-times.ts'
import { lockHours } from '../repository/locks.ts'
import { deskOfferTerms } from '../rules/agenda.ts'

type ServiceToBook = {
  member: Member
  centerId: string
  serviceId: string
  place: Appointment['place']
  /** The terms of the service that the member read; absent when the server itself books. */
  terms?: string
  now: Date
}

/**
 * The service that the desk books, with its professional's hours locked.
 * @throws agenda.unknown_service, agenda.not_taking_bookings, request.terms_changed
 */
export async function requireBookableService(tx: Tx, input: ServiceToBook): Promise<CenterService> {
  await lockHours(tx, input)
  const service = await findCenterService(tx, input)
  if (!service?.isOffered || !service.isWorking || !mayChangeAgendaOf(input.member, service)) {
    throw fail('agenda.unknown_service')
  }
  if (!service.takesBookings) throw fail('agenda.not_taking_bookings')
  requireTerms({ seen: input.terms, current: deskOfferTerms(service) })
  const { place } = input
  if (!offersPlace({ ...service, place })) throw failField('place', 'Ese profesional no atiende de esa manera')
  return service
}

/**
 * The address that the desk was told. It never comes from the patient's profile: the professional of the visit reads it, and the
 * patient has not given it to this centre.
 */
export function requireAddress({ homeAddress }: { homeAddress?: string }): string {
  if (!homeAddress) throw fail('appointments.address_required')
  return homeAddress
}
