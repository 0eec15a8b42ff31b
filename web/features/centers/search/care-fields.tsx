import { ageGroups, ageLabels, genderLabels, genders } from '#contract/attended.ts'
import {
  anyMutualista,
  type CoverKind,
  coverKeysOf,
  coverKindLabels,
  coverLabel,
  coverLabels,
} from '#contract/cover-labels.ts'
import { languageKeys, languages } from '#contract/languages.ts'
import { placeLabels, places } from '#contract/places.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { type CareSearch, priceLabel, readCare } from './care-filters.ts'

const prices = [0, 800, 1_200, 1_600, 2_000, 3_000]
const coverKinds = Object.keys(coverKindLabels) as CoverKind[]

/** The filters of the professional and the centre, each a select of a form; `form`: the id of a form elsewhere. */
export function CareFields({ search, form }: { search: CareSearch; form?: string }) {
  const { modality, maxPrice, ages, gender, cover, language } = readCare(search)
  const fieldOf = (name: keyof CareSearch, value: string | number | undefined) => ({
    ...(form && { form }),
    key: `${name}-${value}`,
    name,
    defaultValue: value === undefined ? '' : String(value),
  })
  // A link may have a price that is not in the list.
  const listed =
    maxPrice === undefined || prices.includes(maxPrice) ? prices : [...prices, maxPrice].sort((a, b) => a - b)
  const { key: modalityKey, ...modalityField } = fieldOf('modality', modality)
  const { key: priceKey, ...priceField } = fieldOf('maxPrice', maxPrice)
  const { key: agesKey, ...agesField } = fieldOf('ages', ages)
  const { key: genderKey, ...genderField } = fieldOf('gender', gender)
  const { key: coverKey, ...coverField } = fieldOf('cover', cover)
  const { key: languageKey, ...languageField } = fieldOf('language', language)
  return (
    <>
      <SelectField
        key={modalityKey}
        {...modalityField}
        label="Modalidad"
        placeholder="Cualquiera"
        options={places.map((value) => ({ value, label: placeLabels[value] }))}
      />
      <SelectField
        key={priceKey}
        {...priceField}
        label="Precio máximo"
        placeholder="Cualquiera"
        options={listed.map((pesos) => ({ value: String(pesos), label: priceLabel(pesos) }))}
      />
      <SelectField
        key={agesKey}
        {...agesField}
        label="Edad"
        placeholder="Todas las edades"
        options={ageGroups.map((value) => ({ value, label: ageLabels[value] }))}
      />
      <SelectField key={coverKey} {...coverField} label="Cobertura" placeholder="Cualquiera">
        <option value={anyMutualista}>{coverLabel(anyMutualista)}</option>
        {coverKinds.map((kind) => (
          <optgroup key={kind} label={coverKindLabels[kind]}>
            {coverKeysOf(kind).map((value) => (
              <option key={value} value={value}>
                {coverLabels[value]}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        key={languageKey}
        {...languageField}
        label="Idioma"
        placeholder="Cualquiera"
        options={languageKeys.map((value) => ({ value, label: languages[value].label }))}
      />
      <SelectField
        key={genderKey}
        {...genderField}
        label="Género del profesional"
        placeholder="Cualquiera"
        options={genders.map((value) => ({ value, label: genderLabels[value] }))}
      />
    </>
  )
}
