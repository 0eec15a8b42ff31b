import type { DashboardSection, Membership } from '#contract/memberships.ts'

import { type PracticeSectionId, practiceSectionIds } from './practice-search.ts'

type PracticeSection = {
  label: string
  /** Its name in the API, which lists the sections that a member may open. */
  name: DashboardSection
}

/** The sections are without icons: every page loads the routes, and the route needs only the labels. */
export const practiceSections: Record<PracticeSectionId, PracticeSection> = {
  inicio: { label: 'Inicio', name: 'overview' },
  agenda: { label: 'Agenda', name: 'agenda' },
  disponibilidad: { label: 'Disponibilidad', name: 'availability' },
  equipo: { label: 'Equipo', name: 'team' },
  perfil: { label: 'Perfil', name: 'profile' },
  pacientes: { label: 'Pacientes', name: 'contacts' },
  mensajes: { label: 'Mensajes', name: 'messages' },
  promociones: { label: 'Promociones', name: 'promotions' },
  caja: { label: 'Caja', name: 'till' },
  dinero: { label: 'Dinero', name: 'revenue' },
  documentos: { label: 'Documentos', name: 'documents' },
  opiniones: { label: 'Opiniones', name: 'reviews' },
  calendario: { label: 'Sincronizar', name: 'calendarFeeds' },
}

/** The sections that the member may open, in the order of the navigation. */
export function sectionsOf({ sections }: Pick<Membership, 'sections'>): PracticeSectionId[] {
  return practiceSectionIds.filter((id) => sections.includes(practiceSections[id].name))
}

/** For a professional who works alone, the section of the team has only their own services, and is named after these. */
export function sectionLabel(id: PracticeSectionId, { worksAlone }: Pick<Membership, 'worksAlone'>): string {
  return id === 'equipo' && worksAlone ? 'Servicios' : practiceSections[id].label
}
