import { Suspense, useState } from 'react'

import { distanceSlider } from '#contract/search.ts'
import { searchPageAOptions } from '#contract/specialties.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { SliderField } from '#web/ui/slider-field.tsx'
import { StarPicker } from '#web/ui/star-picker.tsx'
import ChevronDown from '~icons/lucide/chevron-down'
import { careLabels } from './care-filters.ts'
import { type CentersSearch, careParams, parseCentersSearch, specialtyField } from './centers-search.ts'
import { searchFormId } from './search-bar.tsx'
import { centersHref, everyCenter, readCentersSearch, specialtyLabel } from './search-values.ts'

/** Both loaded lazily, because most visitors change no filter. */
const CareFields = lazyPart(() => import('./care-fields.tsx').then((module) => module.CareFields))
const ChosenCount = lazyPart(() => import('./chosen-count.tsx').then((module) => module.ChosenCount))

export type SearchFiltersProps = {
  search: CentersSearch
  /** Whether a place is chosen, submitted or not. */
  hasPlace: boolean
  pending: boolean
}

const formProps = { form: searchFormId }

/** The controls take effect together, with "Aplicar filtros" or Enter in the bar. */
export function SearchFilters({ search, hasPlace, pending }: SearchFiltersProps) {
  const { km, specialties: chosenKeys, rating } = readCentersSearch(search)
  const [chosenSearch, setChosenSearch] = useState<CentersSearch>()
  return (
    <div
      onChange={({ target }) => {
        const { form } = target as HTMLInputElement
        if (form) setChosenSearch({ ...parseCentersSearch(Object.fromEntries(new FormData(form))), area: search.area })
      }}
      className="grid gap-5 lg:gap-6"
    >
      <SliderField
        {...formProps}
        key={km}
        name="km"
        label="Distancia máxima"
        min={distanceSlider.min}
        max={distanceSlider.max}
        step={distanceSlider.step}
        defaultValue={km}
        disabled={!hasPlace}
        formatValue={(value) => (value === 0 ? 'Sin límite' : `${value} km`)}
        hint={hasPlace ? undefined : 'Elige un lugar o usa tu ubicación para limitar la distancia.'}
      />
      <SpecialtyFilter chosenKeys={chosenKeys} />
      <RatingFilter search={search} rating={rating} />
      <CheckboxField
        {...formProps}
        key={search.verified}
        name="verified"
        value="1"
        defaultChecked={search.verified === '1'}
        label="Solo centros verificados"
      />
      <MoreFilters search={search} />
      <div className="grid gap-1">
        {chosenSearch && (
          <Suspense fallback={<p className="min-h-6" />}>
            <ChosenCount search={chosenSearch} />
          </Suspense>
        )}
        <Button type="submit" {...formProps} wide pending={pending}>
          Aplicar filtros
        </Button>
        <Anchor href={everyCenter} className={buttonClass({ variant: 'quiet', size: 'small' })}>
          Limpiar filtros
        </Anchor>
      </div>
    </div>
  )
}

/** Modality, price, ages, cover, language and gender. Until they are loaded, the form keeps their values. */
function MoreFilters({ search }: Pick<SearchFiltersProps, 'search'>) {
  const count = careLabels(search).length
  const hydrated = useHydrated()
  const [isOpen, setOpen] = useState(count > 0)
  const kept = careParams.map(
    (name) => search[name] && <input key={name} {...formProps} type="hidden" name={name} value={search[name]} />,
  )
  return (
    <details
      open={count > 0}
      onToggle={({ currentTarget }) => currentTarget.open && setOpen(true)}
      className="group/more noscript:hidden"
    >
      <summary
        className={buttonClass({
          variant: 'quiet',
          size: 'small',
          className: '-ml-3 cursor-pointer list-none [&::-webkit-details-marker]:hidden',
        })}
      >
        Modalidad, precio, cobertura y más
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open/more:rotate-180" />
      </summary>
      {hydrated && isOpen ? (
        <Suspense fallback={<div className="min-h-120">{kept}</div>}>
          <div className="grid gap-4 pt-2">
            <CareFields search={search} form={searchFormId} />
          </div>
        </Suspense>
      ) : (
        kept
      )}
    </details>
  )
}

function SpecialtyFilter({ chosenKeys }: { chosenKeys: ReturnType<typeof readCentersSearch>['specialties'] }) {
  return (
    <FieldGroup legend="Especialidad" className="-mb-2">
      <div className="grid">
        {searchPageAOptions.map((key) => (
          <CheckboxField
            {...formProps}
            key={`${key}-${chosenKeys.includes(key)}`}
            name={specialtyField(key)}
            value="1"
            defaultChecked={chosenKeys.includes(key)}
            label={specialtyLabel(key)}
          />
        ))}
      </div>
      {/* Filters without a control here: submitting the form must not lose them. */}
      {chosenKeys
        .filter((key) => !searchPageAOptions.some((option) => option === key))
        .map((key) => (
          <CheckboxField
            {...formProps}
            key={key}
            name={specialtyField(key)}
            value="1"
            defaultChecked
            label={specialtyLabel(key)}
          />
        ))}
    </FieldGroup>
  )
}

function RatingFilter({ search, rating }: { search: CentersSearch; rating: number }) {
  return (
    <div className="grid justify-items-start gap-1">
      <StarPicker
        {...formProps}
        key={rating}
        legend="Calificación mínima"
        name="rating"
        {...(rating > 0 && { defaultValue: rating })}
        hint={rating === 0 ? 'Cualquiera, si no eliges.' : undefined}
      />
      {rating > 0 && (
        <Anchor
          href={centersHref({ ...search, rating: undefined, page: undefined })}
          className={buttonClass({ variant: 'quiet', size: 'small', className: '-ml-3' })}
        >
          Cualquier calificación
        </Anchor>
      )}
    </div>
  )
}
