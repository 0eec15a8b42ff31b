import { seriesSize } from '#contract/series.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { isDay } from '#web/platform/local-days.ts'
import { Banner } from '#web/ui/banner.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { SeriesDates } from './series-dates.tsx'
import { rhythmOptions } from './series-words.ts'
import type { Repetition, Series } from './use-series.ts'

type RepeatFieldsProps = {
  series: Series
  /** The day of the first appointment, as typed. */
  date: string
  durationMinutes: number
}

/** «Repetir»: how often, how many or until when, and the dates that follow from it. */
export function RepeatFields({ series, date, durationMinutes }: RepeatFieldsProps) {
  const { repetition, change, isOn } = series
  return (
    <div className="grid gap-4">
      <SelectField
        label="Repetir"
        value={repetition.rhythm}
        onChange={({ currentTarget }) => change({ rhythm: currentTarget.value as Repetition['rhythm'] })}
        placeholder="No se repite"
        options={rhythmOptions(isDay(date) ? date : undefined)}
      />
      {isOn && (
        <>
          <EndFields series={series} date={date} />
          <Dates series={series} durationMinutes={durationMinutes} />
        </>
      )}
    </div>
  )
}

function EndFields({
  series: { repetition, change, isLengthValid },
  date,
}: Pick<RepeatFieldsProps, 'series' | 'date'>) {
  const { end, count, until } = repetition
  return (
    <div className="grid grid-cols-2 gap-3 cramped:grid-cols-1">
      <SelectField
        label="Termina"
        value={end}
        onChange={({ currentTarget }) => change({ end: currentTarget.value === 'until' ? 'until' : 'count' })}
        options={[
          { value: 'count', label: 'Después de varias citas' },
          { value: 'until', label: 'En una fecha' },
        ]}
        className="min-w-0 grid-cols-[minmax(0,1fr)]"
      />
      {end === 'count' ? (
        <TextField
          label="Cuántas citas"
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={({ currentTarget }) => change({ count: currentTarget.value })}
          {...(!isLengthValid && { error: `De ${seriesSize.min} a ${seriesSize.max}` })}
          className="min-w-0 grid-cols-[minmax(0,1fr)]"
        />
      ) : (
        <DateField
          label="Hasta el día"
          value={until}
          min={date}
          outside="Es antes de la primera cita"
          onChange={({ currentTarget }) => change({ until: currentTarget.value })}
          className="min-w-0 grid-cols-[minmax(0,1fr)]"
        />
      )}
    </div>
  )
}

function Dates({ series, durationMinutes }: Omit<RepeatFieldsProps, 'date'>) {
  const { query, plan, isCut, isLengthValid } = series
  if (query.error && !plan) return <Banner tone="amber">{errorMessage(query.error)}</Banner>
  if (!plan) {
    if (!isLengthValid) return null
    return query.isLoading ? (
      <Skeleton className="h-26" />
    ) : (
      <p className="text-sm text-ink-soft">Elige el día y la hora de la primera, y aquí aparecen todas las fechas.</p>
    )
  }
  return (
    <>
      {isCut && (
        <Banner tone="amber">{`Una serie tiene hasta ${seriesSize.max} citas: estas son las primeras.`}</Banner>
      )}
      <SeriesDates series={series} plan={plan} durationMinutes={durationMinutes} />
    </>
  )
}
