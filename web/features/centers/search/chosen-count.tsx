import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { formatTotal } from '#web/platform/formats.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { centerResults } from './center-results.ts'
import type { CentersSearch } from './centers-search.ts'

const debounceMs = 300

/** How many centres the chosen filters would leave, before the visitor applies them. */
export function ChosenCount({ search }: { search: CentersSearch }) {
  const tools = useApi()
  const { data } = useQuery(centerResults({ ...tools, search: useDebounced(search, debounceMs) }))
  const countText = data && formatTotal(data)
  return (
    <p role="status" className="min-h-6 text-center text-sm text-ink-soft">
      {countText && `${countText} ${data.total === 1 ? 'centro' : 'centros'} con estos filtros`}
    </p>
  )
}
