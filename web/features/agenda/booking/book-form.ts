import { useState } from 'react'

import type { Agenda, AgendaProfessional } from '#contract/agenda.ts'
import { clockText } from '#web/platform/clock-text.ts'
import { refusalTexts } from '#web/platform/form-refusal.ts'
import { weekdayOf } from '#web/platform/local-days.ts'

import type { KnownPerson } from '../agenda-dialog.ts'
import type { PressedTime } from '../diary/diary-events.ts'
import { chosenInstant, type TimeErrors } from './chosen-instant.ts'
import { offerOf } from './service-options.tsx'
import type { ChosenTime } from './time-choice.tsx'
import type { Entry } from './use-entry.ts'

export type NewGuest = { fullName: string; phone: string; email: string }
export type Place = AgendaProfessional['places'][number]
export type BookErrors = TimeErrors & {
  person?: string
  fullName?: string
  email?: string
  service?: string
  homeAddress?: string
}

export type BookFormOf = {
  agenda: Agenda
  at: PressedTime | undefined
  person: KnownPerson | undefined
  /** The day that is looked at, and whose page. */
  date: string
  professionalId: string | undefined
}

/** What is filled in for a new appointment, and what is wrong with it once it was tried. */
export function useBookForm({ agenda, at, person: known, date, professionalId }: BookFormOf) {
  const { professionals } = agenda
  const [person, setPerson] = useState(known)
  const [guest, setGuest] = useState<NewGuest>()
  const [serviceId, setServiceId] = useState(() =>
    firstService({ professionals, professionalId: at?.professionalId ?? professionalId, date: at?.date ?? date }),
  )
  const [chosenPlace, setPlace] = useState<Place>()
  const [homeAddress, setHomeAddress] = useState('')
  const [when, setWhen] = useState<ChosenTime>({
    date: at?.date ?? date,
    time: at?.minute === undefined ? '' : clockText(at.minute),
  })
  const [errors, setErrors] = useState<BookErrors>({})

  const offer = offerOf({ professionals, serviceId })
  const places = offer?.professional.places ?? []
  const place = places.find((each) => each === chosenPlace) ?? places[0] ?? 'center'

  /** The appointment as it would be entered; nothing while something is missing, which then stands beside its field. */
  function complete(): Entry | undefined {
    const time = chosenInstant(when)
    const found: BookErrors = {
      ...(!person && !guest && { person: 'Elige quién viene, o agrega a alguien nuevo' }),
      ...(guest && guest.fullName.trim().length < 2 && { fullName: 'Escribe el nombre' }),
      ...(!offer && { service: 'Elige el servicio' }),
      ...(place === 'home' && homeAddress.trim() === '' && { homeAddress: 'Indica la dirección de la visita' }),
      ...('errors' in time && time.errors),
    }
    setErrors(found)
    if (Object.values(found).some(Boolean) || 'errors' in time) return undefined
    const who = person ? { kind: person.kind, id: person.id } : guest && { kind: 'newGuest' as const, ...guest }
    if (!who) return undefined
    return {
      serviceId,
      startsAt: time.startsAt,
      place,
      person: who,
      ...(place === 'home' && { homeAddress: homeAddress.trim() }),
    }
  }

  /** What the server found wrong with a field goes beside it. @returns what has no field of its own */
  function take(error: unknown): string | undefined {
    const { root, ...found } = refusalTexts(error, {
      fields: ['homeAddress'],
      renamed: { 'person.fullName': 'fullName', 'person.email': 'email', startsAt: 'date' },
      codes: { 'appointments.address_required': 'homeAddress', 'agenda.unknown_service': 'service' },
    })
    setErrors(found)
    return root
  }

  return {
    person,
    guest,
    serviceId,
    offer,
    places,
    place,
    homeAddress,
    when,
    errors,
    setPerson,
    setGuest,
    setServiceId,
    setPlace,
    setHomeAddress,
    setWhen,
    complete,
    take,
  }
}

export type BookForm = ReturnType<typeof useBookForm>

type Wanted = { professionals: readonly AgendaProfessional[]; professionalId: string | undefined; date: string }

/** Of whom it is asked about; else of somebody who works on that day. */
function firstService({ professionals, professionalId, date }: Wanted): string {
  const offering = professionals.filter(({ services }) => services.length > 0)
  const weekday = weekdayOf(date)
  const found = professionalId
    ? offering.find(({ id }) => id === professionalId)
    : (offering.find(({ hours }) => hours.some((each) => each.weekday === weekday)) ?? offering[0])
  return found?.services[0]?.id ?? ''
}
