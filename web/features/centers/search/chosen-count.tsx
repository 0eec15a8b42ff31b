import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { formatTotal } from '#web/platform/formats.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { centerResults } from './center-results.ts'
import type { CentersSearch } from './centers-search.ts'

const restMs = 300

/** How many centres the chosen filters leave, before the visitor applies them. */
export function ChosenCount({ search }: { search: CentersSearch }) {
  const tools = useApi()
  const { data } = useQuery(centerResults({ ...tools, search: useDebounced(search, restMs) }))
  const many = data && formatTotal(data)
  return (
    <p role="status" className="min-h-6 text-center text-sm text-ink-soft">
      {many && `${many} ${data.total === 1 ? 'centro' : 'centros'} con estos filtros`}
    </p>
  )
}
