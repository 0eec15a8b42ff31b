import { isDay } from '#web/platform/local-days.ts'

const views = ['dia', 'semana'] as const
export type AgendaView = (typeof views)[number]

/** Nothing named: today, all professionals side by side. `profesional`: an id, or «todos». */
export type AgendaSearch = {
  vista?: AgendaView | undefined
  fecha?: string | undefined
  profesional?: string | undefined
}

const name = /^(?:todos|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

export function parseAgendaSearch(raw: Record<string, unknown>): AgendaSearch {
  const { vista, fecha, profesional } = raw
  // The calendar that the server answers about.
  const isAnswered = typeof fecha === 'string' && isDay(fecha) && fecha >= '1900-01-08' && fecha < '2199-12-25'
  return {
    vista: views.find((view) => view === vista),
    fecha: isAnswered ? fecha : undefined,
    profesional: typeof profesional === 'string' && name.test(profesional) ? profesional : undefined,
  }
}
