import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import { usablePackages } from '#web/features/packages/package-words.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'

import {
  type BookFormContext,
  type BookRequest,
  type BookValues,
  bookForm,
  firstValues,
  lastService,
} from './book-values.ts'
import { useSeenTeam } from './changed-offer.tsx'
import { conflictText } from './conflict-text.ts'
import { offerOf } from './service-options.tsx'
import { fieldOfStart } from './time-values.ts'

export type BookForm = ReturnType<typeof useBookForm>

export function useBookForm({
  centerId,
  open,
  onProposed,
  ...initial
}: BookFormContext & {
  centerId: string
  open: boolean
  /** The service of the person's last visit is chosen. It arrives after the person. */
  onProposed: () => void
}) {
  const { team: professionals, renewals, noteOutdated } = useSeenTeam(initial.agenda.professionals)
  const form = useForm<BookValues, unknown, BookRequest>({
    resolver: formResolver(bookForm),
    defaultValues: firstValues(initial),
    // A missing person comes first and has no registered field: the dialog focuses the first invalid control.
    shouldFocusError: false,
  })
  const { setValue, getValues, clearErrors } = form
  const [serviceId, place, date, time, person] = useWatch({
    control: form.control,
    name: ['serviceId', 'place', 'date', 'time', 'person'],
  })

  // A refusal is about the combination that was sent: it disappears as soon as a part of that combination changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these values is a possible cause
  useEffect(() => {
    clearErrors('root')
    clearErrors(['date', 'time'])
  }, [clearErrors, serviceId, place, date, time, person])

  // A known person most often books the same service again. A service that the receptionist chose stays.
  const { queries } = useApi()
  const contact = useQuery({
    ...queries.contacts.get.queryOptions({
      input: { centerId, kind: person?.kind ?? 'guest', personId: person?.id ?? '' },
    }),
    enabled: open && person !== undefined,
  })
  const visits = person ? contact.data?.appointments : undefined
  const proposeLast = useEffectEvent(() => {
    if (!visits || getValues('serviceId') !== '') return
    const professionalId = initial.at?.professionalId ?? initial.professionalId
    const last = lastService({ visits, professionals, professionalId })
    if (!last) return
    setValue('serviceId', last.serviceId)
    setValue('place', last.places[0] ?? 'center')
    onProposed()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a proposal for each known person
  useEffect(() => proposeLast(), [visits])

  const owned = useQuery({
    ...queries.packages.ofPerson.queryOptions({
      input: { centerId, kind: person?.kind ?? 'guest', personId: person?.id ?? '' },
    }),
    enabled: open && person !== undefined,
  })
  const packages = usablePackages(person ? owned.data?.items : undefined, { serviceId, day: date })
  const packageId = useWatch({ control: form.control, name: 'packageId' })
  const isUsable = packages.some(({ id }) => id === packageId)
  // Another person, service or day was chosen.
  useEffect(() => {
    if (packageId !== '' && !isUsable) setValue('packageId', '')
  }, [packageId, isUsable, setValue])

  const offer = offerOf({ professionals, serviceId })
  const [refusedOffer, setRefusedOffer] = useState<typeof offer>()

  /** The newly chosen professional may not attend at the chosen place. */
  function ensureOfferedPlace() {
    const offered = offerOf({ professionals, serviceId: getValues('serviceId') })?.professional.places ?? []
    if (!offered.includes(getValues('place'))) setValue('place', offered[0] ?? 'center')
  }

  const keepOffered = useEffectEvent(() => {
    if (!offer) setValue('serviceId', '')
    ensureOfferedPlace()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed team may offer neither the service nor the place
  useEffect(() => keepOffered(), [renewals])

  return {
    form,
    values: { serviceId, place, date, time, person, packageId },
    packages,
    professionals,
    /** How often a refusal has renewed the seen team. */
    renewals,
    offer,
    refusedOffer,
    ensureOfferedPlace,
    clearRefusedOffer: () => setRefusedOffer(undefined),
    showRefusal(error: unknown) {
      if (errorCode(error) === 'request.terms_changed') {
        noteOutdated()
        setRefusedOffer(offer)
        return
      }
      applyServerErrors(form, error, {
        fields: place === 'home' ? ['serviceId', 'place', 'homeAddress'] : ['serviceId', 'place'],
        renamed: {
          // Only a new guest has these fields.
          ...(!person && {
            'person.fullName': 'guest.fullName',
            'person.phone': 'guest.phone',
            'person.email': 'guest.email',
          }),
          startsAt: fieldOfStart({ date }),
        },
        codes: {
          'appointments.address_required': 'homeAddress',
          'agenda.unknown_service': 'serviceId',
          'appointments.slot_taken': 'time',
        },
      })
      const conflict = conflictText(error)
      if (conflict) form.setError('time', { message: conflict })
    },
  }
}
