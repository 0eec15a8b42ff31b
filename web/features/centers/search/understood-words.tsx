import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'

import type { CenterResults } from './center-results.ts'
import type { CentersSearch } from './centers-search.ts'

/** Words of the typed text that the search applied as filters. Each is a link to the search without it. */
export function UnderstoodWords({ search, understood }: Pick<CenterResults, 'understood'> & { search: CentersSearch }) {
  if (understood.length === 0) return null
  return (
    <ul aria-label="Lo que entendimos de tu búsqueda" className="flex flex-wrap gap-2">
      {understood.map(({ label, q }) => (
        <li key={label}>
          <Link
            to="/centers"
            search={{ ...search, q: q || undefined, page: undefined }}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-panel px-4 text-sm hover:border-control"
          >
            {label}
            <X aria-hidden="true" className="size-4" />
            <span className="sr-only">: quitar este filtro</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
