import { agendaParams } from '#web/features/agenda/agenda-search.ts'
import { dayOf, searchParser, textOf } from '#web/platform/search-params.ts'

/** The ids are in the order of the navigation: the daily work, then the settings. */
export const practiceSectionIds = [
  'inicio',
  'agenda',
  'pacientes',
  'caja',
  'dinero',
  'opiniones',
  'disponibilidad',
  'equipo',
  'perfil',
  'documentos',
  'calendario',
] as const
export type PracticeSectionId = (typeof practiceSectionIds)[number]

/**
 * Named as in the URL, because users have saved links. `centro`: the centre, for a member of several. `paciente`: the open contact.
 * `desde`, `hasta`: the period of the revenue. `reviews`: the filter of the reviews; all of them without it.
 */
export const parsePracticeSearch = searchParser({
  seccion: practiceSectionIds,
  centro: textOf,
  paciente: textOf,
  desde: dayOf,
  hasta: dayOf,
  reviews: ['unanswered'],
  ...agendaParams,
})
export type PracticeSearch = ReturnType<typeof parsePracticeSearch>
