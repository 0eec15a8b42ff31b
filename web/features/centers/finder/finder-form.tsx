import { useState } from 'react'
import { maxNeedLength } from '#contract/search.ts'
import { searchPageBOptions, specialties } from '#contract/specialties.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import Search from '~icons/lucide/search'
import SlidersHorizontal from '~icons/lucide/sliders-horizontal'
import { PlaceOptions } from '../place-options.tsx'
import { CareFields } from '../search/care-fields.tsx'
import { careLabels } from '../search/care-filters.ts'
import { readPoint } from '../search/centers-search.ts'
import { ChipText, chipClass } from '../search/chip-text.tsx'
import { OwnLocation } from '../search/own-location.tsx'
import type { useOwnLocation } from '../search/use-own-location.ts'
import { usePlaces } from '../use-catalogue.ts'
import type { FinderSearch } from './finder-search.ts'
import { type availabilities, countFilters, defaultKm, distances, finderHref, type ratings } from './finder-values.ts'

const specialtyOptions = searchPageBOptions.map((key) => ({ value: key, label: specialties[key].label }))

const distanceOptions = distances.map((km) => ({ value: km, label: km === '0' ? 'Sin límite' : `${km} km` }))

const ratingOptions = [
  { value: '3', label: '3 estrellas o más' },
  { value: '4', label: '4 estrellas o más' },
  { value: '4.5', label: '4,5 estrellas o más' },
] as const satisfies readonly { value: (typeof ratings)[number]; label: string }[]

const availabilityOptions = [
  { value: 'morning', label: 'Mañana' },
  { value: 'afternoon', label: 'Tarde' },
  { value: 'evening', label: 'Noche' },
  { value: 'weekend', label: 'Fin de semana' },
] as const satisfies readonly { value: (typeof availabilities)[number]; label: string }[]

type FinderFormProps = {
  search: FinderSearch
  pending: boolean
  location: ReturnType<typeof useOwnLocation>
  onSubmit: (form: HTMLFormElement) => void
}

/** The panel's filters that are set, each as a link to the search without it. */
function FinderChips({ search }: { search: FinderSearch }) {
  const { data: places } = usePlaces()
  const labelOf = (options: readonly { value: string; label: string }[], chosen: string | undefined) =>
    options.find(({ value }) => value === chosen)?.label
  const placeName = places?.items.find(({ slug }) => slug === search.near)?.name
  const near = isOwnPlace(search.near) ? 'Cerca de mí' : placeName && `Cerca de ${placeName}`
  const chips: { name: keyof FinderSearch; label: string | undefined }[] = [
    { name: 'specialty', label: labelOf(specialtyOptions, search.specialty) },
    { name: 'near', label: near },
    { name: 'rating', label: labelOf(ratingOptions, search.rating) },
    { name: 'availability', label: labelOf(availabilityOptions, search.availability) },
    ...careLabels(search),
  ]
  const shown = chips.filter(({ label }) => label !== undefined)
  if (shown.length === 0) return null
  return (
    <ul aria-label="Filtros de esta búsqueda" className="flex flex-wrap gap-2">
      {shown.map(({ name, label = '' }) => (
        <li key={name}>
          <Anchor href={finderHref({ ...search, [name]: undefined, page: undefined })} className={chipClass}>
            <ChipText label={label} />
          </Anchor>
        </li>
      ))}
    </ul>
  )
}

/** The search text and a panel of filters: a GET form until JavaScript has loaded. */
export function FinderForm({ search, pending, location, onSubmit }: FinderFormProps) {
  const filterCount = countFilters(search)
  return (
    <search>
      <form
        action="/search-centers"
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event.currentTarget)
        }}
        className="grid gap-3 rounded-card border border-line bg-panel p-4 sm:p-5"
      >
        <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
          <TextField
            key={`q-${search.q ?? ''}`}
            name="q"
            type="search"
            label="¿Qué buscas?"
            placeholder="Centro, especialidad o motivo"
            defaultValue={search.q ?? ''}
            maxLength={maxNeedLength}
            autoComplete="off"
            enterKeyHint="search"
            leading={<Search aria-hidden="true" />}
          />
          <Button type="submit" pending={pending}>
            Buscar
          </Button>
        </div>
        <OwnLocation location={location} isKnown={isOwnPlace(search.near)} />
        <FinderChips search={search} />
        <details open={filterCount > 0}>
          <summary
            className={buttonClass({
              variant: 'quiet',
              className: '-ml-3 cursor-pointer list-none [&::-webkit-details-marker]:hidden',
            })}
          >
            <SlidersHorizontal aria-hidden="true" className="size-5" />
            {filterCount > 0 ? `Filtros (${filterCount})` : 'Filtros'}
          </summary>
          <Filters key={search.near} search={search} />
        </details>
      </form>
    </search>
  )
}

const isOwnPlace = (near: string = '') => readPoint(near) !== undefined

function Filters({ search }: { search: FinderSearch }) {
  const { data: places } = usePlaces()
  const { specialty, near, km, rating, availability } = search
  const [hasPlace, setHasPlace] = useState(near !== undefined)
  return (
    <div className="grid items-start gap-4 pt-3 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField
        key={`specialty-${specialty}`}
        name="specialty"
        label="Especialidad"
        defaultValue={specialty ?? ''}
        placeholder="Todas"
        options={specialtyOptions}
      />
      <SelectField
        key={`near-${near}-${places ? '' : 'loading'}`}
        name="near"
        label="Cerca de"
        defaultValue={near ?? ''}
        placeholder="En todo el país"
        onChange={({ currentTarget }) => setHasPlace(currentTarget.value !== '')}
      >
        {isOwnPlace(near) && <option value={near}>Cerca de mí</option>}
        <PlaceOptions places={places?.items ?? []} />
      </SelectField>
      <SelectField
        key={`km-${km}-${hasPlace}`}
        name="km"
        label="Distancia máxima"
        hint={
          hasPlace
            ? 'Se mide desde el lugar que elegiste.'
            : 'Elige un lugar o usa tu ubicación para limitar la distancia.'
        }
        disabled={!hasPlace}
        defaultValue={hasPlace ? (km ?? defaultKm) : '0'}
        options={distanceOptions}
      />
      <SelectField
        key={`rating-${rating}`}
        name="rating"
        label="Calificación mínima"
        defaultValue={rating ?? ''}
        placeholder="Cualquiera"
        options={ratingOptions}
      />
      <SelectField
        key={`availability-${availability}`}
        name="availability"
        label="Disponibilidad"
        defaultValue={availability ?? ''}
        placeholder="Cualquiera"
        options={availabilityOptions}
      />
      <CareFields search={search} />
      <div className="flex flex-wrap gap-2 self-end *:grow">
        <Button type="submit" variant="secondary">
          Aplicar filtros
        </Button>
        <Anchor href="/search-centers" className={buttonClass({ variant: 'quiet' })}>
          Limpiar filtros
        </Anchor>
      </div>
    </div>
  )
}
