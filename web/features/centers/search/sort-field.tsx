import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'

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
      {/* Safari paints a select of its own over any background. */}
      <span className="relative">
        <select
          key={search.sort}
          form={searchFormId}
          name="sort"
          defaultValue={search.sort ?? ''}
          onChange={({ currentTarget }) => {
            const sorted = parseCentersSearch({ ...search, sort: currentTarget.value, page: undefined })
            void navigate({ to: '/centers', search: sorted, resetScroll: false })
          }}
          className="min-h-9 cursor-pointer appearance-none rounded-control bg-transparent pr-6 pl-1 font-semibold outline-offset-2 pointer-coarse:min-h-11"
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
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-1 size-4 -translate-y-1/2"
        />
      </span>
    </label>
  )
}
