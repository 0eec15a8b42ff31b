import type { MemberRole } from '#contract/memberships.ts'

import { type PracticeSectionId, practiceSectionIds } from './practice-search.ts'

type PracticeSection = {
  label: string
  /** The server refuses what stands in it to everybody else, and so does the screen that an address leads to. */
  ownersOnly?: true
}

/** Without their icons: the route knows the names, and every page loads the routes. */
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

/** Those that a member has, in the order of the bar. */
export function sectionsOf(role: MemberRole): PracticeSectionId[] {
  return practiceSectionIds.filter((id) => role === 'owner' || !practiceSections[id].ownersOnly)
}
