import { dayOf, idOf, oneOf } from '#web/platform/search-params.ts'

const views = ['dia', 'semana'] as const
export type AgendaView = (typeof views)[number]

/** Nothing named: today, all professionals side by side. `profesional`: an id, or «todos». */
export type AgendaSearch = {
  vista?: AgendaView | undefined
  fecha?: string | undefined
  profesional?: string | undefined
}

export function parseAgendaSearch(raw: Record<string, unknown>): AgendaSearch {
  const { vista, fecha, profesional } = raw
  // The calendar that the server answers about.
  const day = dayOf(fecha)
  const isAnswered = day !== undefined && day >= '1900-01-08' && day < '2199-12-25'
  return {
    vista: oneOf(views, vista),
    fecha: isAnswered ? day : undefined,
    profesional: oneOf(['todos'], profesional) ?? idOf(profesional),
  }
}
