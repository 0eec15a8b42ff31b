import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { useLive } from '#web/platform/live.ts'

/** Events come in bursts: moving a whole day causes one refetch. */
const debounceMs = 150
/** Figures also change with time: an unanswered request expires. */
const refetchMs = minuteMs

/** The centre's figures, as fresh as the live stream keeps them, for the navigation's counts and the overview. */
export function useLiveFigures({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const options = queries.practice.figures.queryOptions({ input: { centerId } })
  const refresh = () => queryClient.invalidateQueries({ queryKey: options.queryKey })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive((event) => {
    const isOurs = event.about === 'agenda' && event.centerId === centerId
    if (!isOurs && event.about !== 'ready') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refresh(), debounceMs)
  })
  return useQuery({ ...options, refetchInterval: refetchMs })
}
