import type { MemberRole } from '#contract/memberships.ts'

import { type PracticeSectionId, practiceSectionIds } from './practice-search.ts'

type PracticeSection = {
  label: string
  /** The server refuses the section's data to all other roles. */
  ownersOnly?: true
}

/** Without icons: every page loads the routes, and the route needs only the labels. */
export const practiceSections: Record<PracticeSectionId, PracticeSection> = {
  inicio: { label: 'Inicio' },
  agenda: { label: 'Agenda' },
  disponibilidad: { label: 'Disponibilidad' },
  equipo: { label: 'Equipo', ownersOnly: true },
  perfil: { label: 'Perfil', ownersOnly: true },
  pacientes: { label: 'Pacientes' },
  dinero: { label: 'Dinero', ownersOnly: true },
  documentos: { label: 'Documentos', ownersOnly: true },
  opiniones: { label: 'Opiniones' },
  calendario: { label: 'Sincronizar' },
}

/** The sections of a role, in the order of the bar. */
export function sectionsOf(role: MemberRole): PracticeSectionId[] {
  return practiceSectionIds.filter((id) => role === 'owner' || !practiceSections[id].ownersOnly)
}
