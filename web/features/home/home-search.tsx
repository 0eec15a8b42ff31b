import { useRouter } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { PlaceOptions } from '#web/features/centers/place-options.tsx'
import { NeedField } from '#web/features/centers/search/need-field.tsx'
import { ownPlace, requestedPoint } from '#web/features/centers/search/own-place.ts'
import { usePlaces } from '#web/features/centers/use-catalogue.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import Search from '~icons/lucide/search'

const when = [
  { value: 'any', label: 'Cualquier día' },
  { value: 'today', label: 'Hoy' },
  { value: 'tomorrow', label: 'Mañana' },
  { value: 'weekend', label: 'Este fin de semana' },
]

const part = [
  { value: '', label: 'Cualquier hora' },
  { value: 'morning', label: 'Por la mañana' },
  { value: 'afternoon', label: 'Por la tarde' },
  { value: 'evening', label: 'Por la noche' },
]

/** The field fills its cell, so the cell shows the focus. */
const cell =
  'grid content-center px-4 py-2.5 rounded-control has-focus-visible:outline-3 has-focus-visible:outline-focus'
const control =
  'min-h-8 w-full appearance-none bg-transparent text-lg text-ink outline-none placeholder:text-ink-soft text-ellipsis cursor-pointer'
const divided = 'min-w-0 max-lg:border-t lg:border-l border-line'
/** Two in a row of a phone, unless their choices would be cut off. */
const half = `${divided} max-[22rem]:col-span-2`

/** The large search form. A plain GET form before hydration; afterwards the router opens the same address. */
export function HomeSearch() {
  const { data: places } = usePlaces()
  const router = useRouter()
  const hydrated = useHydrated()

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)]
      .map(([name, value]) =>
        name === 'near' && value === ownPlace ? ['at', requestedPoint] : [name, String(value).trim()],
      )
      .filter(([, value]) => value !== '')
    router.history.push(`/centers${typed.length === 0 ? '' : `?${new URLSearchParams(typed)}`}`)
  }

  return (
    <search>
      <form
        action="/centers"
        method="get"
        onSubmit={search}
        className="grid rounded-card border border-line bg-panel p-2 shadow-float grid-cols-2 lg:grid-cols-[1.5fr_1.15fr_1fr_1fr_auto]"
      >
        <NeedField
          placeholder="Fisioterapia, ansiedad, masajes…"
          className="grid min-w-0 max-lg:col-span-2"
          labelClassName={cell}
          controlClassName={`${control} cursor-text`}
        />
        <div className={`${divided} max-lg:col-span-2`}>
          <label className={cell}>
            <span className="text-sm font-semibold text-action">Dónde</span>
            <select name="near" defaultValue="" className={control}>
              {/* Only the browser's code can read a location. */}
              {hydrated && <option value={ownPlace}>Cerca de mí</option>}
              <option value="">En todo el país</option>
              <PlaceOptions places={places?.items ?? []} />
            </select>
          </label>
        </div>
        <div className={half}>
          <label className={cell}>
            <span className="text-sm font-semibold text-action">Cuándo</span>
            <select name="when" className={control}>
              {when.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className={`${half} min-[22rem]:max-lg:border-l`}>
          <label className={cell}>
            <span className="text-sm font-semibold text-action">A qué hora</span>
            <select name="part" className={control}>
              {part.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </label>
        </div>
        <button
          type="submit"
          className={buttonClass({ size: 'large', className: 'max-lg:col-span-2 max-lg:mt-2 lg:w-36' })}
        >
          <Search aria-hidden="true" className="size-5" />
          Buscar
        </button>
      </form>
    </search>
  )
}
