import { type ReactNode, Suspense, useId, useState } from 'react'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import Search from '~icons/lucide/search'
import { PlaceOptions } from '../place-options.tsx'
import { usePlaces } from '../use-catalogue.ts'
import { type CentersSearch, dateRange } from './centers-search.ts'
import { NeedField } from './need-field.tsx'
import { ownPlace } from './own-place.ts'
import { dayOptions, partOptions, readCentersSearch } from './search-values.ts'

const DateField = lazyPart(() => import('#web/ui/date-field.tsx').then((module) => module.DateField))

export const searchFormId = 'centers-search'

const cell =
  'grid rounded-control px-3.5 py-1.5 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-focus'
const control =
  'min-h-7 w-full min-w-0 cursor-pointer appearance-none bg-transparent text-ellipsis outline-none placeholder:text-ink-soft'

export type SearchBarProps = {
  search: CentersSearch
  /** The local day. */
  today: string
  /** Whether no centre has a free time today, so that the list shows any day. */
  noneToday: boolean
  onSubmit: (form: HTMLFormElement) => void
  /** The value of the place control before it is submitted. */
  onPlaceChange: (value: string) => void
  /** Whether the browser refused the location: the control then returns to the place of the search. */
  locationFailed: boolean
}

/** «Qué necesitas», «Dónde», «Cuándo» and «A qué hora»: a GET form until JavaScript has loaded. */
export function SearchBar({ search, today, noneToday, onSubmit, onPlaceChange, locationFailed }: SearchBarProps) {
  const hydrated = useHydrated()
  const { data: places } = usePlaces()
  const { q, near, point, part } = readCentersSearch(search)
  const id = useId()
  return (
    <search>
      <form
        id={searchFormId}
        action="/centers"
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event.currentTarget)
        }}
        className="grid grid-cols-2 rounded-card border border-line bg-panel p-1.5 md:grid-cols-[1.5fr_1.15fr_1.1fr_1fr_auto]"
      >
        <NeedField
          defaultValue={q}
          placeholder="Fisioterapia, ansiedad…"
          className="grid min-w-0 content-start max-md:col-span-2"
          labelClassName={cell}
          controlClassName={classNames(control, 'cursor-text')}
        />
        <Cell
          label="Dónde"
          controlId={`${id}-near`}
          className="border-line max-md:col-span-2 max-md:border-t md:border-l"
        >
          <select
            key={`${near}${point ? 'own' : ''}${places ? '' : 'loading'}${locationFailed ? 'failed' : ''}`}
            id={`${id}-near`}
            name="near"
            defaultValue={point ? ownPlace : near}
            onChange={(event) => onPlaceChange(event.currentTarget.value)}
            className={control}
          >
            {/* Only the browser's code can read a location. */}
            {(point || hydrated) && <option value={ownPlace}>Cerca de mí</option>}
            <option value="">En todo el país</option>
            <PlaceOptions places={places?.items ?? []} />
          </select>
          {point && <input type="hidden" name="at" value={search.at} />}
        </Cell>
        <DayCell search={search} today={today} noneToday={noneToday} />
        <Cell
          label="A qué hora"
          controlId={`${id}-part`}
          className="border-line max-md:border-t border-l max-[22.5rem]:col-span-2 max-[22.5rem]:border-l-0"
        >
          <select key={part} id={`${id}-part`} name="part" defaultValue={part ?? ''} className={control}>
            <option value="">Cualquier hora</option>
            {partOptions.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </Cell>
        <button
          type="submit"
          className={buttonClass({ className: 'max-md:col-span-2 max-md:mt-1.5 md:min-h-13 md:px-6' })}
        >
          <Search aria-hidden="true" className="size-5" />
          Buscar
        </button>
      </form>
    </search>
  )
}

/**
 * The day, and the field of a date for a visitor who chooses "Otro día…": CSS shows it, also without JavaScript. The field with
 * its calendar loads then.
 */
function DayCell({ search, today, noneToday }: Pick<SearchBarProps, 'search' | 'today' | 'noneToday'>) {
  const id = useId()
  const hydrated = useHydrated()
  const { when } = readCentersSearch(search)
  const option = dayOptions.find(({ value }) => value === when)?.value ?? 'date'
  const shownOption = option === 'today' && noneToday ? 'any' : option
  const date = option === 'date' ? when : ''
  // Until the URL has another day, which remounts the select.
  const [chosen, setChosen] = useState<{ instead: string; option: string }>()
  const isDate = hydrated && (chosen?.instead === shownOption ? chosen.option : shownOption) === 'date'
  const plain = (
    <input
      key={date}
      name="date"
      inputMode="numeric"
      placeholder="dd/mm/aaaa"
      autoComplete="off"
      aria-label="Qué día"
      defaultValue={date.split('-').reverse().join('/')}
      className="mx-3.5 mb-1.5 hidden min-h-11 min-w-0 group-has-[option[value=date]:checked]:block focus-visible:outline-3 focus-visible:outline-focus"
    />
  )
  return (
    // On the narrowest phones, and with large text, each has a row.
    <div className="group grid min-w-0 content-start border-line max-md:border-t md:border-l max-[22.5rem]:col-span-2">
      <label htmlFor={`${id}-when`} className={cell}>
        <span className="text-sm font-semibold text-action">Cuándo</span>
        <select
          key={shownOption}
          id={`${id}-when`}
          name="when"
          defaultValue={shownOption}
          onChange={({ currentTarget }) => setChosen({ instead: shownOption, option: currentTarget.value })}
          className={control}
        >
          {dayOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {isDate ? (
        <Suspense fallback={plain}>
          <DateField
            key={date}
            name="date"
            label="Qué día"
            labelHidden
            defaultValue={date}
            {...dateRange(today)}
            className="mx-2 mb-1.5 min-w-0"
          />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  )
}

type CellProps = { label: string; controlId: string; className: string; children: ReactNode }

function Cell({ label, controlId, className, children }: CellProps) {
  return (
    <div className={classNames('grid min-w-0 content-start', className)}>
      <label htmlFor={controlId} className={cell}>
        <span className="text-sm font-semibold text-action">{label}</span>
        {children}
      </label>
    </div>
  )
}
