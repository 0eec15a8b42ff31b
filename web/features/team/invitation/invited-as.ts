import type { MemberRole } from '#contract/memberships.ts'

const roles: Record<MemberRole, { label: string; meaning: string }> = {
  owner: { label: 'Dirección', meaning: 'Vas a dirigir el centro.' },
  professional: {
    label: 'Profesional',
    meaning: 'Vas a ver tu agenda y a tus pacientes, y a decir en qué horarios atiendes.',
  },
  reception: {
    label: 'Recepción',
    meaning: 'Vas a llevar la agenda del centro: agendar, mover y cobrar citas.',
  },
}

export function invitedAs({ role, professionalName }: { role: MemberRole; professionalName: string | null }) {
  const { label, meaning } = roles[role]
  return { label: professionalName ? `${label}: ${professionalName}` : label, meaning }
}
