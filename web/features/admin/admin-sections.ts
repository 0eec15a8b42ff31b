import type { LucideIcon } from 'lucide-react'
import Building2 from 'lucide-react/icons/building-2'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Gavel from 'lucide-react/icons/gavel'
import Landmark from 'lucide-react/icons/landmark'
import UsersRound from 'lucide-react/icons/users-round'
import type { WorkSection } from '#web/features/work/work-section.ts'

import { type AdminSectionId, adminSectionIds } from './admin-search.ts'

export const adminSections: Record<AdminSectionId, { label: string; Icon: LucideIcon }> = {
  usuarios: { label: 'Usuarios', Icon: UsersRound },
  centros: { label: 'Centros', Icon: Building2 },
  financiero: { label: 'Financiero', Icon: Landmark },
  moderacion: { label: 'Moderación', Icon: Gavel },
  cumplimiento: { label: 'Cumplimiento', Icon: ClipboardCheck },
}

/** The links of the navigation. */
export function adminNav({ open }: { open: AdminSectionId }): WorkSection[] {
  return adminSectionIds.map((id) => ({
    id,
    ...adminSections[id],
    link: { to: '/admin/dashboard', search: { seccion: id === adminSectionIds[0] ? undefined : id } },
    isOpen: id === open,
  }))
}
