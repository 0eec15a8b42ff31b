import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'

import { dot } from '#web/ui/dot.ts'
import type { CentersSearch } from './centers-search.ts'
import { dayLabel, partOptions } from './search-values.ts'

type SearchAreaProps = { search: CentersSearch; placeName: string | undefined; children: ReactNode }

/** The search bar. On a phone, a search that was sent is one line, which a press expands. */
export function SearchArea({ search, placeName, children }: SearchAreaProps) {
  const { q, near, at, when, part, area, map } = search
  const isUsed = [q, near, at, when, part, area, map].some((value) => value !== undefined)
  if (!isUsed) return <div className="grid gap-3 sm:gap-4">{children}</div>
  const place = at === undefined ? near && (placeName ?? near) : 'Cerca de ti'
  const day = when === undefined ? undefined : dayLabel(search)
  const partLabel = partOptions.find(({ value }) => value === part)?.label
  const line = [q ?? 'Todos los servicios', place, area && 'En la zona del mapa', day, partLabel]
    .filter(Boolean)
    .join(dot)
  return (
    // The key collapses the bar again after a new search.
    <div key={JSON.stringify(search)} className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-4">
      <details className="peer md:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2.5 rounded-card border border-line bg-panel px-3.5 [&::-webkit-details-marker]:hidden">
          <Search aria-hidden="true" className="size-5 shrink-0 text-action" />
          <span className="truncate">{line}</span>
          <span className="ml-auto pl-2 text-sm font-semibold whitespace-nowrap text-action">Cambiar</span>
        </summary>
      </details>
      <div className="hidden gap-3 peer-open:grid sm:gap-4 md:grid">{children}</div>
    </div>
  )
}
