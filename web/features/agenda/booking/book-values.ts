import { z } from 'zod'

import type { Agenda, AgendaProfessional } from '#contract/agenda.ts'
import { appointmentPlace } from '#contract/appointments.ts'
import { guest } from '#contract/contacts.ts'
import { typedText } from '#contract/values.ts'
import { clockText } from '#web/platform/clock-text.ts'
import { weekdayOf } from '#web/platform/local-days.ts'

import type { KnownPerson } from '../agenda-dialog.ts'
import type { PressedTime } from '../diary/diary-events.ts'
import { instantOf, timeFields } from './time-values.ts'
import type { Entry } from './use-entry.ts'

/** What is filled in for a new appointment: somebody known, or a guest to be. */
export const bookForm = z
  .object({
    person: z.custom<KnownPerson>().optional(),
    guest: guest.optional(),
    serviceId: z.string().min(1, 'Elige el servicio'),
    place: appointmentPlace,
    homeAddress: typedText({ max: 300 }),
    ...timeFields,
  })
  .superRefine(({ person, guest, place, homeAddress }, context) => {
    const fail = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (!person && !guest) fail('person', 'Elige quién viene, o agrega a alguien nuevo')
    if (place === 'home' && homeAddress === '') fail('homeAddress', 'Indica la dirección de la visita')
  })
  .transform(({ person, guest, serviceId, place, homeAddress, ...when }): Entry => {
    const who = person ? { kind: person.kind, id: person.id } : guest && { kind: 'newGuest' as const, ...guest }
    // Refused above.
    if (!who) return z.NEVER
    return { serviceId, startsAt: instantOf(when), place, person: who, ...(place === 'home' && { homeAddress }) }
  })
export type BookValues = z.input<typeof bookForm>

export type BookFormOf = {
  agenda: Agenda
  at: PressedTime | undefined
  person: KnownPerson | undefined
  /** The day that is looked at, and whose page. */
  date: string
  professionalId: string | undefined
}

/** What is known before anything is filled in. */
export function firstValues({ agenda: { professionals }, at, person, date, professionalId }: BookFormOf): BookValues {
  const day = at?.date ?? date
  const found = whoWorks({ professionals, professionalId: at?.professionalId ?? professionalId, date: day })
  return {
    person,
    guest: undefined,
    serviceId: found?.services[0]?.id ?? '',
    place: found?.places[0] ?? 'center',
    homeAddress: '',
    date: day,
    time: at?.minute === undefined ? '' : clockText(at.minute),
  }
}

type Wanted = { professionals: readonly AgendaProfessional[]; professionalId: string | undefined; date: string }

/** Of whom it is asked about; else somebody who works on that day. */
function whoWorks({ professionals, professionalId, date }: Wanted): AgendaProfessional | undefined {
  const offering = professionals.filter(({ services }) => services.length > 0)
  const weekday = weekdayOf(date)
  return professionalId
    ? offering.find(({ id }) => id === professionalId)
    : (offering.find(({ hours }) => hours.some((each) => each.weekday === weekday)) ?? offering[0])
}
