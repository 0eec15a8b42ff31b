import type { MemberRole } from '#contract/memberships.ts'

export const roleNames: Record<MemberRole, string> = {
  owner: 'Dirige el centro',
  professional: 'Profesional',
  reception: 'Recepción',
}
