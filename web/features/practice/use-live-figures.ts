import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { useLive } from '#web/platform/live.ts'

/** Events come in bursts: moving a whole day causes one refetch. */
const debounceMs = 150
/** Elsewhere only the navigation shows them. */
const elsewhereDebounceMs = 3000
/** Figures also change with time: an unanswered request expires. */
const refetchMs = minuteMs

/** The centre's figures and its day, as fresh as the live stream keeps them, for the navigation's counts and the overview. */
export function useLiveFigures({ centerId, isOnOverview }: { centerId: string; isOnOverview: boolean }) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const options = queries.practice.figures.queryOptions({ input: { centerId } })
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: options.queryKey }),
      queryClient.invalidateQueries({ queryKey: queries.agenda.today.key({ input: { centerId } }) }),
    ])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive((event) => {
    const isOurs = event.about === 'agenda' && event.centerId === centerId
    if (!isOurs && (event.about !== 'ready' || event.isResumed)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refresh(), isOnOverview ? debounceMs : elsewhereDebounceMs)
  })
  return useQuery({ ...options, refetchInterval: refetchMs })
}
