import { type AgendaSearch, parseAgendaSearch } from '#web/features/agenda/agenda-search.ts'
import { dayOf, oneOf, textOf } from '#web/platform/search-params.ts'

export const practiceSectionIds = [
  'inicio',
  'agenda',
  'disponibilidad',
  'equipo',
  'perfil',
  'pacientes',
  'dinero',
  'documentos',
  'opiniones',
  'calendario',
] as const
export type PracticeSectionId = (typeof practiceSectionIds)[number]

const reviewFilters = ['unanswered'] as const
type ReviewFilter = (typeof reviewFilters)[number]

/** `centro`: which centre, for a member of several. `paciente`: whose contact is open. `desde`, `hasta`: the money's period. `reviews`: which reviews are listed; all of them without it. */
export type PracticeSearch = {
  seccion?: PracticeSectionId
  centro?: string
  paciente?: string
  desde?: string
  hasta?: string
  reviews?: ReviewFilter
} & AgendaSearch

export function parsePracticeSearch(raw: Record<string, unknown>): PracticeSearch {
  return {
    seccion: oneOf(practiceSectionIds, raw.seccion),
    centro: textOf(raw.centro),
    paciente: textOf(raw.paciente),
    desde: dayOf(raw.desde),
    hasta: dayOf(raw.hasta),
    reviews: oneOf(reviewFilters, raw.reviews),
    ...parseAgendaSearch(raw),
  }
}
