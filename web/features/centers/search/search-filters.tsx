import { distanceSlider } from '#contract/search.ts'
import { searchPageAOptions } from '#contract/specialties.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { SliderField } from '#web/ui/slider-field.tsx'
import { StarPicker } from '#web/ui/star-picker.tsx'
import {
  type CentersSearch,
  centersHref,
  everyCenter,
  readCentersSearch,
  specialtyField,
  specialtyLabel,
} from './centers-search.ts'
import { searchFormId } from './search-bar.tsx'

export type SearchFiltersProps = {
  search: CentersSearch
  /** A place is chosen, submitted or not. */
  hasPlace: boolean
  pending: boolean
}

const inForm = { form: searchFormId }

/** The controls take effect together, with "Aplicar filtros" or Enter in the bar. */
export function SearchFilters({ search, hasPlace, pending }: SearchFiltersProps) {
  const { km, specialties: chosen, rating } = readCentersSearch(search)
  return (
    <div className="grid gap-6">
      <SliderField
        {...inForm}
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
      <SpecialtyFilter chosen={chosen} />
      <RatingFilter search={search} rating={rating} />
      <div className="grid gap-1">
        <Button type="submit" {...inForm} wide pending={pending}>
          Aplicar filtros
        </Button>
        <Anchor href={everyCenter} className={buttonClass({ variant: 'quiet', size: 'small' })}>
          Limpiar filtros
        </Anchor>
      </div>
    </div>
  )
}

function SpecialtyFilter({ chosen }: { chosen: ReturnType<typeof readCentersSearch>['specialties'] }) {
  return (
    <FieldGroup legend="Especialidad" className="-mb-2">
      <div className="grid">
        {searchPageAOptions.map((key) => (
          <CheckboxField
            {...inForm}
            key={`${key}-${chosen.includes(key)}`}
            name={specialtyField(key)}
            value="1"
            defaultChecked={chosen.includes(key)}
            label={specialtyLabel(key)}
          />
        ))}
      </div>
      {/* Filters without a control here: submitting the form must not lose them. */}
      {chosen
        .filter((key) => !searchPageAOptions.some((option) => option === key))
        .map((key) => (
          <CheckboxField
            {...inForm}
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
        {...inForm}
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
