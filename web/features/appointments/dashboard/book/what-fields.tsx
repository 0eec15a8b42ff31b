import { useQuery } from '@tanstack/react-query'
import type { Place } from '#contract/places.ts'
import type { Therapy } from '#contract/therapies.ts'
import { useServiceTypes } from '#web/features/centers/use-catalogue.ts'
import { useApi } from '#web/platform/api.ts'
import { dot } from '#web/ui/dot.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

/** `provider`: undefined for the first available professional of any centre. */
export type BookFilters = {
  service: string
  provider: { centerId: string; professionalId?: string } | undefined
  place: Extract<Place, 'center' | 'online'>
}

const placeNames = { center: 'Presencial', online: 'Online' } as const

export type WhatFieldsProps = {
  filters: BookFilters
  serviceError: string | undefined
  onChange: (filters: BookFilters) => void
}

export function WhatFields({ filters, serviceError, onChange }: WhatFieldsProps) {
  const { queries } = useApi()
  const services = useServiceTypes().data?.items ?? []
  const therapies = useQuery(queries.therapies.list.queryOptions()).data?.items ?? []
  const knownProviders = providersOf(therapies)
  const chosenIndex = knownProviders.findIndex(({ centerId, professionalId }) =>
    filters.provider
      ? centerId === filters.provider.centerId && professionalId === filters.provider.professionalId
      : false,
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Servicio"
        required
        value={filters.service}
        error={serviceError}
        options={[
          { value: '', label: 'Elige un servicio' },
          ...services.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        onChange={(event) => onChange({ ...filters, service: event.currentTarget.value })}
      />
      <SelectField
        label="Centro o profesional"
        value={String(chosenIndex)}
        options={[
          { value: '-1', label: 'El primero disponible' },
          ...knownProviders.map(({ label }, index) => ({ value: String(index), label })),
        ]}
        onChange={(event) => onChange({ ...filters, provider: knownProviders[Number(event.currentTarget.value)] })}
      />
      <RadioCards
        legend="Modalidad"
        name="place"
        columns={2}
        className="sm:col-span-2"
        value={filters.place}
        options={(['center', 'online'] as const).map((value) => ({ value, label: placeNames[value] }))}
        onChange={(event) =>
          onChange({ ...filters, place: event.currentTarget.value === 'online' ? 'online' : 'center' })
        }
      />
    </div>
  )
}

/** The professionals who treat the patient, and then their centres, each once. */
function providersOf(therapies: readonly Therapy[]) {
  const professionals = new Map(
    therapies.map(({ professionalId, professional, center }) => [
      professionalId,
      { centerId: center.id, professionalId, label: `${professional.name}${dot}${center.name}` },
    ]),
  )
  const centers = new Map(
    therapies.map(({ center }) => [
      center.id,
      { centerId: center.id, professionalId: undefined, label: `${center.name}${dot}quien atienda primero` },
    ]),
  )
  return [...professionals.values(), ...centers.values()].map(({ professionalId, ...rest }) => ({
    ...rest,
    ...(professionalId && { professionalId }),
  }))
}
