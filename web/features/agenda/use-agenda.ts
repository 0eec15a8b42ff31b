import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import type { Agenda, AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { type LiveStatus, useLive } from '#web/platform/live.ts'
import { addDays } from '#web/platform/local-days.ts'

import { agendaRequest } from './agenda-search.ts'

/** Events come in bursts: a whole day that moves is one question. */
const gatherMs = 120
const askWithoutLiveMs = 60_000
/** Lets what is on its way arrive first. */
const afterReadyMs = 1000

/** The agenda of the days in view, as fresh as the live stream keeps it. */
export function useAgenda({ centerId, dates }: { centerId: string; dates: readonly string[] }) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const live = useLiveAgenda({ centerId })
  const { from, days } = agendaRequest({ centerId, dates })
  const options = (first: string) => queries.agenda.get.queryOptions({ input: { centerId, from: first, days } })
  const query = useQuery({
    ...options(from),
    placeholderData: keepPreviousData,
    refetchInterval: live === 'lost' ? askWithoutLiveMs : false,
  })
  const { isPlaceholderData } = query

  // The next press of an arrow shows what is there already.
  const prepare = useEffectEvent(() => {
    for (const shift of [days, -days]) {
      void queryClient.prefetchQuery(options(addDays({ date: from, days: shift })))
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days have other neighbours
  useEffect(() => {
    if (!query.isSuccess || isPlaceholderData) return
    const timer = setTimeout(() => prepare(), 400)
    return () => clearTimeout(timer)
  }, [query.isSuccess, isPlaceholderData, from, days])

  return { ...query, live }
}

function useLiveAgenda({ centerId }: { centerId: string }): LiveStatus {
  const refresh = useAgendaRefresh({ centerId })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useLive((event) => {
    const isOurs = event.about === 'agenda' && event.centerId === centerId
    if (!isOurs && event.about !== 'ready') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refresh(), isOurs ? gatherMs : afterReadyMs)
  })
}

/** Everything about the centre's days is asked for again; resolves when what is in view is fresh. */
export function useAgendaRefresh({ centerId }: { centerId: string }): () => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return async () => {
    const input = { centerId }
    void queryClient.invalidateQueries({ queryKey: queries.agenda.freeTimes.key({ input }) })
    void queryClient.invalidateQueries({ queryKey: queries.agenda.tasks.key({ input }) })
    void queryClient.invalidateQueries({ queryKey: queries.contacts.key() })
    await queryClient.invalidateQueries({ queryKey: queries.agenda.get.key({ input }) })
  }
}

/** Puts what a change answered in its place at once. The refresh that follows brings the rest. */
export function useAgendaPatch({ centerId }: { centerId: string }): (changed: AgendaAppointment) => void {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return (changed) => {
    queryClient.setQueriesData<Agenda>({ queryKey: queries.agenda.get.key({ input: { centerId } }) }, (agenda) => {
      if (!agenda?.appointments.some(({ id }) => id === changed.id)) return agenda
      return { ...agenda, appointments: agenda.appointments.map((each) => (each.id === changed.id ? changed : each)) }
    })
  }
}
