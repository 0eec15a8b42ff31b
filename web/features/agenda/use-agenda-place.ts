import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

import { addDays, localToday } from '#web/platform/local-days.ts'

import { type AgendaSearch, type AgendaView, agendaDates, dayView } from './agenda-search.ts'

/** The place in the agenda, kept in the URL: it survives a reload, and a colleague can open the link. */
export function useAgendaPlace() {
  const navigate = useNavigate({ from: '/center/dashboard' })
  const search = useSearch({ from: '/center/dashboard' })
  const view: AgendaView = search.vista ?? dayView
  const today = localToday()
  const date = search.fecha ?? today
  const dates = agendaDates({ vista: view, fecha: date })
  const step = view === dayView ? 1 : 7

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
    /** The day in view; today, when that day is over. */
    dayToBook: date.localeCompare(today) < 0 ? today : date,
    /** An id, `allProfessionals`, or undefined where the URL names none. */
    professional: search.profesional,
    /** The appointment that the URL opens. */
    appointmentId: search.cita,
    go,
    previous: () => go({ fecha: addDays({ date, days: -step }) }),
    next: () => go({ fecha: addDays({ date, days: step }) }),
  }
}

export type AgendaPlace = ReturnType<typeof useAgendaPlace>
