import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

import { addDays } from '#web/platform/local-days.ts'
import { useToday } from '#web/platform/use-now.ts'

import { agendaDates } from './agenda-dates.ts'
import { type AgendaSearch, type AgendaView, bookAction, dayView, weekView } from './agenda-search.ts'

/** The place in the agenda, kept in the URL: it survives a reload, and a colleague can open the link. */
export function useAgendaPlace() {
  const navigate = useNavigate({ from: '/center/dashboard' })
  const search = useSearch({ from: '/center/dashboard' })
  const view: AgendaView = search.vista ?? dayView
  const today = useToday()
  const date = search.fecha ?? today
  const dates = agendaDates({ vista: view, fecha: date })

  const updateSearch = useCallback(
    (changeFrom: (before: AgendaSearch) => AgendaSearch, { replace = false } = {}) => {
      void navigate({
        to: '/center/dashboard',
        search: (before) => {
          const change = changeFrom(before)
          return { ...before, ...change, ...(change.fecha === today && { fecha: undefined }) }
        },
        resetScroll: false,
        replace,
      })
    },
    [navigate, today],
  )
  /** `replace`: the place before it is left out of the browser's history. */
  const go = useCallback(
    (change: AgendaSearch, options?: { replace: boolean }) => updateSearch(() => change, options),
    [updateSearch],
  )
  /** Steps from the day in the URL, because the day on screen lags behind when keys are pressed quickly. */
  const step = (direction: 1 | -1) =>
    updateSearch((before) => ({
      fecha: addDays({ date: before.fecha ?? today, days: direction * (before.vista === weekView ? 7 : 1) }),
    }))

  return {
    view,
    date,
    dates,
    today,
    /** The day in view, or today if that day is over. */
    dayToBook: date.localeCompare(today) < 0 ? today : date,
    /** An id, `allProfessionals`, or undefined if the URL names none. */
    professional: search.profesional,
    appointmentId: search.cita,
    action: search.accion,
    /** As `personText()` writes it. */
    personToBook: search.accion === bookAction ? search.paciente : undefined,
    go,
    previous: () => step(-1),
    next: () => step(1),
  }
}

export type AgendaPlace = ReturnType<typeof useAgendaPlace>
