import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'

import { formatCount } from '#web/platform/formats.ts'
import type { CenterResults } from './center-results.ts'
import { type CentersSearch, dayLabel, partOptions } from './centers-search.ts'

type TimeFilterProps = { search: CentersSearch; results: CenterResults }

/** The day and the part of the day as chips that remove them, and how many more centres the search has without both. */
export function TimeFilter({ search, results }: TimeFilterProps) {
  // A search for today that finds nothing was widened to any day.
  // Words of the text about the time have chips of their own.
  const typed = new Set(results.understood.map(({ kind }) => kind))
  const isToday = search.when === undefined && results.today && !typed.has('day')
  const day = isToday || search.when !== undefined ? dayLabel(search) : undefined
  const part = partOptions.find(({ value }) => value === search.part)?.label
  if (!day && !part && !typed.has('day') && !typed.has('dayPart')) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {(day || part) && (
        <ul aria-label="Cuándo buscas" className="flex flex-wrap gap-2">
          {day && <Chip label={day} without={{ ...search, when: 'any', page: undefined }} />}
          {part && <Chip label={part} without={{ ...search, part: undefined, page: undefined }} />}
        </ul>
      )}
      <MoreResults
        search={search}
        results={results}
        where={day || typed.has('day') ? 'en otros días' : 'en otras horas'}
      />
    </div>
  )
}

function Chip({ label, without }: { label: string; without: CentersSearch }) {
  return (
    <li>
      <Link
        to="/centers"
        search={without}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-panel px-4 text-sm first-letter:uppercase hover:border-control"
      >
        {label}
        <X aria-hidden="true" className="size-4" />
        <span className="sr-only">: quitar este filtro</span>
      </Link>
    </li>
  )
}

function MoreResults({ search, results, where }: TimeFilterProps & { where: string }) {
  const { total, totalAnyDay, anyTimeQ } = results
  if (totalAnyDay <= total) return null
  const count = totalAnyDay > 1000 ? 'Muchos' : formatCount(totalAnyDay - total)
  return (
    <Link
      to="/centers"
      search={{ ...search, q: anyTimeQ || undefined, when: 'any', part: undefined, page: undefined }}
      className="link inline-flex min-h-11 items-center text-sm font-semibold"
    >
      {`${count} más ${where}`}
    </Link>
  )
}
