import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

import type { AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'

type Target = { centerId: string; appointmentId: string }

/** What the member may do changes with the time, so that a dialog refetches what was read earlier. */
const staleTime = 5000
/** An open dialog follows the appointment also without the live stream. */
const refetchInterval = minuteMs

/** An appointment whole, with what the member may do now. The agenda itself has only what the calendar shows. */
export function useAppointment(input: Target, { enabled }: { enabled: boolean }) {
  const { queries } = useApi()
  return useQuery({ ...queries.agenda.appointment.queryOptions({ input }), staleTime, enabled, refetchInterval })
}

/** The appointment as it is now, however recently it was read: undefined until the response, and without an id. */
export function useCurrentAppointment({
  centerId,
  appointmentId,
}: {
  centerId: string
  appointmentId: string | undefined
}): { appointment: AgendaAppointment | undefined; error: Error | null } {
  const { queries } = useApi()
  const enabled = appointmentId !== undefined
  const input = { centerId, appointmentId: appointmentId ?? '' }
  const { data, error, isFetching } = useQuery({
    ...queries.agenda.appointment.queryOptions({ input }),
    staleTime: 0,
    enabled,
  })
  if (!enabled || isFetching) return { appointment: undefined, error: null }
  return { appointment: error ? undefined : data, error }
}

/** Reads it once, or returns what was read a moment ago. */
function useReadAppointment(): (input: Target) => Promise<AgendaAppointment> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useCallback(
    (input) => queryClient.fetchQuery({ ...queries.agenda.appointment.queryOptions({ input }), staleTime }),
    [queries, queryClient],
  )
}

/** A pointer that crosses the calendar stays on each card for less than this. */
const restMs = 60

/**
 * Reads an appointment while the pointer or the focus rests on its card, so that its dialog is complete on opening. For the
 * element around the cards.
 */
export function usePreparedAppointments({ centerId, ids }: { centerId: string; ids: ReadonlySet<string> }) {
  const read = useReadAppointment()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const prepare = useCallback(
    ({ target }: { target: EventTarget }) => {
      clearTimeout(timer.current)
      const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
      const appointmentId = cell?.dataset.cell ?? ''
      if (!ids.has(appointmentId)) return
      // The dialog shows the error.
      timer.current = setTimeout(() => void read({ centerId, appointmentId }).catch(() => undefined), restMs)
    },
    [centerId, ids, read],
  )
  return { onPointerOver: prepare, onFocus: prepare }
}
