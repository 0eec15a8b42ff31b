import { agendaParams } from '#web/features/agenda/agenda-search.ts'
import { dayOf, idOf, searchParser, textOf } from '#web/platform/search-params.ts'

/** The ids are in the order of the navigation: the daily work, then the settings. */
export const practiceSectionIds = [
  'inicio',
  'agenda',
  'pacientes',
  'mensajes',
  'caja',
  'dinero',
  'promociones',
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
 * `desde`, `hasta`: the period of the revenue. `codigo`, `estado`: what the gateway gave to connect an account; `no` when it gave nothing. `reviews`: the filter of the reviews; all of them without it. `c`, `to`, `q`: as at
 * /chat.
 */
export const parsePracticeSearch = searchParser({
  seccion: practiceSectionIds,
  centro: textOf,
  desde: dayOf,
  hasta: dayOf,
  codigo: textOf,
  estado: textOf,
  reviews: ['unanswered'],
  c: idOf,
  to: idOf,
  q: textOf,
  ...agendaParams,
})
export type PracticeSearch = ReturnType<typeof parsePracticeSearch>
