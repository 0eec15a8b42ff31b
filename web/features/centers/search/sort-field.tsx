import { useNavigate } from '@tanstack/react-router'

import { classNames } from '#web/ui/class-names.ts'
import { type CentersSearch, parseCentersSearch } from './centers-search.ts'
import { searchFormId } from './search-bar.tsx'
import { sortOptions } from './search-values.ts'

/** The order of the results. A choice takes effect at once, or with the form until JavaScript has loaded. */
export function SortField({ search, hasPlace }: { search: CentersSearch; hasPlace: boolean }) {
  const navigate = useNavigate()
  return (
    <label className={classNames('flex min-h-11 items-center gap-1.5 text-sm', search.map && 'max-lg:hidden')}>
      <span className="text-ink-soft">Ordenar por</span>
      <select
        key={search.sort}
        form={searchFormId}
        name="sort"
        defaultValue={search.sort ?? ''}
        onChange={({ currentTarget }) => {
          const sorted = parseCentersSearch({ ...search, sort: currentTarget.value, page: undefined })
          void navigate({ to: '/centers', search: sorted, resetScroll: false })
        }}
        className="min-h-9 cursor-pointer rounded-control bg-transparent font-semibold outline-offset-2 pointer-coarse:min-h-11"
      >
        <option value="">{hasPlace ? 'Más cerca' : 'Relevancia'}</option>
        {sortOptions.map(({ value, label }) =>
          // With a place, the nearest centres are first anyway.
          value === 'distance' ? null : (
            <option key={value} value={value}>
              {label}
            </option>
          ),
        )}
      </select>
    </label>
  )
}
