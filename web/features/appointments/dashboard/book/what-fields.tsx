import { useQuery } from '@tanstack/react-query'
import { hasOneName } from '#contract/center-words.ts'
import { type Place, placeLabels } from '#contract/places.ts'
import type { Therapy } from '#contract/therapies.ts'
import { namedCenter } from '#web/features/appointments/appointment-facts.ts'
import type { BookingChoice } from '#web/features/appointments/booking-choice.ts'
import { formatDuration, type Offer } from '#web/features/centers/offers.ts'
import { useServiceTypes } from '#web/features/centers/use-catalogue.ts'
import { useApi } from '#web/platform/api.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { dot } from '#web/ui/dot.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

/**
 * `provider`: undefined for the first available professional of any centre. `service`: a kind of service of the catalogue, or
 * empty. `offer`: a service of the provider.
 */
export type BookFilters = {
  service: string
  offer: string | undefined
  provider: { centerId: string; professionalId?: string } | undefined
  place: Place
}

/** Where the first available time of any centre may be. */
const anywhere: readonly Place[] = ['center', 'online']

export type WhatFieldsProps = {
  filters: BookFilters
  /** What the provider offers, once it is loaded. */
  choice: BookingChoice | undefined
  serviceError: string | undefined
  onChange: (filters: BookFilters) => void
}

export function WhatFields({ filters, choice, serviceError, onChange }: WhatFieldsProps) {
  const { queries } = useApi()
  const services = useServiceTypes().data?.items ?? []
  const therapies = useQuery(queries.therapies.list.queryOptions()).data?.items ?? []
  const knownProviders = providersOf(therapies)
  const chosenIndex = knownProviders.findIndex(({ centerId, professionalId }) =>
    filters.provider
      ? centerId === filters.provider.centerId && professionalId === filters.provider.professionalId
      : false,
  )
  const shownPlaces = choice?.offer ? choice.places : anywhere
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Servicio"
        required
        value={filters.provider ? (choice?.offer?.id ?? '') : filters.service}
        error={serviceError}
        options={[
          { value: '', label: 'Elige un servicio' },
          ...(filters.provider
            ? (choice?.offers ?? []).map((offer) => ({ value: offer.id, label: offerText(offer) }))
            : services.map(({ slug, name }) => ({ value: slug, label: name }))),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(filters.provider ? { ...filters, offer: value } : { ...filters, service: value })
        }
      />
      <SelectField
        label="Centro o profesional"
        value={String(chosenIndex)}
        options={[
          { value: '-1', label: 'El primero disponible' },
          ...knownProviders.map(({ label }, index) => ({ value: String(index), label })),
        ]}
        onChange={(event) =>
          onChange({
            ...filters,
            offer: undefined,
            place: anywhere.find((place) => place === filters.place) ?? 'center',
            provider: knownProviders[Number(event.currentTarget.value)],
          })
        }
      />
      <RadioCards
        legend="Modalidad"
        name="place"
        columns={2}
        className="sm:col-span-2"
        value={choice?.place ?? filters.place}
        options={shownPlaces.map((value) => ({ value, label: placeLabels[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filters, place: shownPlaces.find((place) => place === value) ?? filters.place })
        }
      />
    </div>
  )
}

const offerText = ({ name, durationMinutes, priceFromCents, samePrice }: Offer) =>
  [name, formatDuration(durationMinutes), `${samePrice ? '' : 'desde '}${formatMoney(priceFromCents)}`].join(dot)

/** The professionals who treat the patient, and then their centres, each once; a centre of who works alone adds nothing. */
function providersOf(therapies: readonly Therapy[]) {
  const professionals = new Map(
    therapies.map(({ professionalId, professional, center }) => {
      const name = hasOneName(namedCenter({ professional, center }))
        ? professional.name
        : `${professional.name}${dot}${center.name}`
      return [professionalId, { centerId: center.id, professionalId, label: name }]
    }),
  )
  const centers = new Map(
    therapies
      .filter((therapy) => !hasOneName(namedCenter(therapy)))
      .map(({ center }) => [
        center.id,
        { centerId: center.id, professionalId: undefined, label: `${center.name}${dot}quien atienda primero` },
      ]),
  )
  return [...professionals.values(), ...centers.values()].map(({ professionalId, ...rest }) => ({
    ...rest,
    ...(professionalId && { professionalId }),
  }))
}
