import { addDays, localToday, mondayOf } from '#web/platform/local-days.ts'
import { dayOf, idOf, oneOf } from '#web/platform/search-params.ts'

const views = ['dia', 'semana'] as const
export type AgendaView = (typeof views)[number]

/** Nothing named: today, all professionals side by side. `profesional`: an id, or «todos». `cita`: the appointment to open. */
export type AgendaSearch = {
  vista?: AgendaView
  fecha?: string
  profesional?: string
  cita?: string
}

export function parseAgendaSearch(raw: Record<string, unknown>): AgendaSearch {
  const { vista, fecha, profesional, cita } = raw
  // The calendar that the server answers about.
  const day = dayOf(fecha)
  const isAnswered = day !== undefined && day >= '1900-01-08' && day < '2199-12-25'
  return {
    vista: oneOf(views, vista),
    fecha: isAnswered ? day : undefined,
    profesional: oneOf(['todos'], profesional) ?? idOf(profesional),
    cita: idOf(cita),
  }
}

/** The days that the address names. */
export function agendaDates({ vista, fecha = localToday() }: AgendaSearch): string[] {
  if (vista !== 'semana') return [fecha]
  const monday = mondayOf(fecha)
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays({ date: monday, days }))
}

/** What is asked of the server about these days. */
export function agendaRequest({ centerId, dates }: { centerId: string; dates: readonly string[] }) {
  return { centerId, from: dates[0] ?? localToday(), days: dates.length }
}
