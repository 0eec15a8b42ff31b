import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

import { addDays, localToday } from '#web/platform/local-days.ts'

import { type AgendaSearch, type AgendaView, agendaDates } from './agenda-search.ts'

/** Where in the agenda somebody is: it stands in the address, so that it survives a reload and can be sent to somebody. */
export function useAgendaPlace() {
  const navigate = useNavigate({ from: '/center/dashboard' })
  const { vista, fecha, profesional, cita } = useSearch({ from: '/center/dashboard' })
  const view: AgendaView = vista ?? 'dia'
  const today = localToday()
  const date = fecha ?? today
  const dates = agendaDates({ vista: view, fecha: date })
  const step = view === 'dia' ? 1 : 7

  const go = useCallback(
    (change: AgendaSearch) => {
      void navigate({
        to: '/center/dashboard',
        search: (before) => ({ ...before, ...change, ...(change.fecha === today && { fecha: undefined }) }),
        resetScroll: false,
      })
    },
    [navigate, today],
  )

  return {
    view,
    date,
    dates,
    today,
    /** The day that is looked at; today, when it is over. */
    dayToBook: date.localeCompare(today) < 0 ? today : date,
    /** As the address names it: an id, «todos», or nothing. */
    professional: profesional,
    /** The appointment that the address opens. */
    appointmentId: cita,
    go,
    previous: () => go({ fecha: addDays({ date, days: -step }) }),
    next: () => go({ fecha: addDays({ date, days: step }) }),
  }
}

export type AgendaPlace = ReturnType<typeof useAgendaPlace>
