import type { LucideIcon } from 'lucide-react'
import Building2 from 'lucide-react/icons/building-2'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Gavel from 'lucide-react/icons/gavel'
import Gift from 'lucide-react/icons/gift'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import Landmark from 'lucide-react/icons/landmark'
import UsersRound from 'lucide-react/icons/users-round'
import type { Me } from '#contract/accounts.ts'
import type { WorkSection } from '#web/features/work/work-section.ts'

import { type AdminSectionId, adminSectionIds } from './admin-search.ts'

export const adminSections: Record<AdminSectionId, { label: string; Icon: LucideIcon }> = {
  usuarios: { label: 'Usuarios', Icon: UsersRound },
  centros: { label: 'Centros', Icon: Building2 },
  financiero: { label: 'Financiero', Icon: Landmark },
  moderacion: { label: 'Moderación', Icon: Gavel },
  cumplimiento: { label: 'Cumplimiento', Icon: ClipboardCheck },
  recompensas: { label: 'Recompensas', Icon: Gift },
  salud: { label: 'Salud del servicio', Icon: HeartPulse },
}

/** The sections that this member of staff may open. */
export function openableSections({ can }: Pick<Me, 'can'>): readonly AdminSectionId[] {
  return adminSectionIds.filter((id) => id !== 'salud' || can.superviseService)
}

/** The links of the navigation. */
export function adminNav({ open, me }: { open: AdminSectionId; me: Me }): WorkSection[] {
  return openableSections(me).map((id) => ({
    id,
    ...adminSections[id],
    link: { to: '/admin/dashboard', search: { seccion: id === adminSectionIds[0] ? undefined : id } },
    isOpen: id === open,
  }))
}
