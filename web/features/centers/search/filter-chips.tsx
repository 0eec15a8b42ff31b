import { Link } from '@tanstack/react-router'
import { formatCount } from '#web/platform/formats.ts'
import { careLabels } from './care-filters.ts'
import type { CenterResults } from './center-results.ts'
import type { CentersSearch } from './centers-search.ts'
import { ChipText, chipClass } from './chip-text.tsx'
import { dayLabel, partOptions, readCentersSearch, specialtyLabel } from './search-values.ts'

type FilterChipsProps = { search: CentersSearch; results: CenterResults }

/**
 * The filters of the results as chips, each of which removes its filter: the words that the search has understood, then the
 * controls. Beside them is a link to the centres at other times.
 */
export function FilterChips({ search, results }: FilterChipsProps) {
  const { specialties, rating } = readCentersSearch(search)
  const typed = new Set(results.understood.map(({ kind }) => kind))
  // A search for today that finds nothing was widened to any day, and words about the time already have their own chips.
  const isToday = search.when === undefined && results.today && !typed.has('day')
  const day = isToday || search.when !== undefined ? dayLabel(search) : undefined
  const part = partOptions.find(({ value }) => value === search.part)?.label
  const chips = [
    ...results.understood.map(({ label, q }) => ({ label, without: { ...search, q: q || undefined } })),
    ...(day ? [{ label: day, without: { ...search, when: 'any' } }] : []),
    ...(part ? [{ label: part, without: { ...search, part: undefined } }] : []),
    ...specialties.map((key) => ({
      label: specialtyLabel(key),
      without: { ...search, specialties: specialties.filter((each) => each !== key).join(',') || undefined },
    })),
    ...(rating > 0 ? [{ label: `${rating} estrellas o más`, without: { ...search, rating: undefined } }] : []),
    ...careLabels(search).map(({ name, label }) => ({ label, without: { ...search, [name]: undefined } })),
    ...(search.area ? [{ label: 'En la zona del mapa', without: { ...search, area: undefined } }] : []),
    ...(search.verified ? [{ label: 'Verificado', without: { ...search, verified: undefined } }] : []),
  ]
  const isTimed = day !== undefined || part !== undefined || typed.has('day') || typed.has('dayPart')
  if (chips.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <ul aria-label="Filtros de esta búsqueda" className="flex flex-wrap gap-2">
        {chips.map(({ label, without }) => (
          <FilterChip key={label} label={label} without={{ ...without, page: undefined }} />
        ))}
      </ul>
      {isTimed && (
        <MoreResults
          search={search}
          results={results}
          where={day || typed.has('day') ? 'en otros días' : 'en otras horas'}
        />
      )}
    </div>
  )
}

function MoreResults({ search, results, where }: FilterChipsProps & { where: string }) {
  const { total, countedTo, totalAnyDay, anyTimeQ } = results
  // With so many results, the server does not count those of other times.
  const isUncounted = total >= countedTo
  if (totalAnyDay <= total && !isUncounted) return null
  const count = totalAnyDay > 1000 ? 'Muchos' : formatCount(totalAnyDay - total)
  return (
    <Link
      to="/centers"
      search={{ ...search, q: anyTimeQ || undefined, when: 'any', part: undefined, page: undefined }}
      className="link inline-flex min-h-11 items-center text-sm font-semibold"
    >
      {isUncounted ? `Buscar también ${where}` : `${count} más ${where}`}
    </Link>
  )
}

function FilterChip({ label, without }: { label: string; without: CentersSearch }) {
  return (
    <li>
      <Link to="/centers" search={without} className={chipClass}>
        <ChipText label={label} />
      </Link>
    </li>
  )
}
