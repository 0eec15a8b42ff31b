import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { type LiveStatus, useLive } from '#web/platform/live.ts'
import { addDays } from '#web/platform/local-days.ts'
import { agendaRequest } from './agenda-dates.ts'
import { useRefreshAgenda } from './api/refresh-agenda.ts'

/** Events come in bursts: moving a whole day causes one refetch. */
const debounceMs = 120
const refetchWithoutLiveMs = minuteMs
/** After the stream connects, responses that are already pending arrive first. */
const afterReadyMs = 1000

/** The agenda of the days in view. The live stream triggers its refetches; without the stream, a timer does. */
export function useAgenda({ centerId, dates }: { centerId: string; dates: readonly string[] }) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const live = useLiveAgenda({ centerId })
  const { from, days } = agendaRequest({ centerId, dates })
  const options = (first: string) => queries.agenda.get.queryOptions({ input: { centerId, from: first, days } })
  const query = useQuery({
    ...options(from),
    placeholderData: keepPreviousData,
    refetchInterval: live === 'lost' ? refetchWithoutLiveMs : false,
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

function useLiveAgenda({ centerId }: { centerId: string }): LiveStatus {
  const refresh = useRefreshAgenda()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useLive((event) => {
    const isOurs = event.about === 'agenda' && event.centerId === centerId
    if (!isOurs && (event.about !== 'ready' || event.isResumed)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refresh({ centerId }), isOurs ? debounceMs : afterReadyMs)
  })
}
