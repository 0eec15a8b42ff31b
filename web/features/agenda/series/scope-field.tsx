import { type SeriesPlace, type SeriesScope, seriesPlaceText } from '#contract/series.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'

/** `one`: only the appointment itself. */
export type Scope = SeriesScope | 'one'

export type SeriesScopeFieldProps = {
  series: SeriesPlace
  /** What is done with them: «Qué citas se cancelan». */
  legend: string
  value: Scope
  onChange: (scope: Scope) => void
}

const scopes: readonly Scope[] = ['one', 'following', 'all']

/** Which appointments of a series a change is about. */
export function SeriesScopeField({ series, legend, value, onChange }: SeriesScopeFieldProps) {
  return (
    <RadioCards
      legend={legend}
      name="series-scope"
      value={value}
      onChange={({ currentTarget }) => onChange(scopes.find((scope) => scope === currentTarget.value) ?? 'one')}
      options={[
        { value: 'one', label: 'Solo esta', description: `La ${seriesPlaceText(series)}` },
        { value: 'following', label: 'Esta y las siguientes' },
        { value: 'all', label: 'Todas las que faltan', description: 'También las de antes de esta, desde hoy' },
      ]}
    />
  )
}
