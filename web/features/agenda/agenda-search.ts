import { addDays, localMoment, localToday, mondayOf } from '#web/platform/local-days.ts'
import { dayOf, idOf, oneOf } from '#web/platform/search-params.ts'

/** As the URL names them. */
const views = ['dia', 'semana'] as const
export type AgendaView = (typeof views)[number]
export const [dayView, weekView] = views
export const allProfessionals = 'todos'

/**
 * The URL's own names: users' links carry them. Without parameters: today, all professionals side by side. `profesional`: an
 * id, or `allProfessionals`. `cita`: the appointment to open.
 */
export type AgendaSearch = {
  vista?: AgendaView
  fecha?: string
  profesional?: string
  cita?: string
}

export function parseAgendaSearch(raw: Record<string, unknown>): AgendaSearch {
  const date = dayOf(raw.fecha)
  // The range of days for which the server responds.
  const isInRange = date !== undefined && date >= '1900-01-08' && date < '2199-12-25'
  return {
    vista: oneOf(views, raw.vista),
    fecha: isInRange ? date : undefined,
    profesional: oneOf([allProfessionals], raw.profesional) ?? idOf(raw.profesional),
    cita: idOf(raw.cita),
  }
}

/** The days that the URL names. */
export function agendaDates({ vista: view, fecha: date = localToday() }: AgendaSearch): string[] {
  if (view !== weekView) return [date]
  const monday = mondayOf(date)
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays({ date: monday, days }))
}

/** The request for these days. */
export function agendaRequest({ centerId, dates }: { centerId: string; dates: readonly string[] }) {
  return { centerId, from: dates[0] ?? localToday(), days: dates.length }
}

/** The search params of the dashboard that open the agenda on the day of an instant. */
export function agendaOfDay(instant: string) {
  return { seccion: 'agenda', vista: dayView, fecha: localMoment(instant).date } as const
}
