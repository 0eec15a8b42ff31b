import { localMoment } from '#web/platform/local-days.ts'

import type { CenterResults } from './center-results.ts'

/** The conditions that the search dropped because no centre meets them. `today`: the local day from which times are counted. */
export function LeftOut({ results, today }: { results: CenterResults; today: string }) {
  return leftOutTexts(results, today).map((text) => (
    <p key={text} className="text-sm">
      {text}
    </p>
  ))
}

function leftOutTexts({ leftOut, noneToday, placeName, items }: CenterResults, day: string): string[] {
  // Cards have no times when no service clearly fits the search.
  const times = items.flatMap(({ nextTimes }) => nextTimes.map(({ startsAt }) => localMoment(startsAt).date))
  // A centre found by its name may have no time today although others have.
  const showsLaterDays = times.length > 0 && !times.includes(day)
  return [
    ...(leftOut.includes('children')
      ? ['Ningún centro dice que atiende a niños para esto. Te mostramos los demás.']
      : []),
    ...(leftOut.includes('distance')
      ? [`No hay centros cerca de ${placeName ?? 'ese lugar'} con esta búsqueda. Te mostramos los que están más lejos.`]
      : []),
    ...(noneToday && showsLaterDays
      ? ['Hoy no hay horas libres con esta búsqueda. Te mostramos las de los próximos días.']
      : []),
  ]
}
