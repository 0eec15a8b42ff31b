import { z } from 'zod'

import type { Agenda, AgendaAppointment, AgendaProfessional } from '#contract/agenda.ts'
import { appointmentPlace } from '#contract/appointments.ts'
import { guest } from '#contract/guests.ts'
import { homeAddressMax } from '#contract/places.ts'
import { typedText } from '#contract/values.ts'
import { clockText } from '#web/platform/clock-text.ts'

import type { KnownPerson } from '../agenda-dialog.ts'
import type { DeskBooking } from '../api/book-at-desk.ts'
import type { PressedTime } from '../calendar/calendar-events.ts'
import { instantOf, timeFields } from './time-values.ts'

export const bookForm = z
  .object({
    person: z.custom<KnownPerson>().optional(),
    guest: guest.optional(),
    serviceId: z.string().min(1, 'Elige el servicio'),
    place: appointmentPlace,
    homeAddress: typedText({ max: homeAddressMax }),
    /** The person's package that pays for it; empty: none. */
    packageId: z.string(),
    ...timeFields,
  })
  .superRefine(({ person, guest, place, homeAddress }, context) => {
    const fail = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (!person && !guest) fail('person', 'Elige quién viene, o agrega a alguien nuevo')
    if (place === 'home' && homeAddress === '') fail('homeAddress', 'Indica la dirección de la visita')
  })
  .transform(({ person, guest, serviceId, place, homeAddress, packageId, ...when }): BookRequest => {
    const who = person ? { kind: person.kind, id: person.id } : guest && { kind: 'newGuest' as const, ...guest }
    // superRefine has reported the missing person.
    if (!who) return z.NEVER
    return {
      serviceId,
      startsAt: instantOf(when),
      place,
      person: who,
      ...(place === 'home' && { homeAddress }),
      ...(packageId && { packageId }),
    }
  })
export type BookValues = z.input<typeof bookForm>
/** The request that the form makes, without the centre and the terms that it shows. */
export type BookRequest = Omit<DeskBooking, 'centerId' | 'terms'>

export type BookFormContext = {
  agenda: Agenda
  at: PressedTime | undefined
  person: KnownPerson | undefined
  /** The day and the professional in view. */
  date: string
  professionalId: string | undefined
}

/** The initial values. A service is preselected only if the professional in view, or else the centre, offers just one. */
export function firstValues({
  agenda: { professionals },
  at,
  person,
  date,
  professionalId,
}: BookFormContext): BookValues {
  const professionalInView = at?.professionalId ?? professionalId
  const offers = professionals
    .filter(({ id }) => professionalInView === undefined || id === professionalInView)
    .flatMap((professional) => professional.services.map((service) => ({ professional, service })))
  const onlyOffer = offers.length === 1 ? offers[0] : undefined
  return {
    person,
    guest: undefined,
    serviceId: onlyOffer?.service.id ?? '',
    place: onlyOffer?.professional.places[0] ?? 'center',
    homeAddress: '',
    packageId: '',
    date: at?.date ?? date,
    time: at?.minute === undefined ? '' : clockText(at.minute),
  }
}

type Visit = Pick<AgendaAppointment, 'status' | 'startsAt' | 'professionalId' | 'service'>

/**
 * The person's most recent service, while its professional still offers it. With `professionalId`, the professional in view,
 * only a service of that professional is proposed.
 */
export function lastService({
  visits,
  professionalId,
  professionals,
}: {
  visits: readonly Visit[]
  professionals: readonly AgendaProfessional[]
  professionalId: string | undefined
}): { serviceId: string; places: AgendaProfessional['places'] } | undefined {
  const last = visits
    .filter(({ status }) => status !== 'held' && status !== 'cancelled')
    .reduce<Visit | undefined>((newest, each) => (newest && newest.startsAt > each.startsAt ? newest : each), undefined)
  if (!last || (professionalId !== undefined && last.professionalId !== professionalId)) return undefined
  const professional = professionals.find(({ id }) => id === last.professionalId)
  if (!professional?.services.some(({ id }) => id === last.service.id)) return undefined
  return { serviceId: last.service.id, places: professional.places }
}
