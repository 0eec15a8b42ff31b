import { dayOf, idOf, searchParser } from '#web/platform/search-params.ts'
import { personOf } from './person-param.ts'

const views = ['dia', 'semana'] as const
export type AgendaView = (typeof views)[number]
export const [dayView, weekView] = views
export const allProfessionals = 'todos'
export const collectAction = 'cobrar'
export const bookAction = 'agendar'

/** The days that the date field leads to. A link may name any day for which the server responds. */
export const agendaRange = { min: '2000-01-01', max: '2199-12-24' } as const

/**
 * The names are those of the URL, because users keep links. Without parameters: today, all professionals. `profesional`: an
 * id, or `allProfessionals`. `cita`: the appointment to open. `accion`: the dialog to open for it, by default its details, or `bookAction`
 * to book for the person `paciente`.
 */
export const agendaParams = {
  vista: views,
  fecha(raw: unknown) {
    const date = dayOf(raw)
    // The range of days for which the server responds.
    return date !== undefined && date >= '1900-01-08' && date < '2199-12-25' ? date : undefined
  },
  profesional: (raw: unknown) => (raw === allProfessionals ? allProfessionals : idOf(raw)),
  cita: idOf,
  accion: [collectAction, bookAction],
  paciente: personOf,
} as const

export const parseAgendaSearch = searchParser(agendaParams)
export type AgendaSearch = ReturnType<typeof parseAgendaSearch>
