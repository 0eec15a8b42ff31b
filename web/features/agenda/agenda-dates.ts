import { addDays, localMoment, localToday, mondayOf } from '#web/platform/local-days.ts'

import { type AgendaSearch, dayView, weekView } from './agenda-search.ts'

export function agendaDates({ vista: view, fecha: date = localToday() }: AgendaSearch): string[] {
  if (view !== weekView) return [date]
  const monday = mondayOf(date)
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays({ date: monday, days }))
}

export function agendaRequest({ centerId, dates }: { centerId: string; dates: readonly string[] }) {
  return { centerId, from: dates[0] ?? localToday(), days: dates.length }
}

export function agendaOfDay(instant: string) {
  return { seccion: 'agenda', vista: dayView, fecha: localMoment(instant).date } as const
}
