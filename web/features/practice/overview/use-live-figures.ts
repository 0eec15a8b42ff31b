import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useApi } from '#web/platform/api.ts'
import { useLive } from '#web/platform/live.ts'

/** Events come in bursts: a whole day that moves is one question. */
const gatherMs = 150
/** Time alone changes the figures, too: an unanswered request frees itself. */
const askMs = 60_000

/** The centre's figures, as fresh as the live stream keeps them. */
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
    timer.current = setTimeout(() => void refresh(), gatherMs)
  })
  return useQuery({ ...options, refetchInterval: askMs })
}
