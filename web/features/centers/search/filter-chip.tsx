import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'

import type { CentersSearch } from './centers-search.ts'

/** A filter of the search; a press leads to the search without it. */
export function FilterChip({ label, without }: { label: string; without: CentersSearch }) {
  return (
    <li>
      <Link
        to="/centers"
        search={without}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-panel px-3.5 text-sm whitespace-nowrap hover:border-control pointer-coarse:min-h-11"
      >
        {`${label.charAt(0).toLocaleUpperCase('es')}${label.slice(1)}`}
        <X aria-hidden="true" className="size-4" />
        <span className="sr-only">: quitar este filtro</span>
      </Link>
    </li>
  )
}
