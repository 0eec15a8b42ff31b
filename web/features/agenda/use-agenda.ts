import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#web/platform/api.ts'
import { type LiveStatus, useLive } from '#web/platform/live.ts'
import { addDays } from '#web/platform/local-days.ts'
import { agendaRequest } from './agenda-dates.ts'

/** The agenda of the days in view. */
export function useAgenda({ centerId, dates }: { centerId: string; dates: readonly string[] }) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const live = useLiveAgenda({ centerId })
  const { from, days } = agendaRequest({ centerId, dates })
  const options = (first: string) => queries.agenda.get.queryOptions({ input: { centerId, from: first, days } })
  const query = useQuery({
    ...options(from),
    placeholderData: keepPreviousData,
  })
  const { isPlaceholderData } = query

  // The next press of an arrow then shows its days immediately.
  const prefetchNeighbours = useEffectEvent(() => {
    for (const shift of [days, -days]) {
      void queryClient.prefetchQuery(options(addDays({ date: from, days: shift })))
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days have other neighbours
  useEffect(() => {
    if (!query.isSuccess || isPlaceholderData) return
    const timer = setTimeout(() => prefetchNeighbours(), 400)
    return () => clearTimeout(timer)
  }, [query.isSuccess, isPlaceholderData, from, days])

  return { ...query, live }
}

/** What the page shows is refetched by useLiveChanges(). An appointment that no dialog shows would be outdated in the next one. */
function useLiveAgenda({ centerId }: { centerId: string }): LiveStatus {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useLive((event) => {
    const isOurs = event.about === 'changed' && event.reads.includes('agenda')
    if (!isOurs && (event.about !== 'ready' || event.isResumed)) return
    queryClient.removeQueries({ queryKey: queries.agenda.appointment.key({ input: { centerId } }), type: 'inactive' })
  })
}
