import { localMoment } from '#web/platform/local-days.ts'

import type { CenterResults } from './center-results.ts'

/** That nothing is free today, where the times on the cards are of later days. `today`: the local day from which times are counted. */
export function LeftOut({ results, today }: { results: CenterResults; today: string }) {
  // Cards have no times when no service clearly fits the search.
  const times = results.items.flatMap(({ nextTimes }) => nextTimes.map(({ startsAt }) => localMoment(startsAt).date))
  // A centre found by its name may have no time today although others have.
  if (!results.noneToday || times.length === 0 || times.includes(today)) return null
  return <p className="text-sm">Hoy no hay horas libres con esta búsqueda. Te mostramos las de los próximos días.</p>
}
